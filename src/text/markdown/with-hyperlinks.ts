import type { MarkdownStyle, Paint } from './markdown-style.ts'

const longest = 2000
// An address may end neither the sequence it stands in nor the line; what is not ASCII must be percent-encoded there.
const address = /^(?:https?:\/\/|mailto:)[!-~]+$/iu

/**
 * A style whose links can be clicked (OSC 8), for terminals that are known to understand it. Only web and mail
 * addresses become links; others stay behind their words.
 */
export function withHyperlinks(style: MarkdownStyle): MarkdownStyle {
  return { ...style, hyperlink }
}

function hyperlink(url: string): Paint | undefined {
  const target = url.replace(/[^!-~]+/gu, (other) => encodeURIComponent(other.toWellFormed()))
  if (target.length > longest || !address.test(target)) return undefined
  return (text) => (text === '' ? '' : `\u001B]8;;${target}\u001B\\${text}\u001B]8;;\u001B\\`)
}
