/** Sets a piece of text off. Takes text that is safe to show and gives the same words back, as wide as before. */
export type Paint = (text: string) => string

/** How the parts of a Markdown text look. */
export interface MarkdownStyle {
  /** Two stars in Markdown, and the head of a table. */
  readonly strong: Paint
  readonly emphasis: Paint
  readonly strike: Paint
  /** Code inside a sentence. Blocks of code stay as they are. */
  readonly code: Paint
  /** `depth`: 1 for a chapter to 6. */
  readonly heading: (text: string, depth: number) => string
  /** The words of a link. */
  readonly link: Paint
  /** The language of a block of code. */
  readonly label: Paint
  /** Bars, rules, bullets, addresses behind the words of a link. */
  readonly quiet: Paint
  /** Marks to write where looks alone cannot carry a meaning; empty where they can. */
  readonly marks: {
    /** Stands once per depth in front of a heading. */
    readonly heading: string
    /** Stands on both sides of code inside a sentence. */
    readonly code: string
    /** Stands on both sides of what is struck out. */
    readonly strike: string
  }
  /** For a terminal with links: makes the words of one lead to its address, or leaves the address to be written. */
  readonly hyperlink?: (url: string) => Paint | undefined
}
