import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Message } from '../../conversation/message.ts'
import type { Disk } from '../../disk/disk.ts'
import { makeFolderDurably } from '../../disk/make-folder-durably.ts'
import { readWholeFile } from '../../disk/read-file.ts'
import { createRealDisk } from '../../disk/real-disk.ts'
import { createSimulatedDisk, type SimulatedDisk } from '../../disk/simulated-disk.ts'
import { writeDurably } from '../../disk/write-durably.ts'
import { deleteSession } from '../delete-session.ts'
import { parseKeyring } from '../../seal/keyring.ts'
import { homePaths } from '../home-paths.ts'
import { listSessions } from '../list-sessions.ts'
import { loadConversation } from '../load-conversation.ts'
import { newLive, openLive } from '../open-live.ts'
import { homeDisk } from '../sealed/home-disk.ts'
import { testContext, type StoreContext } from '../store-context.ts'
import { walkFiles } from '../storage/walk-files.ts'
import { openBackup } from './read-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

const said = (role: Message['role'], content: string): Message => ({ role, content })
const folders: string[] = []
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })))

function talk(context: StoreContext, name: string, ...texts: readonly string[]): void {
  const live = newLive(context, { name })
  live.append(texts.map((text, i) => said(i % 2 === 0 ? 'user' : 'assistant', text)))
  live.save()
  live.close()
}

function goOn(context: StoreContext, name: string, text: string): void {
  const live = openLive(context, name)
  live.append([said('user', text)])
  live.save()
  live.close()
}

function texts(context: StoreContext, name: string): string[] {
  return loadConversation(context, name)
    .fold.window()
    .map(({ message }) => message.content)
}

/** Two homes on one disk: the older context is where the backup is made. */
function two(): { readonly disk: SimulatedDisk; readonly here: StoreContext; readonly there: StoreContext } {
  const disk = createSimulatedDisk()
  makeFolderDurably(disk, '/backups')
  const here = testContext(disk)
  let count = 0xa0000
  const there = {
    ...testContext(disk),
    home: homePaths('/home/other'),
    randomHex: (digits: number) => (++count).toString(16).padStart(digits, 'f'),
  }
  return { disk, here, there }
}

function backup(disk: Disk, { home, randomHex }: StoreContext, target = '/backups/b.tar'): void {
  writeBackup({ disk, root: home.root, target, force: true, randomName: () => randomHex(16) })
}

const restore = (disk: Disk, context: StoreContext): ReturnType<typeof restoreBackup> =>
  restoreBackup(context, { from: '/backups/b.tar', bare: disk })

