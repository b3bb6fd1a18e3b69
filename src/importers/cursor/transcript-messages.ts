import type { MessageImage } from '../../conversation/message.ts'
import type { ImportedMessage } from '../importer.ts'
import { blocksOf, type Fields, fieldsOf, listOf, textOf } from '../shared/fields.ts'
import { callsMessage, messageMaker, thinkingMessage } from '../shared/message-maker.ts'
import { namedImage } from '../shared/named-image.ts'
import { withoutRedacted } from './without-redacted.ts'
import { transcriptPrompt } from './transcript-user-text.ts'

/** Whether a line is one that some version writes: a message, or a note between two. */
export function isTranscriptLine({ role, type }: Fields): boolean {
  if (role === undefined) return typeof type === 'string' && /^(turn|session)_/.test(type)
  return role === 'user' || role === 'assistant'
}

/** The messages of a line of an agent's transcript, which have no id and, except for prompts, no time. */
export function transcriptMessages({ role, message, content: bare }: Fields): readonly ImportedMessage[] {
  const content = fieldsOf(message)['content'] ?? bare
  const blocks = blocksOf(content)
  const texts = blocks.filter(({ type }) => type === 'text').map(({ text }) => textOf(text) ?? '')
  const undated = messageMaker({ nativeId: undefined, at: undefined })
  const results = blocks
    .filter(({ type }) => type === 'tool_result')
    .map(({ tool_use_id: call, content: result, is_error }) =>
      undated(
        {
          role: 'tool',
          content: resultText(result),
          ...(typeof call === 'string' ? { tool_call_id: call } : {}),
          ...(is_error === true ? { is_error } : {}),
        },
        'tool-result',
      ),
    )
  if (role === 'user') {
    const { text, at } = transcriptPrompt(texts.join('\n\n'))
    const images = imagesOf(blocks)
    if (text === '' && images.length === 0) return results
    const prompt = { role, content: text, ...(images.length === 0 ? {} : { images }) }
    const made = messageMaker({ nativeId: undefined, at })(prompt, 'text')
    return [...results, at === undefined ? made : { ...made, quality: 'minute' }]
  }
  if (role !== 'assistant') return []
  const thinking = blocks
    .filter(({ type }) => type === 'thinking' || type === 'reasoning')
    .map(({ thinking: thought, text }) => textOf(thought) ?? textOf(text) ?? '')
  const said = texts.map(withoutRedacted).filter((text) => text.trim() !== '')
  const calls = blocks
    .filter(({ type }) => type === 'tool_use')
    .map(({ id, name, input }, nth) => ({
      id: textOf(id) ?? `call-${nth}`,
      type: 'function',
      name: textOf(name) ?? 'tool',
      arguments: input ?? {},
    }))
  return [
    ...thinkingMessage(undated, thinking.filter((thought) => thought !== '').join('\n\n')),
    ...(said.length === 0 ? [] : [undated({ role, content: said.join('\n\n') }, 'text')]),
    ...callsMessage(undated, calls),
    ...results,
  ]
}

function resultText(content: unknown): string {
  if (typeof content === 'string') return content
  return listOf(content)
    .map((part) => textOf(fieldsOf(part)['text']) ?? '')
    .filter((text) => text !== '')
    .join('\n')
}

function imagesOf(blocks: readonly Fields[]): MessageImage[] {
  return blocks
    .filter(({ type }) => type === 'image')
    .map(({ source, name, mimeType }, i) => {
      const { media_type: media, url } = fieldsOf(source)
      return namedImage(i + 1, { type: media ?? mimeType, name, url })
    })
}
