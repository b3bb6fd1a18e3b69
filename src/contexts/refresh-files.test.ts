import { describe, expect, it } from 'vitest'
import { readText } from '../disk/read-text.ts'
import { contextWorld, putFiles } from './context-world.suite.ts'

const project = {
  '/desk/shop/README.md': '# Shop\n\nThe till closes at nine.\n',
  '/desk/shop/src/till.ts': 'export const closesAt = 21\n',
  '/desk/shop/src/stock.ts': 'export const shelves = 12\n',
  '/desk/shop/.gitignore': 'out/\n',
  '/desk/shop/out/till.js': 'closesAt=21\n',
  '/desk/shop/logo.png': Uint8Array.from([137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 0]),
}
const cwd = '/desk'

describe('a context whose files change', () => {
  it('has what changed, what is new and not what is gone; the others are not read again', async () => {
    const { contexts, disk } = contextWorld(project)
    const made = await contexts.create('shop', ['shop'], { cwd })
    putFiles(disk, { '/desk/shop/src/till.ts': 'export const closesAt = 22\n', '/desk/shop/new.md': 'fresh' })
    disk.unlink('/desk/shop/README.md')
    const reads = (): readonly (string | undefined)[] =>
      disk.log.filter(({ name }) => name === 'openRead').map(({ path }) => path)
    const before = reads().length
    const done = await contexts.refresh(made.id)
    expect(done).toMatchObject({ added: 1, changed: 1, removed: 1, missing: [] })
    expect(reads().slice(before)).not.toContain('/desk/shop/src/stock.ts')
    expect(contexts.read(made.id)?.files.find(({ path }) => path.endsWith('till.ts'))?.content).toContain(
      '22',
    )
    expect(await contexts.refresh(made.id)).toMatchObject({ added: 0, changed: 0, removed: 0 })
  })

  it('is not written when nothing changed', async () => {
    const { contexts, disk } = contextWorld(project)
    const { id } = await contexts.create('shop', ['shop'], { cwd })
    const stamp = disk.stat(`/home/chatcli/contexts/${id}.json`)
    await contexts.refresh(id)
    expect(disk.stat(`/home/chatcli/contexts/${id}.json`)).toEqual(stamp)
  })

  it('is read once more when only the time of a file is another, and then no more', async () => {
    const { contexts, disk } = contextWorld(project)
    const { id } = await contexts.create('shop', ['shop'], { cwd })
    putFiles(disk, { '/desk/shop/README.md': project['/desk/shop/README.md'] })
    expect(await contexts.refresh(id)).toMatchObject({ added: 0, changed: 0, removed: 0 })
    const before = disk.log.length
    await contexts.refresh(id)
    const read = disk.log.slice(before).filter(({ name }) => name === 'openRead')
    expect(read.map(({ path }) => path)).not.toContain('/desk/shop/README.md')
  })

  it.each(['full', 'knowledge'] as const)(
    'is not opened again in mode %s, whatever else goes along, when it came from afar',
    async (mode) => {
      const { contexts, disk } = contextWorld(project)
      const other = await contexts.create('other', ['shop'], { cwd })
      const taken = contexts.import(await contexts.export('other'), { name: 'afar' })
      await contexts.update('afar', { cwd, mode })
      const before = disk.log.length
      for (const { id } of [other, taken, other, taken]) await contexts.refresh(id)
      const opened = disk.log.slice(before).filter(({ name }) => name === 'openRead')
      expect(opened.map(({ path }) => path).filter((path) => !path?.endsWith('.gitignore'))).toEqual([])
    },
  )

  it('is told as it is after its index was written and what is known of it was not', async () => {
    const { contexts, disk } = contextWorld(project)
    const { id } = await contexts.create('shop', ['shop'], { cwd, mode: 'knowledge' })
    const path = `/home/chatcli/contexts/${id}.json`
    const before = readText(disk, path)
    putFiles(disk, { '/desk/shop/new.md': 'fresh' })
    await contexts.refresh(id)
    putFiles(disk, { [path]: before })
    await contexts.refresh(id)
    expect(contexts.read(id)?.fileCount).toBe(5)
  })

  it('keeps the files of a source that is not there', async () => {
    const { contexts, disk } = contextWorld(project)
    const { id } = await contexts.create('shop', ['shop/src', 'shop/README.md'], { cwd })
    for (const name of ['till.ts', 'stock.ts']) disk.unlink(`/desk/shop/src/${name}`)
    disk.removeFolder('/desk/shop/src')
    const done = await contexts.refresh(id)
    expect(done).toMatchObject({ added: 0, changed: 0, removed: 0, missing: ['/desk/shop/src'] })
    expect(done.context.fileCount).toBe(3)
  })

  it('says what is new and what is gone when it gets other sources', async () => {
    const { contexts } = contextWorld(project)
    await contexts.create('shop', ['shop'], { cwd })
    const done = await contexts.update('shop', { cwd, paths: ['shop/src'] })
    expect(done).toMatchObject({ added: 0, changed: 0, removed: 2 })
  })

  it('can be changed: name, facts, sources, mode, to what is only searched and back', async () => {
    const { contexts } = contextWorld(project)
    const { id } = await contexts.create('shop', ['shop'], { cwd })
    const searched = await contexts.update('shop', {
      cwd,
      mode: 'knowledge',
      name: 'the shop',
      tags: ['till'],
    })
    expect(searched.context).toMatchObject({
      id,
      name: 'the shop',
      mode: 'knowledge',
      files: [],
      fileCount: 4,
    })
    expect(contexts.searchable(searched.context).search('when does the till close')[0]).toMatchObject({
      source: 'README.md',
    })
    const back = await contexts.update('The Shop', { cwd, mode: 'summary', paths: ['shop/src'] })
    expect(back.context.files.map(({ path }) => path)).toEqual([
      '/desk/shop/src/stock.ts',
      '/desk/shop/src/till.ts',
    ])
    await contexts.create('other', ['shop'], { cwd })
    await expect(contexts.update('other', { cwd, name: 'the SHOP' })).rejects.toMatchObject({
      code: 'exists',
    })
  })
})
