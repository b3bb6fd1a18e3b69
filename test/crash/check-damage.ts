import type { Disk } from '../../src/disk/disk.ts'
import { readWholeFile } from '../../src/disk/read-file.ts'
import type { SimulatedDisk } from '../../src/disk/simulated-disk.ts'
import { writeDurably } from '../../src/disk/write-durably.ts'
import { ChatCliError } from '../../src/errors.ts'
import { deleteSession } from '../../src/store/delete-session.ts'
import { listSessions } from '../../src/store/list-sessions.ts'
import { loadConversation } from '../../src/store/load-conversation.ts'
import { openLive } from '../../src/store/open-live.ts'
import { recordOf } from '../../src/store/record-of.ts'
import { saveSession } from '../../src/store/save-session.ts'
import type { StoreContext } from '../../src/store/store-context.ts'
import { checkReplacement } from './check-replacement.ts'
import { firstStore } from './first-store.ts'
import { newProcess } from './new-process.ts'
import { observeWorld } from './observe-world.ts'
import { messagesOf } from './operation.ts'

const SAID = ['alpha0', 'alpha1', 'alpha2']

/** What a store must bear besides crashes, by name; each says what is wrong, if anything. */
export const DAMAGE_CHECKS: Readonly<Record<string, () => string | undefined>> = {
  'a flipped bit changes no message': flippedBits,
  'a line that stands there twice counts once': doubledLine,
  'an older transcript in the place of the present one hides nothing': olderTranscript,
  'a session of the same name is not written over': takenName,
  'a name that its maker did not make durable is made so by whoever appends': halfMadeTranscript,
  'a disk that writes less than it says is found out': lyingDisk,
  'a torn end harms nothing behind it': tornEnd,
  'the first session of a home survives a power cut': firstSession,
  'what is said while its session is purged is kept': saidDuringPurge,
  'a snapshot that was put back during a deletion goes with it': putBackDuringDeletion,
  'what is said while a transcript is replaced is kept': () => checkReplacement(4),
}

function transcriptOf(context: StoreContext, name: string): string {
  const { transcript } = loadConversation(context, name)
  return `${context.home.transcripts}/${transcript?.id}.jsonl`
}

function replaceBytes({ disk, randomHex }: StoreContext, path: string, bytes: Uint8Array): void {
  writeDurably(disk, path, bytes, { replace: true, randomName: () => randomHex(16) })
}

function texts(context: StoreContext, name: string): string[] {
  const { messages } = recordOf(loadConversation(context, name, { whole: true }))
  return messages.map(({ message }) => message.content)
}

function flippedBits(): string | undefined {
  const context = newProcess(firstStore('one'), 5)
  const path = transcriptOf(context, 'alpha')
  const bytes = Buffer.from(readWholeFile(context.disk, path))
  const at = bytes.indexOf('"content":"alpha1"') + '"content":"'.length
  for (let bit = 0; bit < 48; bit++) {
    const flipped = Buffer.from(bytes)
    flipped.writeUInt8(flipped.readUInt8(at + (bit >> 3)) ^ (1 << (bit & 7)), at + (bit >> 3))
    replaceBytes(context, path, flipped)
    const strange = texts(context, 'alpha').filter((text) => text !== '' && !SAID.includes(text))
    if (strange.length > 0) return `bit ${bit} made ${JSON.stringify(strange)}`
  }
  return undefined
}

function doubledLine(): string | undefined {
  const context = newProcess(firstStore('one'), 5)
  const path = transcriptOf(context, 'alpha')
  const live = openLive(context, 'alpha')
  live.set({ title: 'first' })
  const bytes = Buffer.from(readWholeFile(context.disk, path))
  const first = bytes.subarray(bytes.lastIndexOf('\n', bytes.length - 2))
  live.set({ title: 'second' })
  replaceBytes(context, path, Buffer.concat([readWholeFile(context.disk, path), first]))
  const { title } = loadConversation(context, 'alpha', { whole: true }).fold.state()
  return title === 'second' ? undefined : `the title is ${title}`
}

function olderTranscript(): string | undefined {
  const disk = firstStore('one')
  const context = newProcess(disk, 5)
  const path = transcriptOf(context, 'alpha')
  const older = readWholeFile(context.disk, path)
  const live = openLive(context, 'alpha')
  live.append(messagesOf(['newer']))
  live.save()
  live.close()
  replaceBytes(context, path, older)
  const other = openLive(newProcess(disk.anotherProcess(), 6), 'alpha')
  other.append(
    messagesOf(['a rather long message, so that the transcript is longer than before '.repeat(40)]),
  )
  const found = observeWorld(newProcess(disk.anotherProcess(), 7), disk).sessions.get('alpha')
  const has = (text: string): boolean => found?.window.includes(text) ?? false
  return [...SAID, 'newer'].every(has) ? undefined : `the window is ${found?.window.join().slice(0, 200)}`
}

