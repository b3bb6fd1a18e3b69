import { characterClass, CharacterClass, isWordClass } from './character-class.ts'

/**
 * What a run is: a `word` (letters and digits as written), a `gram` (two neighbouring characters of a script without
 * spaces, the single character when it stands alone, or a picture), or a `single` (one character inside a longer run
 * of such a script: indexed so that a query of one character finds it, never asked for by a longer query).
 */
export const RunKind = { word: 0, gram: 1, single: 2 } as const

export type RunKind = (typeof RunKind)[keyof typeof RunKind]

/**
 * Receives a run as `source.slice(from, to)`, so that no string need be made for it. `source` is the scanned text, or
 * the Unicode form NFKC of a piece of it; `start` and `end` are UTF-16 offsets into the scanned text.
 */
export type RunVisitor = (
  source: string,
  from: number,
  to: number,
  kind: RunKind,
  start: number,
  end: number,
) => void

/** 1 for each character code below 128 that is part of a word. */
export const asciiWord: Uint8Array = new Uint8Array(128)
for (const character of '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz') {
  asciiWord[character.charCodeAt(0)] = 1
}

/**
 * Cuts text into searchable runs, in order. Never throws: lone surrogates, NULs and every other character that is not
 * a letter, digit or picture merely separate. A run whose normal form differs from the text is reported, piece by
 * piece, with the offsets of the whole run.
 */
export function scanRuns(text: string, visit: RunVisitor): void {
  const length = text.length
  let at = 0
  while (at < length) {
    const start = at
    let code = text.charCodeAt(at)
    if (code < 128) {
      if (asciiWord[code] === 0) {
        at++
        continue
      }
      do code = ++at < length ? text.charCodeAt(at) : 0
      while (code < 128 && asciiWord[code] === 1)
      if (code < 128) {
        visit(text, start, at, RunKind.word, start, at)
        continue
      }
    }
    at = otherRun(text, start, visit)
  }
}

/** Handles a run that holds something beyond ASCII; returns where it ends. */
function otherRun(text: string, start: number, visit: RunVisitor): number {
  const first = text.codePointAt(start) ?? 0
  const kind = characterClass(first)
  let end = start + width(first)
  if (kind === CharacterClass.separator || kind === CharacterClass.mark) return end
  if (kind === CharacterClass.picture) {
    visit(text, start, end, RunKind.gram, start, end)
    return end
  }
  let script: CharacterClass = kind
  while (end < text.length) {
    const next = text.codePointAt(end) ?? 0
    const nextKind = characterClass(next)
    if (nextKind !== CharacterClass.mark) {
      if (!joins(script, nextKind)) break
      if (nextKind !== CharacterClass.word) script = nextKind
    }
    end += width(next)
  }
  const run = text.slice(start, end)
  const normal = run.normalize('NFKC')
  if (normal !== run) scanRuns(normal, (source, from, to, kind) => visit(source, from, to, kind, start, end))
  else if (isWordClass(kind)) visit(text, start, end, RunKind.word, start, end)
  else visitGrams(text, start, end, visit)
  return end
}

/** Whether a character goes on with a run: a word ends where another script begins, digits go with any. */
function joins(script: CharacterClass, next: CharacterClass): boolean {
  if (script === next) return true
  if (!isWordClass(script) || !isWordClass(next)) return false
  return script === CharacterClass.word || next === CharacterClass.word
}

function visitGrams(text: string, start: number, end: number, visit: RunVisitor): void {
  let previous = -1
  for (let at = start; at < end;) {
    const next = at + width(text.codePointAt(at) ?? 0)
    if (previous < 0 && next >= end) {
      visit(text, at, next, RunKind.gram, at, next)
      return
    }
    visit(text, at, next, RunKind.single, at, next)
    if (previous >= 0) visit(text, previous, next, RunKind.gram, previous, next)
    previous = at
    at = next
  }
}

function width(codePoint: number): number {
  return codePoint > 0xffff ? 2 : 1
}
