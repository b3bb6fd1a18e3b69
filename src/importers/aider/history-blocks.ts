import type { TextLine } from '../shared/text-lines.ts'

/** Lines that belong together: the beginning of a run (its time), what was typed, what the program wrote, an answer. */
export interface HistoryBlock {
  readonly kind: 'start' | 'user' | 'tool' | 'assistant' | 'unfinished'
  readonly offset: number
  readonly text: string
  readonly cutBytes: number
}

interface Gathered {
  readonly kind: 'user' | 'tool' | 'assistant'
  readonly offset: number
  lines: string[]
  length: number
  cutBytes: number
}

const START = /^# aider chat started at (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\s*$/
/** Every line that was typed ends with two blanks: a heading of an answer does not. */
const TYPED = /^####(?: ([^]*?))? {2}$/
const HEADING = /^####(?: ([^]*))?$/
const WRITTEN = /^>(?: ([^]*))?$/
const FENCE = /^\s*(`{3,}|~{3,})([^`]*)$/
/** Characters of one message. */
const MOST = 2 * 2 ** 20

/**
 * The blocks of a chat history. Within a code fence of an answer everything belongs to it, also what looks like a
 * prompt; but an answer may break off within a fence, so a run begins there if what follows looks like a run too.
 *
 * @param isSettled nobody is writing: a last line without its end is whole
 */
export function* historyBlocks(
  lines: Iterable<TextLine>,
  isSettled: boolean,
): Generator<HistoryBlock, void, undefined> {
  let block: Gathered | undefined
  let fence: string | undefined
  const take = (): readonly HistoryBlock[] => {
    const done = block
    block = undefined
    fence = undefined
    if (done === undefined) return []
    const text = done.lines.join('\n').trim()
    return [{ kind: done.kind, offset: done.offset, text, cutBytes: done.cutBytes }]
  }
  const add = (kind: Gathered['kind'], line: TextLine, text: string): readonly HistoryBlock[] => {
    const before = block?.kind === kind ? [] : take()
    block ??= { kind, offset: line.offset, lines: [], length: 0, cutBytes: 0 }
    block.cutBytes += line.cutBytes
    if (block.length + text.length > MOST) block.cutBytes += text.length
    else {
      block.lines.push(text)
      block.length += text.length + 1
    }
    return before
  }
  for (const [line, next, afterNext] of withNext(lines)) {
    const { text, offset } = line
    // A prompt or a note without its end is not whole, however long nobody writes.
    if (!line.isTerminated && (!isSettled || /^[#>]/.test(text))) {
      yield* take()
      yield { kind: 'unfinished', offset, text: '', cutBytes: 0 }
      return
    }
    const start = START.exec(text)?.[1]
    const isRun = next?.text.trim() === '' && afterNext?.text.startsWith('> ') === true
    if (start !== undefined && (fence === undefined || isRun)) {
      yield* take()
      yield { kind: 'start', offset, text: start, cutBytes: 0 }
    } else if (fence !== undefined) {
      yield* add('assistant', line, text)
      if (isEndOf(fence, text)) fence = undefined
    } else if (TYPED.test(text) || (HEADING.test(text) && block?.kind !== 'assistant')) {
      yield* add('user', line, ((TYPED.exec(text) ?? HEADING.exec(text))?.[1] ?? '').replace(/^<blank>$/, ''))
    } else if (WRITTEN.test(text)) {
      yield* add('tool', line, (WRITTEN.exec(text)?.[1] ?? '').trimEnd())
    } else if (text.trim() === '' && block?.kind !== 'assistant') {
      // What is typed next is another prompt; what the program writes next belongs to what it wrote before.
      if (block?.kind === 'user') yield* take()
    } else {
      yield* add('assistant', line, text)
      fence = FENCE.exec(text)?.[1]
    }
  }
  yield* take()
}

function isEndOf(fence: string, line: string): boolean {
  const text = line.trim()
  return text.length >= fence.length && text === (fence[0] ?? '').repeat(text.length)
}

/** Each line with the two behind it. */
function* withNext<T>(
  lines: Iterable<T>,
): Generator<readonly [T, T | undefined, T | undefined], void, undefined> {
  const ahead: T[] = []
  for (const line of lines) {
    ahead.push(line)
    const [first, second, third] = ahead
    if (first === undefined || third === undefined) continue
    yield [first, second, third]
    ahead.shift()
  }
  for (let first = ahead.shift(); first !== undefined; first = ahead.shift())
    yield [first, ahead[0], undefined]
}
