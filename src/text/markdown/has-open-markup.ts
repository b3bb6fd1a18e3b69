import { hasSpaceless } from './break-units.ts'

interface Opener {
  readonly mark: string
  count: number
}

const special = /[\\`*_~[<]/
const word = /[\p{L}\p{N}]/u
const punctuation = /[\p{P}\p{S}]/u
const space = /\s/u

/**
 * Whether something in a piece of a paragraph may still be closed by what follows a space: emphasis, code, a link,
 * a tag. When in doubt the answer is yes; a piece that says no means the same whatever comes.
 */
export function hasOpenMarkup(text: string): boolean {
  if (!special.test(text)) return false
  const openers: Opener[] = []
  let brackets = 0
  let at = 0
  while (at < text.length) {
    const mark = text[at] ?? ''
    switch (mark) {
      case '\\':
        at += 2
        break
      case '`': {
        const end = endOfCode(text, at)
        if (end < 0) return true
        at = end
        break
      }
      case '<': {
        const end = /[a-z/!?]/i.test(text[at + 1] ?? '') ? text.indexOf('>', at) : at
        if (end < 0) return true
        at = end + 1
        break
      }
      case '[':
        brackets++
        at++
        break
      case ']': {
        at++
        if (brackets === 0) break
        brackets--
        if (text[at] !== '(') break
        at = endOfTarget(text, at)
        if (at < 0) return true
        break
      }
      case '*':
      case '_':
      case '~': {
        const end = endOfRun(text, at)
        // A single one stands for "about" far more often than for something struck out.
        if (mark !== '~' || end - at > 1) {
          emphasise(openers, { mark, count: end - at }, text[at - 1] ?? ' ', text[end] ?? ' ')
        }
        at = end
        break
      }
      default:
        at++
    }
  }
  return brackets > 0 || openers.length > 0
}

/**
 * The flanking rules of CommonMark 0.31, section 6.2, without the rule of three, and not minding punctuation in scripts
 * without spaces.
 */
function emphasise(openers: Opener[], run: Opener, before: string, after: string): void {
  const isLoose = run.mark === '*' && hasSpaceless(before + after)
  const isLeft = !space.test(after) && (isLoose || !punctuation.test(after) || !word.test(before))
  const isRight = !space.test(before) && (isLoose || !punctuation.test(before) || !word.test(after))
  const mayOpen = isLeft && (run.mark !== '_' || !isRight || punctuation.test(before))
  let mayClose = isRight && (run.mark !== '_' || !isLeft || punctuation.test(after))
  while (mayClose && run.count > 0) {
    const i = openers.findLastIndex(({ mark }) => mark === run.mark)
    const opener = openers[i]
    mayClose = opener !== undefined
    if (opener === undefined) break
    const closed = Math.min(opener.count, run.count)
    opener.count -= closed
    run.count -= closed
    openers.length = opener.count > 0 ? i + 1 : i
  }
  if (mayOpen && run.count > 0) openers.push(run)
}

function endOfRun(text: string, at: number): number {
  let end = at
  while (text[end] === text[at]) end++
  return end
}

function endOfCode(text: string, at: number): number {
  const start = endOfRun(text, at)
  let from = text.indexOf('`', start)
  while (from >= 0) {
    const end = endOfRun(text, from)
    if (end - from === start - at) return end
    from = text.indexOf('`', end)
  }
  return -1
}

/** Behind the bracket that closes the one at `at`. */
function endOfTarget(text: string, at: number): number {
  let depth = 0
  for (let i = at; i < text.length; i++) {
    const mark = text[i]
    if (mark === '\\') i++
    else if (mark === '(') depth++
    else if (mark === ')' && --depth === 0) return i + 1
  }
  return -1
}
