import type { MessageImage, ToolCall } from '../../conversation/message.ts'
import type { ImportedMessage } from '../importer.ts'
import { blocksOf, type Fields, fieldsOf, listOf, textOf } from '../shared/fields.ts'
import { callsMessage, type MakeMessage, messageMaker, thinkingMessage } from '../shared/message-maker.ts'
import { namedImage } from '../shared/named-image.ts'
import { timeOf } from '../shared/time-of.ts'
import { answerText, SPOKEN } from './answer-text.ts'
import { typedText } from './typed-text.ts'

/** Whether a value is an entry of what was sent to the model and came back. */
export function isSent(value: unknown): boolean {
  const { role, content } = fieldsOf(value)
  return typeof role === 'string' && content !== undefined
}

/**
 * The messages of an entry of what was sent to the model and came back. Undefined for a role that no version writes.
 */
export function apiMessages(entry: Fields): readonly ImportedMessage[] | undefined {
  const { id, role, content, ts } = entry
  const make = messageMaker({ nativeId: textOf(id), at: timeOf(ts) })
  const blocks = blocksOf(content)
  const metadata = fieldsOf(entry['metadata'])
  if (metadata['kind'] === 'compaction_summary') {
    const summary = textOf(metadata['summary'])
    if (summary === undefined) return []
    return [make({ role: 'user', content: summary, meta: { is_summary: true } }, 'summary')]
  }
  if (role === 'user') return sent(blocks, make)
  if (role === 'assistant') return answered(blocks, make)
  return role === 'system' ? [] : undefined
}

/** What a person typed stands among results of tools, and may stand in one: as an answer to a question. */
function sent(blocks: readonly Fields[], make: MakeMessage): readonly ImportedMessage[] {
  const typed: string[] = []
  const results: ImportedMessage[] = []
  const result = (content: string, more: object = {}): void => {
    if (content.trim() === '') return
    results.push(make({ role: 'tool', content, ...more }, 'tool-result', `:result:${results.length}`))
  }
  // What a tool said may go on in the next texts.
  let output = ''
  for (const block of blocks) {
    if (block['type'] === 'text') {
      const { typed: own, result: said, isResult } = typedText(textOf(block['text']) ?? '', output !== '')
      typed.push(...own)
      if (isResult) {
        result(output)
        output = said
      } else if (said !== '') output += `\n${said}`
    }
    if (block['type'] !== 'tool_result') continue
    const call = textOf(block['tool_use_id'])
    const whole = resultText(block['content'])
    typed.push(...typedText(whole, true).typed)
    result(whole, {
      ...(call === undefined ? {} : { tool_call_id: call }),
      ...(block['is_error'] === true ? { is_error: true } : {}),
    })
  }
  result(output)
  const images = imagesOf(blocks)
  const text = typed.join('\n\n')
  if (text === '' && images.length === 0) return results
  return [
    ...results,
    make({ role: 'user', content: text, ...(images.length === 0 ? {} : { images }) }, 'text'),
  ]
}

function answered(blocks: readonly Fields[], make: MakeMessage): readonly ImportedMessage[] {
  const thoughts: string[] = []
  const texts: string[] = []
  const calls: ToolCall[] = []
  for (const block of blocks) {
    const { type, id, name, input, thinking } = block
    if (type === 'text') {
      const { text, thought, tools } = answerText(textOf(block['text']) ?? '')
      thoughts.push(thought)
      texts.push(text)
      for (const tool of tools) calls.push({ id: `call-${calls.length}`, type: 'function', ...tool })
    }
    if (type === 'thinking' || type === 'reasoning')
      thoughts.push(textOf(thinking) ?? textOf(block['text']) ?? '')
    if (type !== 'tool_use') continue
    const said = spokenCall(block)
    if (said !== undefined) texts.push(said)
    else
      calls.push({
        id: textOf(id) ?? `call-${calls.length}`,
        type: 'function',
        name: textOf(name) ?? 'tool',
        arguments: input ?? {},
      })
  }
  const text = texts.filter((part) => part !== '').join('\n\n')
  return [
    ...thinkingMessage(make, thoughts.filter((part) => part !== '').join('\n\n')),
    ...(text.trim() === '' ? [] : [make({ role: 'assistant', content: text }, 'text')]),
    ...callsMessage(make, calls),
  ]
}

/** Some tools are how the model speaks to the person. */
function spokenCall({ name, input }: Fields): string | undefined {
  const spoken = SPOKEN.get(name)
  return spoken === undefined ? undefined : textOf(fieldsOf(input)[spoken])
}

function resultText(content: unknown): string {
  if (typeof content === 'string') return content
  return listOf(content)
    .map((part) => {
      const { text, result, error } = fieldsOf(part)
      const parts = [textOf(text) ?? textOf(result), textOf(error)]
      return parts.filter((each) => each !== undefined).join('\n')
    })
    .filter((text) => text !== '')
    .join('\n')
}

function imagesOf(blocks: readonly Fields[]): MessageImage[] {
  return blocks
    .filter(({ type }) => type === 'image')
    .map(({ source, name }, i) => {
      const { media_type: type, url } = fieldsOf(source)
      return namedImage(i + 1, { type, url, name })
    })
}