describe('a backup', () => {
  it('is a tar file that other programs read, with names of any length and checksums they check', () => {
    const folder = mkdtempSync(join(tmpdir(), 'backup-'))
    folders.push(folder)
    const disk = createRealDisk()
    const context: StoreContext = { ...testContext(disk), home: homePaths(join(folder, 'home')) }
    const long = 'n'.repeat(120)
    talk(context, long, 'how long is the pier?', '200 m\u2028')
    const target = join(folder, 'b.tar')
    backup(disk, context, target)
    expect(statSync(target).mode & 0o777).toBe(0o600)
    mkdirSync(join(folder, 'out'))
    execFileSync('tar', ['-xf', target, '-C', join(folder, 'out')])
    execFileSync('sh', ['-c', 'sha256sum -c SHA256SUMS >&2'], {
      stdio: 'ignore',
      cwd: join(folder, 'out'),
    })
    const path = `sessions/${long}.json`
    expect(readFileSync(join(folder, 'out', path))).toEqual(readFileSync(join(folder, 'home', path)))
    execFileSync('tar', ['-cf', join(folder, 'again.tar'), '--format=ustar', 'home.json', 'SHA256SUMS'], {
      cwd: join(folder, 'out'),
    })
    expect(() => openBackup(disk, join(folder, 'again.tar'))).toThrow('taken out')
  })

  it('leaves out what is made again and what may be secret, and goes nowhere into the home', () => {
    const { disk, here } = two()
    talk(here, 'plan', 'a')
    for (const path of [
      'index/v1/x.seg',
      'config.toml',
      'state/lock',
      'sessions/.0123456789abcdef.tmp',
      'state/history',
    ]) {
      makeFolderDurably(disk, dirname(join(here.home.root, path)))
      disk.close(disk.createExclusive(join(here.home.root, path)))
    }
    backup(disk, here)
    const paths = openBackup(disk, '/backups/b.tar').members.map(({ path }) => path)
    expect(paths.map((path) => path.replace(/tr-.*/, 'tr'))).toEqual([
      'home.json',
      'sessions/plan.json',
      'transcripts/tr',
      'state/history',
    ])
    expect(() => backup(disk, here, '/home/chatcli/b.tar')).toThrow('in the home itself')
    const options = {
      disk,
      root: here.home.root,
      target: '/backups/b.tar',
      force: false,
      randomName: () => 'abcdefgh',
    }
    expect(() => writeBackup(options)).toThrow(expect.objectContaining({ code: 'exists' }) as Error)
  })

  it('has all that sessions have seen, though others write while it is made', () => {
    const { disk, here, there } = two()
    talk(here, 'plan', 'a')
    talk(here, 'other', 'b')
    const mine = disk.anotherProcess()
    let isBusy = false
    let turns = 0
    mine.beforeCall((name) => {
      if (isBusy || name !== 'openRead') return
      isBusy = true
      goOn(here, 'plan', `turn ${turns++}`)
      isBusy = false
    })
    backup(mine, here)
    expect(turns).toBeGreaterThan(3)
    restore(disk, there)
    expect(listSessions(there).unreadable).toEqual([])
    const back = texts(there, 'plan')
    expect(back.slice(0, 2)).toEqual(['a', 'turn 0'])
    expect(back).toEqual(texts(here, 'plan').slice(0, back.length))
    expect(texts(there, 'other')).toEqual(['b'])
  })

  it.each([
    ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length - 3000)],
    ['changed by one bit', (bytes: Buffer) => bytes.map((byte, i) => (i === 520 ? byte ^ 1 : byte))],
    ['no tar', () => Buffer.from('hello')],
    ['empty', () => Buffer.alloc(0)],
    ['leading out of the home', (bytes: Buffer) => renamed(bytes, '../../etc/passwd')],
    ['a link', (bytes: Buffer) => renamed(bytes, 'home.json', '2')],
  ])('is refused whole when it is %s', (_, change) => {
    const { disk, here, there } = two()
    talk(here, 'plan', 'a', 'b')
    backup(disk, here)
    const bytes = Buffer.from(readWholeFile(disk, '/backups/b.tar'))
    disk.unlink('/backups/b.tar')
    const fd = disk.createExclusive('/backups/b.tar')
    disk.write(fd, change(bytes))
    disk.close(fd)
    expect(() => restore(disk, there)).toThrow(expect.objectContaining({ code: 'damaged' }) as Error)
    expect(disk.stat(there.home.root)).toBeUndefined()
  })
})

