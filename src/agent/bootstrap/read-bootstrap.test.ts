import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createRealDisk } from '../../disk/real-disk.ts'
import type { BootstrapFolder } from './bootstrap-folder.ts'
import { bootstrapFolders } from './bootstrap-folders.ts'
import { joinBootstrap } from './join-bootstrap.ts'
import { type Bootstrap, bootstrapStamp, readBootstrap } from './read-bootstrap.ts'

let base: string
beforeEach(() => {
  base = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'bootstrap-')))
  for (const folder of ['home', 'own', 'project/.git', 'project/sub', 'elsewhere'])
    fs.mkdirSync(join(base, folder), { recursive: true })
})
afterEach(() => fs.rmSync(base, { recursive: true, force: true }))

const put = (path: string, text: string | Uint8Array): void => fs.writeFileSync(join(base, path), text)
const folders = (own?: string, cwd = 'project/sub'): readonly BootstrapFolder[] =>
  bootstrapFolders({
    disk: createRealDisk(),
    cwd: join(base, cwd),
    home: join(base, 'home'),
    own: own === undefined ? undefined : join(base, own),
  })
const read = (
  from: readonly BootstrapFolder[] = folders(),
  isAllowed: (scope: string) => boolean = () => true,
): Promise<Bootstrap> => readBootstrap(from, ({ scope }) => Promise.resolve(isAllowed(scope)))
const said = ({ files }: Bootstrap): unknown[] =>
  files.map(({ path, text }) => [path.slice(base.length), text])

describe('readBootstrap', () => {
  it('takes of each name the nearest, in a fixed order', async () => {
    put('home/RULES.md', 'home rules')
    put('home/SOUL.md', 'home soul')
    put('home/OTHER.md', 'no')
    put('project/RULES.md', 'project rules')
    put('project/AGENTS.md', 'project agents')
    put('project/sub/AGENTS.md', 'sub agents')
    expect(said(await read())).toEqual([
      ['/project/sub/AGENTS.md', 'sub agents'],
      ['/home/SOUL.md', 'home soul'],
      ['/project/RULES.md', 'project rules'],
    ])
  })

  it('takes the person’s own from where they say', async () => {
    put('home/SOUL.md', 'home soul')
    put('own/SOUL.md', 'own soul')
    expect(said(await read(folders('own')))).toEqual([['/own/SOUL.md', 'own soul']])
  })

  it('asks once for a folder of a project, with the names that would count, and never for the home', async () => {
    put('home/RULES.md', 'home rules')
    put('project/sub/AGENTS.md', 'sub')
    put('project/AGENTS.md', 'root')
    put('project/RULES.md', 'root rules')
    const asked: unknown[] = []
    const loaded = await readBootstrap(folders(), ({ scope }, names) => {
      asked.push([scope, names])
      return Promise.resolve(scope === 'sub')
    })
    expect(asked).toEqual([
      ['sub', ['AGENTS.md']],
      ['.', ['RULES.md']],
    ])
    expect(said(loaded)).toEqual([
      ['/project/sub/AGENTS.md', 'sub'],
      ['/home/RULES.md', 'home rules'],
    ])
    expect(loaded.leftOut.map(({ folder, files }) => [folder.scope, files.map(({ name }) => name)])).toEqual([
      ['.', ['RULES.md']],
    ])
  })

  it('asks nobody where there is nothing', async () => {
    const loaded = await readBootstrap(folders(), () => Promise.reject(new Error('asked')))
    expect(loaded).toEqual({ files: [], troubles: [], leftOut: [] })
  })

  it('follows a link inside the project and in the home, and none that leads out of the project', async () => {
    put('elsewhere/secret', 'secret')
    put('elsewhere/soul', 'soul')
    put('project/sub/notes', 'notes')
    fs.symlinkSync(join(base, 'elsewhere/secret'), join(base, 'project/AGENTS.md'))
    fs.symlinkSync('sub/notes', join(base, 'project/RULES.md'))
    fs.symlinkSync(join(base, 'elsewhere/soul'), join(base, 'home/SOUL.md'))
    fs.symlinkSync(join(base, 'home/SOUL.md'), join(base, 'project/USER.md'))
    const loaded = await read()
    expect(said(loaded)).toEqual([
      ['/home/SOUL.md', 'soul'],
      ['/project/RULES.md', 'notes'],
    ])
    expect(loaded.troubles).toMatchObject([
      { path: join(base, 'project/AGENTS.md'), reason: { code: 'refused' } },
      { path: join(base, 'project/USER.md'), reason: { code: 'refused' } },
    ])
  })

  it('names what is no text, and takes the next of that name', async () => {
    put('project/SOUL.md', Uint8Array.of(1, 0, 2))
    put('home/SOUL.md', 'soul')
    put('home/USER.md', Uint8Array.of(0xff))
    fs.mkdirSync(join(base, 'home/RULES.md'))
    const loaded = await read()
    expect(said(loaded)).toEqual([['/home/SOUL.md', 'soul']])
    expect(loaded.troubles).toMatchObject([
      { path: join(base, 'project/SOUL.md'), reason: 'binary' },
      { path: join(base, 'home/USER.md'), reason: 'not-utf8' },
      { path: join(base, 'home/RULES.md'), reason: { code: 'usage' } },
    ])
  })

  it('knows no project in its home, nor in a folder that is gone', async () => {
    put('home/SOUL.md', 'soul')
    for (const cwd of ['home', 'nowhere']) {
      const found = folders(undefined, cwd)
      expect(found.map(({ from }) => from)).toContain('home')
      expect(said(await read(found, () => false))).toEqual([['/home/SOUL.md', 'soul']])
    }
  })
})

