/** How a surface sets pieces of a text off. Each takes text that is safe to show and gives the same words back. */
export interface TextStyle {
  /** What matched, what is new, a name. */
  readonly strong: (text: string) => string
  /** What is beside the point: dates, counts, hints. */
  readonly quiet: (text: string) => string
}

/** For surfaces that show plain text. */
export const plainStyle: TextStyle = { strong: (text) => text, quiet: (text) => text }
