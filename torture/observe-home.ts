import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ChatCli } from '../src/chatcli.ts'
import { openChatCli } from '../src/open-chatcli.ts'
import type { Talk, World } from './talk-world.ts'

/**
 * Everything in a home, read as the library reads it; what is in the trash is read from a copy, where it is restored.
 *
 * @param scratch a folder for that copy
 * @param keys the one that seals, and those that open only
 * @param options.mayBeTorn a write was cut short: what is left of it is named as damage, and stays
 * @throws Error when something cannot be read, or is damaged
 */
export function observeHome(
  home: string,
  scratch: string,
  keys: readonly string[],
  { mayBeTorn = false }: { readonly mayBeTorn?: boolean } = {},
): World {
  const [encryptionKey, ...previousKeys] = keys
  const sealed = encryptionKey === undefined ? {} : { encryptionKey, previousKeys }
  const open = (path: string): ChatCli => openChatCli({ home: path, ...sealed })
  const chatcli = open(home)
  const { sessions, unreadable } = chatcli.sessions.list()
  if (unreadable.length > 0) throw new Error(`unreadable: ${JSON.stringify(unreadable)}`)
  const named = new Map<string, Talk>()
  const loose: Talk[] = []
  for (const { name, interrupted } of sessions) {
    const talk = talkOf(chatcli, name, mayBeTorn)
    if (interrupted) loose.push(talk)
    else named.set(withoutMoment(name), talk)
  }
  const trash: (Talk & { readonly name: string })[] = []
  const entries = chatcli.sessions.trash()
  if (entries.length > 0) {
    const copy = mkdtempSync(join(scratch, 'copy-'))
    try {
      cpSync(home, copy, { recursive: true })
      const other = open(copy)
      for (const [i, { entry, name }] of entries.entries())
        trash.push({
          name,
          ...talkOf(other, other.sessions.restore(entry, { as: `from-the-trash-${i}` }).name, mayBeTorn),
        })
    } finally {
      rmSync(copy, { recursive: true, force: true })
    }
  }
  return { sessions: named, trash, loose }
}

function talkOf(chatcli: ChatCli, name: string, mayBeTorn: boolean): Talk {
  const { messages, damage } = chatcli.sessions.load(name)
  if (damage.length > 0 && !mayBeTorn) throw new Error(`"${name}" is damaged: ${JSON.stringify(damage)}`)
  const { messages: record } = chatcli.sessions.record(name)
  return {
    window: messages.map(({ content }) => withoutMarks(content)),
    record: record
      .filter(({ state }) => state !== 'missing')
      .map(({ message }) => withoutMarks(message.content)),
  }
}

/** Names that the program gives now, whatever the time and the client. */
function withoutMoment(name: string): string {
  return name.replace(/^(?:autosave-20(?!25)\d{6}-\d{6}|mcp-).*$/, 'now')
}

/** The random marks of fences. */
function withoutMarks(text: string): string {
  return text.replaceAll(/\b[0-9a-f]{16}\b/g, '#')
}
