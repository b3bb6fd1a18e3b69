import { Lexer, type MarkedToken } from 'marked'
import { sanitiseForTerminal } from '../sanitise.ts'
import { decodeEntities } from './decode-entities.ts'
import type { InlinePiece } from './inline-piece.ts'
import { looseMark, loosenEmphasis } from './loosen-emphasis.ts'
import type { MarkdownStyle, Paint } from './markdown-style.ts'

export interface InlineOptions {
  readonly style: MarkdownStyle
  /** The word for an image, in the person's language. */
  readonly imageLabel: string
  /** Is told how many units of text go to the lexer. */
  readonly onLex?: (units: number) => void
}

const markup = /[\\`*_~[\]<&@]|:\/\/|www\./iu
const plain: Paint = (text) => text

/** What a piece of a paragraph looks like; `paint` is of what it stands in. The text must be safe to show. */
export function inlinePieces(
  markdown: string,
  options: InlineOptions,
  paint: Paint = plain,
): readonly InlinePiece[] {
  if (!markup.test(markdown)) return [{ text: markdown, paint, kind: 'words' }]
  options.onLex?.(markdown.length)
  const loose = loosenEmphasis(markdown)
  const withoutMarks = (text: string): string => (loose === markdown ? text : text.replaceAll(looseMark, ''))
  const pieces = piecesOf(Lexer.lexInline(loose) as MarkedToken[], options, paint)
  // The lexer turns character references into what they stand for, control characters too.
  return pieces.map((piece) => ({ ...piece, text: sanitiseForTerminal(withoutMarks(piece.text)) }))
}

function piecesOf(tokens: readonly MarkedToken[], options: InlineOptions, paint: Paint): InlinePiece[] {
  return tokens.flatMap((token) => pieceOf(token, options, paint))
}

function pieceOf(token: MarkedToken, options: InlineOptions, paint: Paint): InlinePiece[] {
  const { style } = options
  const inside = (tokens: readonly unknown[] = [], outer: Paint = paint): InlinePiece[] =>
    piecesOf(tokens as MarkedToken[], options, outer)
  switch (token.type) {
    case 'strong':
      return inside(token.tokens, (text) => paint(style.strong(text)))
    case 'em':
      return inside(token.tokens, (text) => paint(style.emphasis(text)))
    case 'del': {
      const struck: Paint = (text) => paint(style.strike(text))
      const mark: InlinePiece = { text: style.marks.strike, paint: struck, kind: 'words' }
      return [mark, ...inside(token.tokens, struck), mark]
    }
    case 'codespan': {
      const { code } = style.marks
      const text = `${code}${token.text}${code}`
      return [{ text, paint: (shown) => paint(style.code(shown)), kind: 'exact' }]
    }
    case 'br':
      return [{ text: '', paint, kind: 'break' }]
    case 'image':
      return [{ text: `[${options.imageLabel}: ${decodeEntities(token.text)}]`, paint, kind: 'words' }]
    case 'link': {
      const href = token.autolink ? token.href : decodeEntities(token.href)
      const url = sanitiseForTerminal(href).replace(/\s+/gu, '%20')
      const clickable = style.hyperlink?.(url)
      const linked: Paint = (text) =>
        paint(clickable === undefined ? style.link(text) : clickable(style.link(text)))
      const isBare = url === token.text || url.replace(/^(?:mailto:|https?:\/\/)/i, '') === token.text
      if (isBare) return [{ text: token.text, paint: linked, kind: 'whole' }]
      const words = inside(token.tokens, linked)
      if (clickable !== undefined || url === '') return words
      const address: Paint = (text) => paint(style.quiet(text))
      return [
        ...words,
        { text: ' ', paint, kind: 'words' },
        { text: `(${url})`, paint: address, kind: 'whole' },
      ]
    }
    case 'escape':
      return [{ text: token.text, paint, kind: 'words' }]
    case 'text':
      return [{ text: decodeEntities(token.text), paint, kind: 'words' }]
    case 'html':
      // Tables are written with it, as a cell has no other way to more than one line.
      if (/^<br\s*\/?>$/i.test(token.raw)) return [{ text: '', paint, kind: 'break' }]
      return [{ text: token.raw, paint, kind: 'words' }]
    default:
      return [{ text: token.raw, paint, kind: 'words' }]
  }
}
