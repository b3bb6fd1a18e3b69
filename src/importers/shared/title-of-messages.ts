import { titleOf } from '../../conversation/title.ts'
import type { ImportedMessage } from '../importer.ts'

/**
 * The title of a conversation that has none of its own: the first words that were typed in it, of a command only when
 * nothing else was. Empty when nothing was typed.
 */
export function titleOfMessages(messages: readonly ImportedMessage[]): string {
  const typed = messages
    .filter(({ sort, branch }) => sort === 'text' && branch === 'active')
    .map(({ message }) => titleOf(message))
    .filter((words) => words !== '')
  return typed.find((words) => !/^(\/[\w:-]+( |$)|! )/.test(words)) ?? typed[0] ?? ''
}
