type Tag = 'tool_call' | 'tool_response'

/** A text beside a tag: where it has that tag itself, a backslash stands in it, one more than before. */
export function escapeTag(text: string, tag: Tag): string {
  return text.replace(new RegExp(`<(\\\\*/?${tag}>)`, 'g'), '<\\$1')
}

/** The reverse of {@link escapeTag}; a tag without a backslash stays. */
export function unescapeTag(text: string, tag: Tag): string {
  return text.replace(new RegExp(`<\\\\(\\\\*/?${tag}>)`, 'g'), '<$1')
}
