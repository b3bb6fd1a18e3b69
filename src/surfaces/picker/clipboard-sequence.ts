import type { Environment } from '../../settings.ts'

/** Longer texts are refused by most terminals. */
const longest = 74_000
const knownTerms = /^(?:xterm-kitty|xterm-ghostty|alacritty|foot|wezterm|contour|rio)/
const knownPrograms: ReadonlySet<string> = new Set(['WezTerm', 'ghostty', 'vscode', 'rio', 'WarpTerminal'])

/**
 * What puts a text into the clipboard of the terminal (OSC 52).
 *
 * @returns undefined when the terminal is not known to take it, or the text is too long
 */
export function clipboardSequence(text: string, environment: Environment): string | undefined {
  const { TERM = '', TERM_PROGRAM = '', WT_SESSION } = environment
  const isKnown = knownTerms.test(TERM) || knownPrograms.has(TERM_PROGRAM) || WT_SESSION !== undefined
  const encoded = Buffer.from(text).toString('base64')
  return isKnown && encoded.length <= longest ? `\u001B]52;c;${encoded}\u0007` : undefined
}
