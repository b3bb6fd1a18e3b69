/** What a search looks for, in one line at a time. */
export interface LinePattern {
  readonly expression: RegExp
  /** Why the pattern is taken as it stands; undefined for a regular expression. */
  readonly literalBecause: string | undefined
}

/** A pattern as a regular expression; one that is none is looked for literally. */
export function linePattern(pattern: string, ignoreCase: boolean): LinePattern {
  // Other tools write it like this.
  const [, inline = '', body = ''] = /^(\(\?i\))?([^]*)$/.exec(pattern) ?? []
  const flags = `${ignoreCase || inline !== '' ? 'i' : ''}${/\\[pP]\{/.test(body) ? 'u' : ''}`
  try {
    return { expression: new RegExp(body, flags), literalBecause: undefined }
  } catch (error) {
    const literal = pattern.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
    const literalBecause = error instanceof Error ? error.message : String(error)
    return { expression: new RegExp(literal, ignoreCase ? 'i' : ''), literalBecause }
  }
}
