import type { Message } from '../../conversation/message.ts'
import type { ImportedMessage } from '../importer.ts'
import { type Fields, fieldsOf, isFields, listOf, textOf } from '../shared/fields.ts'
import { importedMessage } from '../shared/imported-message.ts'
import { timeOf } from '../shared/time-of.ts'
import { type Part, partMessages } from './part-messages.ts'

/** A row of the second generation. */
export interface SequencedMessage {
  readonly id: string
  readonly type: string
  readonly data: Fields
  /** From its row, milliseconds since the epoch. */
  readonly createdAt: number | undefined
}

const TYPES = new Set(
  'user assistant synthetic system shell compaction agent-switched model-switched'.split(' '),
)

export function isKnownType(type: string): boolean {
  return TYPES.has(type) || type.endsWith('-switched')
}

/** The messages that a row of the second generation becomes; what the tool put in by itself becomes none. */
export function sequencedMessages(
  row: SequencedMessage,
  branch: ImportedMessage['branch'],
): readonly ImportedMessage[] {
  const { id, type, data, createdAt } = row
  const at = timeOf(fieldsOf(data['time'])['created']) ?? createdAt
  const origin = { nativeId: id, at, branch }
  switch (type) {
    case 'user':
      return partMessages({ ...origin, role: 'user' }, [
        { id: 'text', fields: { type: 'text', text: data['text'] } },
        ...partsOf(data['files'], 'file'),
      ])
    case 'assistant':
      return partMessages({ ...origin, role: 'assistant' }, partsOf(data['content']))
    case 'shell': {
      const run = `$ ${textOf(data['command']) ?? ''}\n${textOf(data['output']) ?? ''}`.trimEnd()
      return [importedMessage(origin, { role: 'tool', content: run }, 'tool-result')]
    }
    case 'compaction': {
      const content = textOf(data['summary'])
      if (content === undefined) return []
      const message: Message = { role: 'user', content, meta: { is_summary: true } }
      return [importedMessage(origin, message, 'summary')]
    }
    default:
      return []
  }
}

function partsOf(value: unknown, type?: string): readonly Part[] {
  return listOf(value)
    .filter(isFields)
    .map((fields, i) => ({
      id: textOf(fields['id']) ?? String(i),
      fields: type === undefined ? fields : { ...fields, type },
    }))
}
