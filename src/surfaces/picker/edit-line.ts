import { graphemes } from './graphemes.ts'

/** A line that is being typed. The cursor is a UTF-16 offset at the edge of a character. */
export interface TypedLine {
  readonly text: string
  readonly cursor: number
}

type Edit = (line: TypedLine) => TypedLine

/** What the keys of an editor do to a line, by the name of the key. */
export const lineEdits: Readonly<Record<string, Edit>> = {
  backspace: (line) => cut(line, before(line), line.cursor),
  delete: (line) => cut(line, line.cursor, after(line)),
  left: (line) => ({ ...line, cursor: before(line) }),
  right: (line) => ({ ...line, cursor: after(line) }),
  home: (line) => ({ ...line, cursor: 0 }),
  end: (line) => ({ ...line, cursor: line.text.length }),
  'ctrl-left': (line) => ({ ...line, cursor: wordBefore(line) }),
  'ctrl-right': (line) => ({ ...line, cursor: wordAfter(line) }),
  'ctrl-a': (line) => ({ ...line, cursor: 0 }),
  'ctrl-e': (line) => ({ ...line, cursor: line.text.length }),
  'ctrl-b': (line) => ({ ...line, cursor: before(line) }),
  'ctrl-f': (line) => ({ ...line, cursor: after(line) }),
  'ctrl-u': (line) => cut(line, 0, line.cursor),
  'ctrl-k': (line) => cut(line, line.cursor, line.text.length),
  'ctrl-w': (line) => cut(line, wordBefore(line), line.cursor),
  'alt-backspace': (line) => cut(line, wordBefore(line), line.cursor),
}

/** The line with a text at the cursor. */
export function insertText({ text, cursor }: TypedLine, inserted: string): TypedLine {
  return { text: text.slice(0, cursor) + inserted + text.slice(cursor), cursor: cursor + inserted.length }
}

/** A line with the cursor behind it. */
export function typedLine(text: string): TypedLine {
  return { text, cursor: text.length }
}

function cut({ text }: TypedLine, from: number, to: number): TypedLine {
  return { text: text.slice(0, from) + text.slice(to), cursor: from }
}

function before({ text, cursor }: TypedLine): number {
  let last = 0
  for (const { index } of graphemes(text.slice(0, cursor))) last = index
  return last
}

function after({ text, cursor }: TypedLine): number {
  for (const { segment } of graphemes(text.slice(cursor))) return cursor + segment.length
  return cursor
}

function wordBefore({ text, cursor }: TypedLine): number {
  return text.slice(0, cursor).replace(/\S*\s*$/, '').length
}

function wordAfter({ text, cursor }: TypedLine): number {
  return cursor + (/^\s*\S*/.exec(text.slice(cursor))?.[0].length ?? 0)
}
