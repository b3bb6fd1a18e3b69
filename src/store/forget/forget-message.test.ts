import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Message } from '../../conversation/message.ts'
import { readWholeFile } from '../../disk/read-file.ts'
import { SimulatedCrash } from '../../disk/simulated-crash.ts'
import { createSimulatedDisk, type SimulatedDisk } from '../../disk/simulated-disk.ts'
import { parseKeyring } from '../../seal/keyring.ts'
import { openArchive } from '../archive.ts'
import { deleteSession } from '../delete-session.ts'
import { forkSession } from '../fork-session.ts'
import { loadConversation } from '../load-conversation.ts'
import { newLive, openLive } from '../open-live.ts'
import { recordOf } from '../record-of.ts'
import { homeDisk } from '../sealed/home-disk.ts'
import { testContext, type StoreContext } from '../store-context.ts'
import { walkFiles } from '../storage/walk-files.ts'
import { restoreSession } from '../restore-session.ts'
import { forgetMessage } from './forget-message.ts'

const secret = 'zephyrine'
const said = (role: Message['role'], content: string): Message => ({ role, content })

/** A session in which the second message has a word that only it has. */
function home(): { readonly disk: SimulatedDisk; readonly context: StoreContext } {
  const disk = createSimulatedDisk()
  disk.makeFolder('/home')
  const context = testContext(disk)
  const live = newLive(context, { name: 'plan' })
  live.append([
    said('user', 'how long is the pier?'),
    said('assistant', `the code is ${secret}, keep it`),
    said('user', 'thank you'),
  ])
  live.save()
  live.close()
  return { disk, context }
}

/** Files that have the word, whatever they are. */
function filesWith(disk: SimulatedDisk, word: string): string[] {
  return [...walkFiles(disk, '/home')]
    .map(({ path }) => path)
    .filter((path) => Buffer.from(readWholeFile(disk, path)).toString('latin1').toLowerCase().includes(word))
}

function texts(context: StoreContext, name: string): string[] {
  return loadConversation(context, name)
    .fold.window()
    .map(({ message }) => message.content)
}

