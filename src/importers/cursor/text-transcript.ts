import type { ImportedMessage } from '../importer.ts'
import { callsMessage, messageMaker, thinkingMessage } from '../shared/message-maker.ts'
import { withoutRedacted } from './without-redacted.ts'
import { transcriptPrompt } from './transcript-user-text.ts'

const HEAD = /^(user|assistant):\s*$/
const MARK = /^\[(Tool call|Tool result|Thinking)\]\s?(.*)$/

/** A part of what was said in one go: what follows a mark goes on to the next one; thoughts and calls end at a blank line. */
interface Part {
  readonly kind: 'text' | 'Tool call' | 'Tool result' | 'Thinking'
  readonly name: string
  readonly lines: string[]
}

/** The messages of a transcript of the first versions: plain text, under the names of who speaks. */
export function textTranscript(text: string): readonly ImportedMessage[] {
  const messages: ImportedMessage[] = []
  let role: 'user' | 'assistant' | undefined
  let parts: Part[] = []
  const end = (): void => {
    if (role !== undefined) messages.push(...(role === 'user' ? prompt(parts) : reply(parts)))
    parts = []
  }
  let isBlank = true
  for (const line of text.replace(/^\uFEFF/, '').split(/\r?\n/)) {
    const head = isBlank ? HEAD.exec(line)?.[1] : undefined
    const [, kind, name = ''] = (role === 'assistant' ? MARK.exec(line) : null) ?? []
    isBlank = line.trim() === ''
    const last = parts.at(-1)
    if (head !== undefined) {
      end()
      role = head === 'user' ? 'user' : 'assistant'
    } else if (kind !== undefined) parts.push({ kind: kind as Part['kind'], name, lines: [] })
    else if (last === undefined || (isBlank && (last.kind === 'Thinking' || last.kind === 'Tool call')))
      parts.push({ kind: 'text', name: '', lines: [line] })
    else last.lines.push(line)
  }
  end()
  return messages
}

const make = messageMaker({ nativeId: undefined, at: undefined })

function prompt(parts: readonly Part[]): readonly ImportedMessage[] {
  const { text, at } = transcriptPrompt(parts.map(bodyOf).join('\n'))
  if (text === '') return []
  const made = messageMaker({ nativeId: undefined, at })({ role: 'user', content: text }, 'text')
  return [at === undefined ? made : { ...made, quality: 'minute' }]
}

function reply(parts: readonly Part[]): readonly ImportedMessage[] {
  return parts.flatMap((part, nth) => {
    const body = bodyOf(part)
    switch (part.kind) {
      case 'Thinking':
        return thinkingMessage(make, [part.name, body].filter((text) => text !== '').join('\n'))
      case 'Tool call': {
        const given = body === '' ? {} : { input: body }
        return callsMessage(make, [
          { id: `call-${nth}`, type: 'function', name: part.name || 'tool', arguments: given },
        ])
      }
      case 'Tool result':
        return body === '' ? [] : [make({ role: 'tool', content: body }, 'tool-result')]
      default: {
        const content = withoutRedacted(body)
        return content === '' ? [] : [make({ role: 'assistant', content }, 'text')]
      }
    }
  })
}

function bodyOf({ lines }: Part): string {
  return lines.join('\n').trim()
}
