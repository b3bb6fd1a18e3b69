import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openProjectFiles } from '../../disk/project-files-open.ts'
import { createRealDisk } from '../../disk/real-disk.ts'
import type { ToolResult } from '../tool.ts'
import { projectTools } from '../tools/project-tools.ts'
import { openChangeLog } from './change-log.ts'
import { createFileKeeper, type FileKeeper } from './file-keeper.ts'
import { keepingChanges } from './keeping-changes.ts'

let root: string
let names: number

beforeEach(() => {
  root = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'rewind-files-')))
  fs.mkdirSync(join(root, 'project', 'sub'), { recursive: true })
  names = 0
})
afterEach(() => fs.rmSync(root, { recursive: true, force: true }))

const at = (path: string): string => join(root, 'project', path)
const put = (path: string, text: string): void => fs.writeFileSync(at(path), text)
const get = (path: string): string | undefined =>
  fs.existsSync(at(path)) ? fs.readFileSync(at(path), 'utf8') : undefined

interface World {
  readonly keeper: FileKeeper
  readonly call: (tool: string, args: Readonly<Record<string, unknown>>) => Promise<ToolResult>
}

/** The tools of a process that was started in a folder of the project. */
function world(folder = '.'): World {
  const disk = createRealDisk()
  const randomName = (): string => `name-${process.pid}-${++names}`
  const cwd = join(root, 'project', folder)
  const home = join(root, 'home')
  const keeper = createFileKeeper({
    log: openChangeLog({ disk, home, project: at('.'), now: () => 0, randomName }),
    files: openProjectFiles(at('.'), { forbidden: [home], randomName }),
    cwd,
    disk,
  })
  const tools = keepingChanges(projectTools({ cwd, forbidden: [home], environment: {}, randomName }), keeper)
  return {
    keeper,
    async call(name, args) {
      const tool = tools.find((one) => one.name === name)
      if (tool === undefined) throw new Error(`no tool ${name}`)
      return tool.run(args, { signal: new AbortController().signal })
    },
  }
}

const turns = (...list: string[]): ReadonlySet<string> => new Set(list)

describe('files that our tools changed', () => {
  it('go back to what they were before the first of the turns, also in another process', async () => {
    put('old.txt', 'one')
    const { keeper, call } = world()
    keeper.beginTurn('t1')
    await call('write', { path: 'old.txt', content: 'two' })
    keeper.beginTurn('t2')
    await call('edit', { path: 'old.txt', old: 'two', new: 'three' })
    await call('write', { file_path: 'new/made.txt', content: 'made' })
    const again = world('sub').keeper
    const { restores, kept } = again.plan(turns('t2'))
    expect(restores.map(({ path }) => path)).toEqual(['new/made.txt', 'old.txt'])
    expect(kept).toEqual([])
    expect(again.restore(restores, 'r:1')).toEqual([])
    expect([get('old.txt'), get('new/made.txt')]).toEqual(['two', undefined])
    // And back again.
    const back = again.planBack('r:1')
    expect(again.restore(back.restores, 'u:1')).toEqual([])
    expect([get('old.txt'), get('new/made.txt')]).toEqual(['three', 'made'])
    expect(again.plan(turns('t1', 't2')).restores).toHaveLength(2)
  })

  it('are known by the same path from a folder inside the project', async () => {
    put('sub/a.txt', 'one')
    const { keeper, call } = world('sub')
    keeper.beginTurn('t1')
    await call('write', { path: 'a.txt', content: 'two' })
    expect(
      world()
        .keeper.plan(turns('t1'))
        .restores.map(({ path }) => path),
    ).toEqual(['sub/a.txt'])
  })

  it('are left alone and named when somebody changed them after, or in between', async () => {
    for (const name of ['after', 'between', 'fine']) put(name, 'one')
    const { keeper, call } = world()
    keeper.beginTurn('t1')
    for (const path of ['after', 'between', 'fine']) await call('write', { path, content: 'two' })
    put('between', 'mine')
    await call('write', { path: 'between', content: 'three' })
    put('after', 'mine')
    const { restores, kept } = keeper.plan(turns('t1'))
    expect(kept).toEqual(['after', 'between'])
    expect(restores.map(({ path }) => path)).toEqual(['fine'])
  })

  it('are left alone when another conversation changed them too', async () => {
    put('a', 'one')
    const { keeper, call } = world()
    keeper.beginTurn('t1')
    await call('write', { path: 'a', content: 'two' })
    keeper.beginTurn('elsewhere')
    await call('write', { path: 'a', content: 'three' })
    expect(keeper.plan(turns('t1'))).toEqual({ restores: [], kept: ['a'] })
  })

  it('are left alone when they change at the last moment', async () => {
    put('a', 'one')
    const { keeper, call } = world()
    keeper.beginTurn('t1')
    await call('write', { path: 'a', content: 'two' })
    await call('write', { path: 'b', content: 'new' })
    const { restores } = keeper.plan(turns('t1'))
    put('a', 'mine')
    put('b', 'mine')
    expect(keeper.restore(restores, 'r:1')).toEqual(['a', 'b'])
    expect([get('a'), get('b')]).toEqual(['mine', 'mine'])
  })

  it('can be brought back although the log has damaged lines, and not when a content is damaged', async () => {
    put('a', 'one')
    put('b', 'uno')
    const { keeper, call } = world()
    keeper.beginTurn('t1')
    await call('write', { path: 'a', content: 'two' })
    await call('write', { path: 'b', content: 'dos' })
    const [folder = ''] = fs.readdirSync(join(root, 'home/checkpoints'))
    const log = join(root, 'home/checkpoints', folder)
    fs.appendFileSync(join(log, 'changes.jsonl'), '{"v":1,"id":"torn')
    await call('write', { path: 'a', content: 'three' })
    for (const name of fs.readdirSync(join(log, 'contents'))) {
      const path = join(log, 'contents', name)
      if (fs.readFileSync(path, 'utf8') === 'uno') fs.writeFileSync(path, 'xxx')
    }
    expect(keeper.plan(turns('t1'))).toMatchObject({ restores: [{ path: 'a' }], kept: ['b'] })
  })

  it('are named when they were too large to be kept', async () => {
    put('big', 'x'.repeat(20_000_001))
    const { keeper, call } = world()
    keeper.beginTurn('t1')
    await call('write', { path: 'big', content: 'small' })
    expect(keeper.plan(turns('t1'))).toEqual({ restores: [], kept: ['big'] })
  })

  it('are not counted when the tool changed nothing', async () => {
    put('a', 'one')
    const { keeper, call } = world()
    keeper.beginTurn('t1')
    expect((await call('edit', { path: 'a', old: 'nowhere', new: 'x' })).isError).toBe(true)
    expect((await call('write', { path: '../out', content: 'x' })).isError).toBe(true)
    expect(keeper.plan(turns('t1'))).toEqual({ restores: [], kept: [] })
  })

  it('are not changed when what was there cannot be kept', async () => {
    put('a', 'one')
    fs.writeFileSync(join(root, 'home'), 'no folder')
    const { keeper, call } = world()
    keeper.beginTurn('t1')
    const result = await call('write', { path: 'a', content: 'two' })
    expect(result).toMatchObject({
      isError: true,
      text: expect.stringContaining('could not be kept') as unknown,
    })
    expect(get('a')).toBe('one')
  })
})