describe('bootstrapStamp', () => {
  it('changes when a file is made, changed, replaced or removed, and reads none', () => {
    const all = folders()
    const path = join(base, 'project/RULES.md')
    const stamps = [bootstrapStamp(all)]
    put('project/RULES.md', 'one')
    stamps.push(bootstrapStamp(all))
    fs.chmodSync(path, 0)
    fs.chmodSync(path, 0o644)
    put('project/RULES.md', 'other')
    stamps.push(bootstrapStamp(all))
    put('project/new', 'other')
    fs.renameSync(join(base, 'project/new'), path)
    stamps.push(bootstrapStamp(all))
    expect(new Set(stamps).size).toBe(4)
    expect(bootstrapStamp(all)).toBe(stamps[3])
    fs.rmSync(path)
    expect(bootstrapStamp(all)).toBe(stamps[0])
  })
})

describe('joinBootstrap', () => {
  it('has each under its name, empty ones left out, the same every time', async () => {
    put('home/SOUL.md', '\nBe kind.\n\n')
    put('home/USER.md', ' \n')
    put('home/RULES.md', 'No haste.')
    const { files } = await read()
    const text = joinBootstrap(files)
    expect(text.split('\n\n---\n\n').slice(1)).toEqual(['# SOUL.md\n\nBe kind.', '# RULES.md\n\nNo haste.'])
    expect(joinBootstrap((await read()).files)).toBe(text)
    expect(joinBootstrap([])).toBe('')
  })

  it('says what was cut: of one file, and of all together', async () => {
    const lines = 'é line\n'.repeat(10_000)
    for (const name of ['AGENTS', 'SOUL', 'USER', 'IDENTITY', 'RULES']) put(`home/${name}.md`, lines)
    const { files } = await read()
    expect(files[0]).toMatchObject({ isCut: true, size: 80_000 })
    const text = joinBootstrap(files)
    expect(text.length).toBeLessThan(100_000)
    expect(text).toContain('line\n\n[AGENTS.md was cut here; it has 80000 bytes.]')
    expect(text).toContain('[RULES.md was cut here; it has 80000 bytes.]')
  })
})
