import type { Paint } from './markdown-style.ts'

/** A piece of a paragraph as it is shown. */
export interface InlinePiece {
  /** Safe to show. Lines may be broken at its spaces. */
  readonly text: string
  readonly paint: Paint
  /**
   * `words`: its spaces are as wide as one; `exact`: they keep their width; `whole`: an address, broken only where no
   * line could hold it; `break`: a line break, without text.
   */
  readonly kind: 'words' | 'exact' | 'whole' | 'break'
}
