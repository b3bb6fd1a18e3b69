import { graphemeCut } from '../../conversation/grapheme-cut.ts'
import { type Passage, cutPassages, longestPassage } from './cut-passages.ts'
import { isProse, outline } from './outline.ts'
import { textLines } from './text-lines.ts'

/** A stretch of a document that came in a piece of its own. */
export interface DocumentSection {
  /** UTF-16 offset in the text. */
  readonly start: number
  readonly title: string
  /** UTF-16 code units of its passages at most. */
  readonly most: number
}

/** Something to be read. */
export interface KnowledgeDocument {
  /** What it is called in its base. */
  readonly source: string
  readonly text: string
  /** What a file of its own says, when its text is that. */
  readonly bytes: Uint8Array | undefined
  /** In order, for a document made of several pieces; empty when it is one. */
  readonly sections: readonly DocumentSection[]
}

const longestTitle = 72
/** Lines in which a title is looked for, and UTF-16 code units of them. */
const titleLines = 40
const titleText = 6000
/** A comment that says nothing of what is in the file. */
const boilerplate =
  /copyright|licen[sc]e|spdx|eslint|oxlint|prettier|generated|coding[:=]|^!|@ts-|shellcheck|syntax=/i

/** The passages of a document, in order. */
export function passagesOf({ source, text, sections }: KnowledgeDocument): readonly Passage[] {
  if (sections.length === 0) return cutPassages(source, text)
  let line = 0
  return sections.flatMap(({ start, title, most }, i) => {
    const end = sections[i + 1]?.start ?? text.length
    const before = line
    const piece = text.slice(start, end)
    line += piece.split('\n').length - 1
    const headings = title === '' ? [] : [title]
    return cutPassages(source, piece, { most: Math.min(longestPassage, most) }).map((passage): Passage => ({
      ...passage,
      startLine: passage.startLine + before,
      endLine: passage.endLine + before,
      start: passage.start + start,
      end: passage.end + start,
      headings: [...headings, ...passage.headings],
      above: passage.above + headings.length,
    }))
  })
}

/** What a document is about, at most 72 characters: its first heading, or what its first comment says; `''` for neither. */
export function titleOf({ source, text, sections }: KnowledgeDocument): string {
  const [section] = sections
  if (section !== undefined && section.title !== '') return shortTitle(section.title)
  const lines = textLines(text.slice(0, titleText))
  if (isProse(source)) return shortTitle(outline(source, lines)[0]?.title ?? '')
  for (let line = 0; line < Math.min(lines.count, titleLines); line++) {
    const comment = commentIn(lines.at(line))
    if (comment === undefined || comment.split(/\s+/).length < 3 || boilerplate.test(comment)) continue
    const [sentence = comment] = /^.*?[.:](?=\s|$)/.exec(comment) ?? []
    return shortTitle(sentence.replace(/[.:]$/, ''))
  }
  return ''
}

/** What a line says that is a comment, or stands in one. */
function commentIn(line: string): string | undefined {
  const [mark] = /^ ?(?:\/\/[/!]?|\/\*\*?|\*|#+|--+|;+|"""|'''|<!--)/.exec(line) ?? []
  return mark === undefined
    ? undefined
    : line
        .slice(mark.length)
        .trim()
        .replace(/(?:\*\/|-->|"""|''')$/, '')
        .trimEnd()
}

function shortTitle(title: string): string {
  return title.length <= longestTitle
    ? title
    : `${title.slice(0, graphemeCut(title, longestTitle - 1)).trimEnd()}…`
}
