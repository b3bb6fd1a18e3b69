import type { ChatCli } from '../../chatcli.ts'
import type { PickerMemory } from './picker-memory.ts'
import { previewSession } from './preview-session.ts'
import { searchAsTyped } from './search-as-typed.ts'

/**
 * Reads in this process, one thing at a time.
 *
 * @param defer runs work once what is at hand is done, so that keys are taken in between
 */
export function localMemory(chatcli: ChatCli, defer: (work: () => void) => void): PickerMemory {
  const soon = <T>(read: () => T): Promise<T> =>
    new Promise((resolve, reject) => {
      defer(() => {
        try {
          resolve(read())
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)))
        }
      })
    })
  return {
    list: () =>
      soon(() => {
        const { sessions, unreadable } = chatcli.sessions.list()
        return { sessions, unreadable }
      }),
    trash: () => soon(() => chatcli.sessions.trash()),
    search: (query, most) => soon(() => searchAsTyped(chatcli, query, most)),
    preview: (name, query, position) => soon(() => previewSession(chatcli, name, query, position)),
    close: () => undefined,
  }
}
