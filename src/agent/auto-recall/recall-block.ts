import { graphemeCut } from '../../conversation/grapheme-cut.ts'
import type { SessionHit } from '../../search/search-result.ts'
import { fenceRecalled } from '../fence-recalled.ts'
import type { Mode } from '../turn.ts'
import { modelAge } from './model-age.ts'
import { modelTitle } from './model-title.ts'
import { passageOf } from './passage-of.ts'

export interface RecallBlockOptions {
  readonly mode: Mode
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Random letters and digits, as in `fenceRecalled`. */
  readonly mark: string
}

/** Bytes (UTF-8) of the whole, the fence included. */
const most = 900
/** A shorter beginning of what somebody said tells nothing. */
const leastSnippet = 40

const instruction = {
  chat: 'Past conversations that may bear on this. Name the one you use; the person goes on with it by /session attach NAME. Never say it is lost.',
  work: 'Past conversations that may bear on this. Read one with the session tool (cmd "get") before you say that context is missing.',
}

/** What a model is told of recalled sessions, fenced as data; `lines` is the part that says something. */
export function recallBlock(
  sessions: readonly SessionHit[],
  { mode, now, mark }: RecallBlockOptions,
): { readonly tail: string; readonly lines: string } {
  const head = `[SESSION RECALL]\n${mode === 'chat' ? instruction.chat : instruction.work}`
  for (let room = most; ; room -= 20) {
    const lines = linesWithin(sessions, room - bytes(`${head}\n${fenceRecalled('', mark)}`), now)
    const tail = `${head}\n${fenceRecalled(lines.join('\n'), mark)}`
    // The fence sets characters apart, which makes it longer.
    if (bytes(tail) <= most || lines.length === 0) return { tail, lines: lines.join('\n') }
  }
}

function linesWithin(sessions: readonly SessionHit[], room: number, now: number): string[] {
  const lines: string[] = []
  let left = room
  for (const [at, hit] of sessions.entries()) {
    const start = `- ${hit.name} (${age(hit, now)}${modelTitle(hit.title)}): `
    const share = left / (sessions.length - at)
    const snippet = cut(oneLine(passageOf(hit)), share - bytes(start) - 1)
    if (snippet === undefined) break
    lines.push(start + snippet)
    left -= bytes(start + snippet) + 1
  }
  return lines
}

function age({ updatedAt }: SessionHit, now: number): string {
  return modelAge(now - Date.parse(updatedAt))
}

/** The beginning that has so many bytes at most, cut between characters; undefined when that is next to nothing. */
function cut(text: string, room: number): string | undefined {
  if (bytes(text) <= room) return text
  if (room < leastSnippet) return undefined
  let end = graphemeCut(text, Math.min(text.length, Math.floor(room)))
  while (end > 0 && bytes(text.slice(0, end)) > room - 3) end = graphemeCut(text, end - 1)
  return `${text.slice(0, end).trimEnd()}…`
}

function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
}

function bytes(text: string): number {
  return Buffer.byteLength(text)
}
