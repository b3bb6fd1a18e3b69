import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createRealDisk } from '../../disk/real-disk.ts'
import { createSimulatedDisk } from '../../disk/simulated-disk.ts'
import { type Scan, type ScanOptions, scanFiles } from './scan-files.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function folderOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'scan-'))
  folders.push(folder)
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  return folder
}

const disk = createRealDisk()
const limits = { files: 100, bytes: 1_000_000, fileBytes: 1000 }
const scan = (paths: readonly string[], more: Partial<ScanOptions> = {}): Scan =>
  scanFiles(disk, paths, { limits, ...more })
const shown = ({ files }: Scan): readonly string[] => files.map((file) => file.shown)

describe('scanFiles', () => {
  it('gives the text files of a folder, sorted by their paths', () => {
    const folder = folderOf({
      'b.ts': 'b',
      'a/z.ts': 'z',
      'a.ts': 'a',
      'a/b/c.md': '# c',
      '.env.sample': 'A=1',
    })
    const found = scan([folder])
    expect(shown(found)).toEqual(['.env.sample', 'a.ts', 'a/b/c.md', 'a/z.ts', 'b.ts'])
    expect(found.skipped).toEqual([])
    expect(found.files[1]).toMatchObject({ path: join(folder, 'a.ts'), root: folder, size: 1 })
  })

  it('obeys .gitignore at every level, also those above the folder up to the repository', () => {
    const folder = folderOf({
      '.git/HEAD': 'ref',
      '.git/info/exclude': 'private.txt\n',
      '.gitignore': '*.log\n/app/generated/\n',
      'app/.gitignore': '!keep.log\nsecret/\n',
      'app/keep.log': 'kept',
      'app/other.log': 'no',
      'app/private.txt': 'no',
      'app/generated/x.ts': 'no',
      'app/sub/generated/x.ts': 'yes',
      'app/secret/key.txt': 'no',
      'other/secret/key.txt': 'yes',
    })
    expect(shown(scan([join(folder, 'app')]))).toEqual(['.gitignore', 'keep.log', 'sub/generated/x.ts'])
    expect(shown(scan([folder]))).toContain('other/secret/key.txt')
    expect(shown(scan([folder]))).not.toContain('app/secret/key.txt')
  })

  it('leaves a forbidden folder out by whatever path it is reached', () => {
    const folder = folderOf({ 'real/home/sessions/a.json': '{}', 'real/good.txt': 'é' })
    symlinkSync(join(folder, 'real'), join(folder, 'link'))
    const found = scan([join(folder, 'real')], { forbidden: [join(folder, 'link', 'home')] })
    expect(shown(found)).toEqual(['good.txt'])
  })

  it('says what it left out and why', () => {
    const folder = folderOf({
      'node_modules/x/index.js': 'x',
      'build/main.js': 'x',
      'package-lock.json': '{}',
      'app.min.js': 'x',
      'picture.png': Buffer.from([137, 80, 78, 71, 0, 1]),
      packed: Buffer.from(Array.from({ length: 400 }, (_, i) => 128 + (i % 64))),
      'large.txt': 'x'.repeat(1001),
      'home/sessions/a.json': '{}',
      'good.txt': 'é',
    })
    symlinkSync('/', join(folder, 'way-out'))
    const { files, skipped } = scan([folder], { forbidden: [join(folder, 'home')] })
    expect(files.map((file) => file.shown)).toEqual(['good.txt'])
    expect(
      Object.fromEntries(skipped.map(({ path, reason }) => [path.slice(folder.length + 1), reason])),
    ).toEqual({
      node_modules: 'ignored',
      build: 'ignored',
      home: 'ignored',
      'package-lock.json': 'ignored',
      'app.min.js': 'ignored',
      'picture.png': 'binary',
      packed: 'binary',
      'large.txt': 'too-large',
      'way-out': 'link',
    })
  })

  it('stops at its limits', () => {
    const folder = folderOf({ '1': 'aaaa', '2': 'bbbb', '3': 'c', 'z/4': 'd' })
    const few = scan([folder], { limits: { ...limits, files: 2 } })
    expect(shown(few)).toEqual(['1', '2'])
    expect(few.skipped.map(({ path, reason }) => `${path.slice(folder.length + 1)} ${reason}`)).toEqual([
      '3 over-limit',
      'z over-limit',
    ])
    expect(shown(scan([folder], { limits: { ...limits, bytes: 5 } }))).toEqual(['1', '3'])
  })

  it('takes a file as a root, and a file under two roots once', () => {
    const folder = folderOf({ 'build/a.txt': 'a', 'build/b.txt': 'b' })
    const found = scan([join(folder, 'build', 'b.txt'), join(folder, 'build')])
    expect(shown(found)).toEqual(['b.txt', 'a.txt'])
  })

  it('reads no content where it is known that a file is text', () => {
    const simulated = createSimulatedDisk()
    simulated.makeFolder('/p')
    for (const name of ['a', 'b']) simulated.close(simulated.createExclusive(`/p/${name}`))
    const before = simulated.counters.opens
    const found = scanFiles(simulated, ['/p'], { limits, isText: ({ shown: name }) => name === 'a' })
    expect(shown(found)).toEqual(['a'])
    expect(found.skipped).toEqual([{ path: '/p/b', reason: 'binary' }])
    expect(simulated.counters.opens).toBe(before)
  })

  it('names what cannot be read and goes on', () => {
    const simulated = createSimulatedDisk()
    simulated.makeFolder('/p')
    simulated.makeFolder('/p/closed')
    for (const name of ['a', 'b']) simulated.close(simulated.createExclusive(`/p/${name}`))
    simulated.failAt(1, 'EACCES', { names: ['openRead'] })
    simulated.failAt(2, 'EACCES', { names: ['list'] })
    const found = scanFiles(simulated, ['/p'], { limits })
    expect(shown(found)).toEqual(['b'])
    expect(found.skipped).toEqual([
      { path: '/p/a', reason: 'unreadable' },
      { path: '/p/closed', reason: 'unreadable' },
    ])
  })

  it('refuses what is not there, and what is no file or folder', () => {
    const folder = folderOf({})
    symlinkSync('/', join(folder, 'link'))
    expect(() => scan([join(folder, 'none')])).toThrow(
      expect.objectContaining({ code: 'not-found' }) as Error,
    )
    expect(() => scan([join(folder, 'link')])).toThrow(expect.objectContaining({ code: 'refused' }) as Error)
  })

  it('ends when it is told to, and tells how far it is', () => {
    const folder = folderOf({ 'a/1': '1', 'b/2': '2' })
    const told: number[] = []
    scan([folder], { onProgress: (files) => told.push(files) })
    expect(told).toEqual([1, 2, 2])
    expect(() => scan([folder], { signal: AbortSignal.abort(new Error('enough')) })).toThrow('enough')
  })
})
