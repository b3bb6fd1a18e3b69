import { createHash, randomBytes } from 'node:crypto'
import { writeSync } from 'node:fs'
import { join } from 'node:path'
import { argv } from 'node:process'
import { createProcessProbe } from '../../src/disk/process-identity.ts'
import { readOpenRange } from '../../src/disk/read-file.ts'
import { createRealDisk } from '../../src/disk/real-disk.ts'
import { ChatCliError } from '../../src/errors.ts'
import { forgetMessage } from '../../src/store/forget/forget-message.ts'
import { homePaths } from '../../src/store/home-paths.ts'
import { loadConversation } from '../../src/store/load-conversation.ts'
import { openLive } from '../../src/store/open-live.ts'
import { recordOf } from '../../src/store/record-of.ts'
import { replaceTranscript } from '../../src/store/replace-transcript.ts'
import { saveSession } from '../../src/store/save-session.ts'
import { storageDisk } from '../../src/store/storage-disk.ts'
import type { StoreContext } from '../../src/store/store-context.ts'

/** What the script is to do: its first argument. */
export type Job = 'write' | 'read' | 'save' | 'replace'

const [, , what = '', home = '', writer = '', from = '0', to = '0'] = argv

function realContext(): StoreContext {
  const probe = createProcessProbe()
  return {
    disk: storageDisk(createRealDisk()),
    home: homePaths(home),
    now: Date.now,
    randomHex: (digits) =>
      randomBytes(Math.ceil(digits / 2))
        .toString('hex')
        .slice(0, digits),
    transcripts: true,
    processIdentity: { ...probe.self },
    isProvablyDead: (identity) => probe.liveness(identity as unknown as typeof probe.self) === 'dead',
  }
}

const say = (line: string): void => {
  writeSync(1, `${line}\n`)
}

/** Takes turns from `from` on, and tells of each when it is acknowledged. */
function write(context: StoreContext): void {
  const live = openLive(context, 'shared')
  for (let turn = Number(from); turn < Number(to); turn++) {
    const said = (role: string, part: string): { role: string; content: string; id: string } => ({
      role,
      content: `${writer} ${turn} ${part} ${'x'.repeat((turn * 37) % 900)}`,
      id: `${writer}-${turn}-${part}`,
    })
    live.append([said('user', 'asks'), said('assistant', 'answers')])
    say(`ack ${turn}`)
    if (turn % 20 === 19) live.save()
  }
  live.save()
  live.close()
  say('end')
}

/** Tells what it reads, as one hash. */
function read(context: StoreContext): void {
  const { fold, damage } = loadConversation(context, 'shared', { whole: true })
  const hash = createHash('sha256')
  for (const { message } of fold.window()) hash.update(`${message.content}\n`)
  say(`read ${hash.digest('hex')} ${damage.length}`)
}

function saveAndAppend(context: StoreContext): void {
  saveSession(context, 'new', { version: 2, chat_history: [{ role: 'user', content: 'one' }], other: {} })
  say('saved')
  const live = openLive(context, 'new')
  live.append([{ role: 'user', content: 'two' }])
  say('appended')
  live.append([{ role: 'user', content: 'three' }])
  say('appended')
  live.close()
}

/** Puts the same lines in another file, as a change of keys does, and says something to forget it; over and over; tells when it did. */
function replaceOften(context: StoreContext): void {
  const { disk, home, randomHex } = context
  const options = { disk, reader: disk, randomName: () => randomHex(16) }
  const main = disk.list(home.transcripts).find((name) => /^[^.]+\.jsonl$/.test(name)) ?? ''
  const replace = (): void =>
    unlessBusy(() =>
      replaceTranscript(options, join(home.transcripts, main), {
        copy: (fd, size) => readOpenRange(disk, fd, 0, size),
        late: (line) => line,
      }),
    )
  say('begun')
  for (let i = 0; ; i++) {
    replace()
    const live = openLive(context, 'shared')
    live.append([{ role: 'user', content: `to be forgotten ${i} ${context.randomHex(16)}` }])
    live.close()
    replace()
    const { messages } = recordOf(loadConversation(context, 'shared', { whole: true }))
    const found = messages.find(({ message }) => message.content.startsWith('to be forgotten'))
    if (found === undefined) continue
    unlessBusy(() => {
      forgetMessage(context, 'shared', found.position)
      say('forgot')
    })
  }
}

/** Others are at it all the time here, which may be too often. */
function unlessBusy(run: () => void): void {
  try {
    run()
  } catch (error) {
    if (!(error instanceof ChatCliError && ['conflict', 'not-found'].includes(error.code))) throw error
  }
}

const jobs: Readonly<Record<Job, (context: StoreContext) => void>> = {
  write,
  read,
  save: saveAndAppend,
  replace: replaceOften,
}
jobs[what as Job](realContext())