/** The first header with another name and type, its sum put right. */
function renamed(bytes: Buffer, name: string, type = '0'): Buffer {
  const block = Buffer.from(bytes.subarray(0, 512))
  block.fill(0, 0, 100)
  block.write(name)
  block.write(type, 156)
  block.fill(' ', 148, 156)
  block.write(
    `${block
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
    148,
  )
  return Buffer.concat([block, bytes.subarray(512)])
}

describe('restoring a backup', () => {
  it('into an empty home brings back every file as it was, and a second time nothing', () => {
    const { disk, here, there } = two()
    talk(here, 'plan', 'a', 'b')
    talk(here, 'gone', 'c')
    deleteSession(here, 'gone')
    backup(disk, here)
    restore(disk, there)
    for (const { path } of walkFiles(disk, here.home.root)) {
      if (/catalogue|changed/.test(path)) continue
      const copy = path.replace(here.home.root, there.home.root)
      expect(readWholeFile(disk, copy), copy).toEqual(readWholeFile(disk, path))
    }
    expect(restore(disk, there)).toMatchObject({ added: [], merged: [], forked: [], gone: [] })
  })

  it('into a home that went on brings nothing back that is newer there, and the lines it lacks', () => {
    const { disk, here } = two()
    talk(here, 'plan', 'a')
    goOn(here, 'plan', 'b')
    backup(disk, here)
    goOn(here, 'plan', 'c')
    expect(restore(disk, here)).toMatchObject({ added: [], merged: [], forked: [] })
    expect(texts(here, 'plan')).toEqual(['a', 'b', 'c'])
  })

  it('joins what was said on two machines since', () => {
    const { disk, here, there } = two()
    talk(here, 'plan', 'a')
    backup(disk, here)
    restore(disk, there)
    goOn(there, 'plan', 'said there')
    goOn(here, 'plan', 'said here')
    backup(disk, there)
    expect(restore(disk, here).merged).toHaveLength(1)
    expect(texts(here, 'plan')).toEqual(['a', 'said here', 'said there'])
    expect(restore(disk, here)).toMatchObject({ added: [], merged: [], forked: [] })
  })

  it('brings the lines to the file that takes the place of a transcript at that moment', () => {
    const { disk, here } = two()
    talk(here, 'plan', 'one')
    const [file = ''] = disk.list(here.home.transcripts)
    const path = join(here.home.transcripts, file)
    const before = readWholeFile(disk, path)
    goOn(here, 'plan', 'two')
    backup(disk, here)
    const randomName = (): string => here.randomHex(16)
    writeDurably(disk, path, before, { replace: true, randomName })
    const view = disk.anotherProcess()
    let isReplaced = false
    view.beforeCall((name, at) => {
      if (isReplaced || name !== 'sync' || at !== path) return
      isReplaced = true
      // As somebody does who read it before.
      writeDurably(disk, path, before, { replace: true, randomName })
    })
    restore(view, here)
    expect(isReplaced).toBe(true)
    expect(Buffer.from(readWholeFile(disk, path)).toString()).toContain('"content":"two"')
  })

  it('keeps another conversation of a name that is taken beside it, once', () => {
    const { disk, here, there } = two()
    talk(here, 'plan', 'mine')
    talk(there, 'plan', 'yours')
    backup(disk, here)
    expect(restore(disk, there).forked).toEqual([{ name: 'plan', as: 'plan-restored' }])
    expect([texts(there, 'plan'), texts(there, 'plan-restored')]).toEqual([['yours'], ['mine']])
    expect(restore(disk, there)).toMatchObject({ added: [], merged: [], forked: [] })
  })

  it('does not bring back what was purged since, or waits in the trash', () => {
    const { disk, here } = two()
    talk(here, 'purged', 'a')
    talk(here, 'trashed', 'b')
    backup(disk, here)
    deleteSession(here, 'purged', { purge: true })
    deleteSession(here, 'trashed')
    expect(restore(disk, here).gone).toHaveLength(4)
    expect(listSessions(here).sessions).toEqual([])
  })
})

it('one session file is enough to go on with it on another machine', () => {
  const { disk, here, there } = two()
  talk(here, 'plan', 'a', 'b')
  makeFolderDurably(disk, there.home.sessions)
  const fd = disk.createExclusive(join(there.home.sessions, 'plan.json'))
  disk.write(fd, readWholeFile(disk, join(here.home.sessions, 'plan.json')))
  disk.close(fd)
  expect(texts(there, 'plan')).toEqual(['a', 'b'])
  goOn(there, 'plan', 'c')
  expect(texts(there, 'plan')).toEqual(['a', 'b', 'c'])
})

describe('a sealed home', () => {
  const keys = parseKeyring({ key: Buffer.alloc(32, 7).toString('base64') })
  const sealed = (disk: SimulatedDisk, context: StoreContext): StoreContext => ({
    ...context,
    disk: homeDisk(disk, { home: context.home.root, keys }),
  })

  it('stays sealed in its backup, and comes back where the key is', () => {
    const { disk, here, there } = two()
    talk(sealed(disk, here), 'plan', 'zephyrine', 'b')
    backup(disk, here)
    expect(Buffer.from(readWholeFile(disk, '/backups/b.tar')).includes('zephyrine')).toBe(false)
    const context = sealed(disk, there)
    restore(disk, context)
    expect(texts(context, 'plan')).toEqual(['zephyrine', 'b'])
    expect(restore(disk, context)).toMatchObject({ added: [], merged: [], forked: [] })
    goOn(context, 'plan', 'c')
    backup(disk, there)
    expect(restore(disk, sealed(disk, here)).merged).toHaveLength(1)
    expect(texts(sealed(disk, here), 'plan')).toEqual(['zephyrine', 'b', 'c'])
  })

  it('does not mix with one that is not sealed', () => {
    const { disk, here, there } = two()
    talk(sealed(disk, here), 'plan', 'a')
    talk(there, 'other', 'b')
    backup(disk, here)
    expect(() => restore(disk, there)).toThrow(expect.objectContaining({ code: 'refused' }) as Error)
    expect(listSessions(there).sessions.map(({ name }) => name)).toEqual(['other'])
  })
})
