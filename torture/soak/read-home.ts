import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ChatCli } from '../../src/chatcli.ts'
import { openChatCli } from '../../src/open-chatcli.ts'
import type { FoundTalk } from './check-ledger.ts'

/** Every conversation of a home, and what could not be read of it. */
export interface ReadHome {
  readonly talks: readonly FoundTalk[]
  readonly complaints: readonly string[]
}

/**
 * Reads everything, the trash from a copy where it is restored.
 *
 * @param scratch a folder for that copy
 * @param keys the one that seals, and those that open only
 */
export function readHome(home: string, scratch: string, keys: readonly string[]): ReadHome {
  const [encryptionKey, ...previousKeys] = keys
  const sealed = encryptionKey === undefined ? {} : { encryptionKey, previousKeys }
  const complaints: string[] = []
  const open = (path: string): ChatCli => openChatCli({ home: path, ...sealed })
  const read = (chatcli: ChatCli, name: string): string[] => {
    try {
      const { damage } = chatcli.sessions.load(name)
      if (damage.length > 0) complaints.push(`"${name}" is damaged: ${JSON.stringify(damage)}`)
      return chatcli.sessions
        .record(name)
        .messages.filter(({ state }) => state !== 'missing')
        .map(({ message }) => message.content)
    } catch (error) {
      complaints.push(`"${name}" cannot be read: ${String(error)}`)
      return []
    }
  }
  const chatcli = open(home)
  const { sessions, unreadable } = chatcli.sessions.list()
  for (const one of unreadable) complaints.push(`unreadable: ${JSON.stringify(one)}`)
  const talks: FoundTalk[] = sessions.map(({ name, interrupted }) => ({
    name,
    kind: interrupted ? 'loose' : 'session',
    texts: read(chatcli, name),
  }))
  const entries = chatcli.sessions.trash()
  if (entries.length > 0) {
    const copy = mkdtempSync(join(scratch, 'copy-'))
    try {
      cpSync(home, copy, { recursive: true, filter: (path) => path !== join(home, 'index') })
      const other = open(copy)
      for (const [i, { entry, name }] of entries.entries()) {
        const as = `from-the-trash-${i}`
        try {
          other.sessions.restore(entry, { as })
          talks.push({ name, kind: 'trash', texts: read(other, as) })
        } catch (error) {
          complaints.push(`${entry} (${name}) cannot be restored: ${String(error)}`)
        }
      }
    } finally {
      rmSync(copy, { recursive: true, force: true })
    }
  }
  return { talks, complaints }
}
