import type { Key } from './key.ts'

/** Turns what a terminal sends into keys. */
export interface KeyDecoder {
  /** Takes the next bytes, which may end in the middle of a character or a sequence. */
  push(bytes: Uint8Array): Key[]
  /** Whether something waits for its end: an Escape that stands alone is told by {@link flush} only. */
  readonly isWaiting: boolean
  /** Nothing came for a while: what waits is all there is. */
  flush(): Key[]
}

const escape = '\u001B'
const pasteStart = `${escape}[200~`
const pasteEnd = `${escape}[201~`
/** Characters of a paste that are kept. */
const longestPaste = 10_000

const finals: Readonly<Record<string, string>> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  F: 'end',
  H: 'home',
  P: 'f1',
  Q: 'f2',
  R: 'f3',
  S: 'f4',
}
const numbered: Readonly<Record<string, string>> = {
  1: 'home',
  2: 'insert',
  3: 'delete',
  4: 'end',
  5: 'pageup',
  6: 'pagedown',
  7: 'home',
  8: 'end',
  11: 'f1',
  12: 'f2',
  13: 'f3',
  14: 'f4',
  15: 'f5',
}
const controls: Readonly<Record<string, string>> = {
  '\r': 'enter',
  '\n': 'enter',
  '\t': 'tab',
  '\b': 'backspace',
  '\u007F': 'backspace',
  '\u0000': 'ctrl-space',
}

const controlSequence = /^\u001B\[([0-?]*)([ -/]*)([@-~])/
const unfinishedSequence = /^\u001B\[[0-?]*[ -/]*$/
/** The F keys of the Linux console: `ESC [ [ A`. */
const consoleKey = /^\u001B\[\[([A-E])/
const shiftedKey = /^\u001BO([ -~])/
/** An answer of the terminal (OSC, DCS, APC, PM, SOS), up to its end. */
const controlString = /^\u001B[\]P_^X][^\u0007\u001B\u009C]*(?:\u0007|\u009C|\u001B\\)/
const unfinishedString = /^\u001B[\]P_^X][^\u0007\u001B\u009C]*\u001B?$/
const characters = /^[^\u0000-\u001F\u007F-\u009F]+/

/** A decoder for one terminal; it begins between two keys. */
export function keyDecoder(): KeyDecoder {
  const utf8 = new TextDecoder()
  let waiting = ''
  let pasted: string | undefined

  const takePaste = (keys: Key[]): boolean => {
    const end = waiting.indexOf(pasteEnd)
    if (end < 0) {
      // The end may be cut in two.
      const safe = Math.max(0, waiting.length - pasteEnd.length)
      pasted = ((pasted ?? '') + waiting.slice(0, safe)).slice(0, longestPaste)
      waiting = waiting.slice(safe)
      return false
    }
    const text = ((pasted ?? '') + waiting.slice(0, end)).slice(0, longestPaste)
    keys.push({ name: 'paste', text })
    waiting = waiting.slice(end + pasteEnd.length)
    pasted = undefined
    return true
  }
  const take = (): Key[] => {
    const keys: Key[] = []
    for (;;) {
      if (pasted !== undefined) {
        if (takePaste(keys)) continue
        break
      }
      if (waiting.startsWith(pasteStart)) {
        waiting = waiting.slice(pasteStart.length)
        pasted = ''
        continue
      }
      const next = takeKey(waiting)
      if (next === undefined) break
      waiting = waiting.slice(next.length)
      if (next.key !== undefined) keys.push(next.key)
    }
    return keys
  }
  return {
    push(bytes) {
      waiting += utf8.decode(bytes, { stream: true })
      return take()
    },
    get isWaiting() {
      return waiting !== '' && pasted === undefined
    },
    flush() {
      if (pasted !== undefined) return []
      const left = waiting
      waiting = ''
      if (left === escape) return [{ name: 'escape' }]
      // What began like a sequence was Alt and a character.
      return left.length === 2 ? [{ name: `alt-${left[1]}` }] : []
    },
  }
}

/** The key at the beginning of what came, undefined when more must come; without `key` it means nothing here. */
function takeKey(waiting: string): { readonly length: number; readonly key?: Key } | undefined {
  const [first] = waiting
  if (first === undefined) return undefined
  if (first === escape) return takeEscape(waiting)
  const run = characters.exec(waiting)?.[0]
  if (run !== undefined) return { length: run.length, key: { name: 'text', text: run } }
  return { length: 1, ...named(controlName(first)) }
}

function takeEscape(waiting: string): { readonly length: number; readonly key?: Key } | undefined {
  if (waiting === escape) return undefined
  const ofConsole = consoleKey.exec(waiting)
  if (ofConsole !== null) return { length: 4, ...named(`f${'ABCDE'.indexOf(ofConsole[1] ?? '') + 1}`) }
  const sequence = controlSequence.exec(waiting)
  if (sequence !== null && waiting !== `${escape}[[`) {
    const [whole, parameters = '', , final = ''] = sequence
    return { length: whole.length, ...named(sequenceName(parameters, final)) }
  }
  if (unfinishedSequence.test(waiting) || waiting === `${escape}[[`) return undefined
  const shifted = shiftedKey.exec(waiting)
  if (shifted !== null) return { length: 3, ...named(finals[shifted[1] ?? '']) }
  if (waiting === `${escape}O`) return undefined
  const told = controlString.exec(waiting)
  if (told !== null) return { length: told[0].length }
  if (unfinishedString.test(waiting)) return undefined
  if (waiting[1] === escape) return { length: 1, key: { name: 'escape' } }
  const [character = ''] = waiting.slice(1)
  const name = characters.test(character) ? character : controlName(character)
  return { length: 1 + character.length, ...named(name === undefined ? undefined : `alt-${name}`) }
}

function named(name: string | undefined): { readonly key?: Key } {
  return name === undefined ? {} : { key: { name } }
}

function controlName(character: string): string | undefined {
  const known = controls[character]
  if (known !== undefined) return known
  const code = character.charCodeAt(0)
  return code >= 1 && code <= 26 ? `ctrl-${String.fromCharCode(code + 96)}` : undefined
}

function sequenceName(parameters: string, final: string): string | undefined {
  const [first = '', modifiers = '1'] = parameters.split(';')
  if (final === 'Z') return 'shift-tab'
  const name = final === '~' ? numbered[first] : finals[final]
  if (name === undefined) return undefined
  const bits = (Number.parseInt(modifiers, 10) || 1) - 1
  return `${bits & 4 ? 'ctrl-' : ''}${bits & 2 ? 'alt-' : ''}${bits & 1 ? 'shift-' : ''}${name}`
}
