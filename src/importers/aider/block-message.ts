import type { ImportedMessage } from '../importer.ts'
import { importedMessage } from '../shared/imported-message.ts'
import type { HistoryBlock } from './history-blocks.ts'

/** A question that is answered for a whole group, and its answers: they are noted as if they had been typed. */
const QUESTION = /\(Y\)es\/\(N\)o\/.*\((A|S)\)/
const ANSWER = /^(a|all|s|skip|skip all|y|yes|n|no|d|don't ask again)$/i
const MODEL = /^(?:Main model|Model): (\S+)/m

/** @param before the block in front of it, in the same run */
export function blockMessage(
  { kind, text }: HistoryBlock,
  before: HistoryBlock | undefined,
  nativeId: string,
): ImportedMessage | undefined {
  const origin = { nativeId, at: undefined }
  switch (kind) {
    case 'user': {
      const question = before?.kind === 'tool' ? before.text.split('\n').at(-1) : undefined
      const isAnswer = question !== undefined && QUESTION.test(question) && ANSWER.test(text.trim())
      return importedMessage(origin, { role: 'user', content: text }, isAnswer ? 'other' : 'text')
    }
    case 'assistant':
      return importedMessage(origin, { role: 'assistant', content: text }, 'text')
    case 'tool':
      return importedMessage(origin, { role: 'tool', content: text }, 'tool-result')
    default:
      return undefined
  }
}

/** The model that the program says it uses. */
export function modelIn(text: string): string | undefined {
  return MODEL.exec(text)?.[1]
}
