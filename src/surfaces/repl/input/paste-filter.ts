import { sanitiseForTerminal } from '../../../text/sanitise.ts'

/** What came from a terminal: keys as they were pressed, or a text that was put in as a whole. */
export type Typed =
  | { readonly kind: 'keys'; readonly bytes: Buffer }
  | { readonly kind: 'paste'; readonly text: string }

/** Asks a terminal to mark what is pasted (bracketed paste, xterm control sequences, private mode 2004). */
export const pasteMarksOn = '\u001B[?2004h'
export const pasteMarksOff = '\u001B[?2004l'

const opening: Buffer = Buffer.from('\u001B[200~')
const closing: Buffer = Buffer.from('\u001B[201~')

/**
 * Tells pasted text from keys, in whatever pieces both come. Keys are never held back, so the mark in front of a paste
 * stays among them; a reader of keys ignores it. A paste comes out when its end has come: lines end with `\n`, those at
 * its end are gone, and so is everything that could act on a terminal.
 */
export function pasteFilter(): (chunk: Buffer) => readonly Typed[] {
  let matched = 0
  let pasted: Buffer[] | undefined
  return (chunk) => {
    const typed: Typed[] = []
    for (let rest = chunk; rest.length > 0;) {
      if (pasted === undefined) {
        const end = endOfOpening(rest, matched)
        matched = end.matched
        typed.push({ kind: 'keys', bytes: rest.subarray(0, end.at) })
        rest = rest.subarray(end.at)
        if (matched < opening.length) continue
        matched = 0
        pasted = []
      } else {
        // The end may stand across pieces: the last bytes of the one before are looked at again.
        const before = pasted.pop() ?? Buffer.alloc(0)
        const both = before.length === 0 ? rest : Buffer.concat([before, rest])
        const at = both.indexOf(closing)
        if (at < 0) {
          const tail = Math.max(0, both.length - closing.length + 1)
          if (tail > 0) pasted.push(both.subarray(0, tail))
          pasted.push(Buffer.from(both.subarray(tail)))
          break
        }
        pasted.push(both.subarray(0, at))
        typed.push({ kind: 'paste', text: cleanPaste(Buffer.concat(pasted).toString('utf8')) })
        rest = both.subarray(at + closing.length)
        pasted = undefined
      }
    }
    return typed
  }
}

/** Where the mark ends that begins a paste, or how much of it stands at the end of these bytes. */
function endOfOpening(bytes: Buffer, before: number): { readonly at: number; readonly matched: number } {
  let matched = before
  for (let at = 0; at < bytes.length; at++) {
    // Only its first byte can begin it again.
    matched = bytes[at] === opening[matched] ? matched + 1 : bytes[at] === opening[0] ? 1 : 0
    if (matched === opening.length) return { at: at + 1, matched }
  }
  return { at: bytes.length, matched }
}

function cleanPaste(text: string): string {
  return sanitiseForTerminal(text.replace(/\r\n?/g, '\n')).replace(/\n+$/, '')
}