describe('forgetting one message', () => {
  it('leaves no word that only it had, and every other message where it was', () => {
    const { disk, context } = home()
    expect(filesWith(disk, secret).length).toBeGreaterThan(1)
    expect(forgetMessage(context, 'plan', 1)).toEqual({
      position: 1,
      names: ['plan'],
      transcripts: 1,
      sessions: 1,
      archived: 0,
    })
    expect(filesWith(disk, secret)).toEqual([])
    expect(texts(context, 'plan')).toEqual(['how long is the pier?', 'thank you'])
    const { messages, damage } = recordOf(loadConversation(context, 'plan', { whole: true }))
    expect(damage).toEqual([])
    expect(messages.map(({ position, state }) => [position, state])).toEqual([
      [0, 'live'],
      [1, 'missing'],
      [2, 'live'],
    ])
    expect(() => forgetMessage(context, 'plan', 1)).toThrow(
      expect.objectContaining({ code: 'not-found' }) as Error,
    )
  })

  it('leaves what says that it was there: writer, numbers, turn and kind', () => {
    const { disk, context } = home()
    forgetMessage(context, 'plan', 1)
    const [file = ''] = disk.list('/home/chatcli/transcripts')
    const text = Buffer.from(readWholeFile(disk, join('/home/chatcli/transcripts', file))).toString()
    const line = text.split('\n').find((each) => each.includes('forgotten')) ?? ''
    const { w, n, at, turn, crc, ...rest } = JSON.parse(line) as Record<string, unknown>
    expect([typeof w, typeof n, typeof at, typeof turn, typeof crc]).toEqual([
      'string',
      'number',
      'string',
      'string',
      'string',
    ])
    expect(rest).toEqual({ v: 1, kind: 'forgotten', was: 'message', m: 1 })
  })

  it('reaches forks, the trash, the archive, titles and what was derived', () => {
    const { disk, context } = home()
    forkSession(context, 'plan', 'plan-b').close()
    forkSession(context, 'plan', 'plan-c').close()
    deleteSession(context, 'plan-c')
    const key = openArchive(context, { ttlMs: 0 }).put(`a tool said ${secret}`) ?? ''
    const live = openLive(context, 'plan')
    live.record({ kind: 'set', set: { title: `About ${secret}` } })
    const [first, second] = live.whole().window()
    if (first === undefined || second === undefined) throw new Error('a window of three')
    const [w, n] = second.ref
    live.record({
      kind: 'rewrite',
      reason: 'compact',
      removes: [[w, n, n]],
      puts: [{ of: [[w, n, n]], message: said('assistant', `They spoke of ${secret} [ccr:${key}]`) }],
      before: 3,
      after: 3,
      digest: '0'.repeat(64),
    })
    live.save()
    live.close()
    expect(filesWith(disk, secret).length).toBeGreaterThan(5)
    const { archived, transcripts, sessions } = forgetMessage(context, 'plan', 1)
    expect([archived, transcripts, sessions]).toEqual([1, 3, 3])
    expect(filesWith(disk, secret)).toEqual([])
    expect(filesWith(disk, key)).toEqual([])
    expect(texts(context, 'plan-b')).toEqual(['how long is the pier?', 'thank you'])
    expect(texts(context, restoreSession(context, 'plan-c'))).toEqual(['how long is the pier?', 'thank you'])
    expect(texts(context, 'plan')).not.toContain(`They spoke of ${secret}`)
  })

  it('is not brought back by a surface that had it in its window', () => {
    const { disk, context } = home()
    const other = openLive(context, 'plan')
    other.append([said('user', 'still here')])
    forgetMessage(context, 'plan', 1)
    other.append([said('user', 'and on')])
    other.save()
    other.close()
    expect(filesWith(disk, secret)).toEqual([])
    expect(texts(context, 'plan')).toEqual(['how long is the pier?', 'thank you', 'still here', 'and on'])
  })

  it('empties its place in a file of another program', () => {
    const { disk, context } = home()
    const fd = disk.createExclusive('/home/chatcli/sessions/other.json')
    const history = [said('user', 'hello'), said('assistant', `${secret} it is`)]
    disk.write(fd, Buffer.from(JSON.stringify({ version: 2, chat_history: history, mine: 1 })))
    disk.close(fd)
    expect(forgetMessage(context, 'other', 1)).toMatchObject({ sessions: 1, transcripts: 0 })
    expect(texts(context, 'other')).toEqual(['hello', ''])
    expect(filesWith(disk, secret)).toHaveLength(2)
    expect(Buffer.from(readWholeFile(disk, '/home/chatcli/sessions/other.json')).toString()).toContain(
      '"mine": 1',
    )
  })

  it('loses nothing else wherever it is stopped, and is finished by asking again', () => {
    const whole = home()
    const before = whole.disk.log.length
    forgetMessage(whole.context, 'plan', 1)
    const calls = whole.disk.log.length - before
    for (let call = 1; call <= calls; call++) {
      const { disk, context } = home()
      const dying = disk.anotherProcess()
      dying.crashAt(call)
      try {
        forgetMessage({ ...context, disk: dying }, 'plan', 1)
      } catch (error) {
        if (!(error instanceof SimulatedCrash)) throw error
      }
      const left = recordOf(loadConversation(context, 'plan', { whole: true })).messages
      expect(left.map(({ message }) => message.content)).toEqual(
        expect.arrayContaining(['how long is the pier?', 'thank you']),
      )
      expect(left, `stopped at call ${call}`).toHaveLength(3)
      if (left[1]?.state !== 'missing') forgetMessage(context, 'plan', 1)
      expect(texts(context, 'plan'), `stopped at call ${call}`).toEqual([
        'how long is the pier?',
        'thank you',
      ])
    }
  })

  it('takes along what is appended while it works', () => {
    const { disk, context } = home()
    const other = openLive(context, 'plan')
    other.append([said('user', 'first')])
    const mine = disk.anotherProcess()
    let isDone = false
    mine.beforeCall((name, path) => {
      if (isDone || name !== 'rename' || !path.includes('/transcripts/')) return
      isDone = true
      other.append([said('user', 'at the last moment')])
    })
    forgetMessage({ ...context, disk: mine }, 'plan', 1)
    expect(isDone).toBe(true)
    expect(texts(context, 'plan')).toEqual([
      'how long is the pier?',
      'thank you',
      'first',
      'at the last moment',
    ])
    expect(filesWith(disk, secret)).toEqual([])
  })

  it('seals the lines that stay anew in a sealed home, none of them missing', () => {
    const disk = createSimulatedDisk()
    disk.makeFolder('/home')
    const keys = parseKeyring({ key: Buffer.alloc(32, 7).toString('base64') })
    const context = testContext(homeDisk(disk, { home: '/home/chatcli', keys }))
    const live = newLive(context, { name: 'plan' })
    live.append([said('user', 'one'), said('assistant', secret), said('user', 'three')])
    live.save()
    forgetMessage(context, 'plan', 1)
    live.append([said('user', 'four')])
    live.save()
    live.close()
    const { messages, damage } = recordOf(loadConversation(context, 'plan', { whole: true }))
    expect(damage).toEqual([])
    expect(messages.map(({ message }) => message.content)).toEqual(['one', '', 'three', 'four'])
    for (const { path } of walkFiles(disk, '/home')) {
      const text = Buffer.from(readWholeFile(context.disk, path)).toString('latin1')
      expect(text.includes(secret), path).toBe(false)
    }
  })
})