function takenName(): string | undefined {
  const disk = firstStore('one')
  const live = openLive(newProcess(disk.anotherProcess(), 5), 'alpha')
  const other = newProcess(disk.anotherProcess(), 6)
  deleteSession(other, 'alpha')
  saveSession(other, 'alpha', { version: 2, chat_history: messagesOf(['another']), other: {} })
  try {
    live.save()
  } catch (error) {
    if (!(error instanceof ChatCliError && error.code === 'conflict')) throw error
  }
  const now = texts(newProcess(disk.anotherProcess(), 7), 'alpha').join()
  return now === 'another' ? undefined : `it holds ${now}`
}

function halfMadeTranscript(): string | undefined {
  const disk = firstStore('one')
  const maker = disk.anotherProcess()
  maker.crashAt(1, { names: ['syncFolder'], path: '/transcripts' })
  try {
    saveSession(newProcess(maker, 5), 'new', { version: 2, chat_history: messagesOf(['first']), other: {} })
  } catch {
    // It died there.
  }
  const context = newProcess(disk.anotherProcess(), 6, true)
  const name = listSessions(context).sessions.find(({ interrupted }) => interrupted)?.name
  if (name === undefined) return undefined
  openLive(context, name).append(messagesOf(['second']))
  for (const { label, disk: left } of disk.crashStates()) {
    const { loose } = observeWorld(newProcess(left, 60, true), left)
    if (loose[0]?.record.join() !== 'first,second') return `${label}: ${JSON.stringify(loose)}`
  }
  return undefined
}

function lyingDisk(): string | undefined {
  const disk = firstStore('one')
  const view = disk.anotherProcess()
  const believed = new Set<number>()
  const liar: Disk = {
    ...view,
    createExclusive(path) {
      const fd = view.createExclusive(path)
      if (path.includes('/sessions/')) believed.add(fd)
      return fd
    },
    write(fd, bytes) {
      if (!believed.has(fd)) return view.write(fd, bytes)
      view.write(fd, bytes.subarray(0, bytes.length >> 1))
      return bytes.length
    },
    close(fd) {
      believed.delete(fd)
      view.close(fd)
    },
  }
  try {
    saveSession(newProcess(liar, 5), 'new', { version: 2, chat_history: messagesOf(['first']), other: {} })
  } catch (error) {
    if (!(error instanceof ChatCliError && error.code === 'storage')) return String(error)
    const { unreadable } = listSessions(newProcess(disk.anotherProcess(), 6))
    return unreadable.length > 0 ? 'it left a session that cannot be read' : undefined
  }
  return 'it was called saved'
}

function firstSession(): string | undefined {
  const disk: SimulatedDisk = firstStore('nothing')
  const context = newProcess(disk, 5)
  saveSession(context, 'first', { version: 2, chat_history: messagesOf(['first']), other: {} })
  for (const { label, disk: left } of disk.crashStates()) {
    const { sessions } = observeWorld(newProcess(left, 60, true), left)
    if (sessions.get('first')?.record.join() !== 'first') return `${label}: ${[...sessions.keys()].join()}`
  }
  return undefined
}

function tornEnd(): string | undefined {
  const disk = firstStore('one')
  const view = disk.anotherProcess()
  const live = openLive(newProcess(view, 5), 'alpha')
  const said = ['before', 'torn', 'after']
  live.append(messagesOf(['before']))
  view.shortenAt(1, 100, { path: '/transcripts/' })
  const { where } = live.append(messagesOf(['torn']))
  live.append(messagesOf(['after']))
  if (where !== 'side-file' || live.status !== 'saved') return `${where}, ${live.status}`
  const found = observeWorld(newProcess(disk.anotherProcess(), 7), disk).sessions.get('alpha')
  const right = [...SAID, ...said].join()
  return found?.record.join() === right ? undefined : `it holds ${found?.record.join()}`
}

function saidDuringPurge(): string | undefined {
  for (let k = 1; ; k++) {
    const disk = firstStore('one')
    const view = disk.anotherProcess()
    const live = openLive(newProcess(view, 5), 'alpha')
    live.append(messagesOf(['before']))
    let calls = 0
    view.beforeCall(() => {
      if (++calls === k) deleteSession(newProcess(disk.anotherProcess(), 6), 'alpha', { purge: true })
    })
    live.append(messagesOf(['late']))
    view.beforeCall(undefined)
    // Once its writer has looked again, which is the call behind the sync, it was said before the purge.
    const look = view.log.slice(-calls).findLastIndex(({ name }) => name === 'sync') + 2
    if (k > Math.min(calls, look)) return undefined
    const { loose } = observeWorld(newProcess(disk.anotherProcess(), 7), disk)
    if (!loose.some(({ record }) => record.includes('late')))
      return `purged at call ${k}: ${JSON.stringify(loose)}`
  }
}

function putBackDuringDeletion(): string | undefined {
  const disk = firstStore('one')
  const view = disk.anotherProcess()
  const context = newProcess(view, 5)
  const path = `${context.home.sessions}/alpha.json`
  const bytes = readWholeFile(disk.anotherProcess(), path)
  view.beforeCall((name, from) => {
    if (name === 'rename' && from.includes('/transcripts/'))
      replaceBytes(newProcess(disk.anotherProcess(), 6), path, bytes)
  })
  deleteSession(context, 'alpha')
  const left = listSessions(newProcess(disk.anotherProcess(), 7)).sessions.map(({ name }) => name)
  return left.length > 0 ? `there is ${left.join()}` : undefined
}
