/** What a summary is divided into, in order, with what belongs there. */
export const summaryHeadings: readonly (readonly [heading: string, about: string])[] = [
  ['Task state', 'what the person wants, what is done, what is next'],
  ['Decisions', 'what was decided, with the reason'],
  ['Facts', 'names, numbers, preferences and constraints that must not be lost'],
  ['Files read', 'paths, with what mattered in them'],
  ['Files modified', 'paths, with what was changed'],
  ['Commands', 'what was run, with the outcome'],
  ['Errors', 'what went wrong, and how it was mended'],
]
