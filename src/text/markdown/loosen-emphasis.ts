import { hasSpaceless } from './break-units.ts'

/** White space to a Markdown lexer, and nothing to a reader; to be taken out again behind the lexer. */
export const looseMark = '\uFEFF'

const strong = /(?<!\*)\*\*([^\s*`](?:[^*`]*[^\s*`])?)\*\*(?!\*)/gu

/**
 * Lets strong text of scripts without spaces begin and end beside punctuation: CommonMark (0.31, section 6.2) takes
 * the stars of `**注意：**请看` for text, as it expects a space behind a word. Puts {@link looseMark} where one is missing.
 */
export function loosenEmphasis(markdown: string): string {
  if (!markdown.includes('**') || !hasSpaceless(markdown)) return markdown
  return markdown.replace(strong, `${looseMark}$&${looseMark}`)
}
