import type { SimulatedDisk } from '../../src/disk/simulated-disk.ts'
import { listSessions } from '../../src/store/list-sessions.ts'
import { loadConversation } from '../../src/store/load-conversation.ts'
import { recordOf } from '../../src/store/record-of.ts'
import { restoreSession } from '../../src/store/restore-session.ts'
import { listTrash } from '../../src/store/trash.ts'
import type { StoreContext } from '../../src/store/store-context.ts'
import { newProcess } from './new-process.ts'
import type { Talk, World } from './world.ts'

/** What a store holds, and the names its conversations without a session are listed under, in the order of `loose`. */
export interface Observed extends World {
  readonly looseNames: readonly string[]
}

/**
 * Looks at everything in a store through the functions the library uses. Throws when something cannot be read, or when
 * two ways to read it do not agree.
 *
 * @param disk the disk of the context: what is in the trash is read by restoring it on a copy
 */
export function observeWorld(context: StoreContext, disk: SimulatedDisk): Observed {
  const { sessions, unreadable } = listSessions(context, { sort: 'name' })
  if (unreadable.length > 0) throw new Error(`unreadable: ${JSON.stringify(unreadable)}`)
  const named = new Map<string, Talk>()
  const loose: Talk[] = []
  const looseNames: string[] = []
  for (const { name, interrupted } of sessions) {
    const talk = talkOf(context, name)
    if (!interrupted) named.set(name, talk)
    else {
      loose.push(talk)
      looseNames.push(name)
    }
  }
  const trash = listTrash(context)
    .map(({ entry, name }) => ({ name, ...trashedTalk(disk, entry) }))
    .reverse()
  return { sessions: named, trash, loose, looseNames }
}

function talkOf(context: StoreContext, name: string): Talk {
  const quick = loadConversation(context, name).fold.window()
  const whole = loadConversation(context, name, { whole: true })
  const { messages } = recordOf(whole)
  const window = whole.fold.window().map(({ message }) => message.content)
  const quickWindow = quick.map(({ message }) => message.content)
  if (JSON.stringify(quickWindow) !== JSON.stringify(window))
    throw new Error(
      `"${name}" differs: from its snapshot ${quickWindow.join()}, from the start ${window.join()}`,
    )
  const record = messages.filter(({ state }) => state !== 'missing').map(({ message }) => message.content)
  return { window, record }
}

function trashedTalk(disk: SimulatedDisk, entry: string): Talk {
  const copy = newProcess(disk.killed(), 120, true)
  return talkOf(copy, restoreSession(copy, entry, 'from-the-trash'))
}
