import { describe, expect, it } from 'vitest'
import { readText } from '../disk/read-text.ts'
import { contextWorld, putFiles } from './context-world.suite.ts'
import type { Context } from './context.ts'

const project = {
  '/desk/shop/README.md': '# Shop\n\nThe till closes at nine.\n',
  '/desk/shop/src/till.ts': 'export const closesAt = 21\n',
  '/desk/shop/src/stock.ts': 'export const shelves = 12\n',
  '/desk/shop/.gitignore': 'secret.txt\nout/\n',
  '/desk/shop/secret.txt': 'the safe is behind the clock\n',
  '/desk/shop/out/till.js': 'closesAt=21\n',
  '/desk/shop/logo.png': Uint8Array.from([137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 0]),
}
const cwd = '/desk'
const paths = ({ files }: Context): readonly string[] =>
  files.map(({ path }) => path.replace('/desk/shop/', ''))

describe('creating a context', () => {
  it('reads the files of a folder, without what git ignores and what is no text', async () => {
    const { contexts, disk } = contextWorld(project)
    const made = await contexts.create('shop rules', ['shop'], { cwd, tags: ['till', ' till ', 'go'] })
    expect(paths(made)).toEqual(['.gitignore', 'README.md', 'src/stock.ts', 'src/till.ts'])
    expect(made).toMatchObject({ name: 'shop rules', mode: 'full', tags: ['till', 'go'], fileCount: 4 })
    expect(made.skipped).toMatchObject({ binary: 1 })
    expect(made.skipped['ignored']).toBeGreaterThanOrEqual(2)
    const [name = ''] = disk.list('/home/chatcli/contexts')
    const stored = readText(disk, `/home/chatcli/contexts/${name}`)
    expect(stored).toContain('The till closes at nine.')
    expect(stored).not.toContain('behind the clock')
    expect(disk.stat(`/home/chatcli/contexts/${name}`)?.mode).toBe(0o600)
  })

  it('is seen by another process at once, the same in all it says', async () => {
    const { contexts, another } = contextWorld(project)
    const other = another()
    expect(other.list().contexts).toEqual([])
    const made = await contexts.create('shop', ['shop/src'], { cwd, description: 'of the shop' })
    expect(other.read(made.id)).toEqual(made)
    expect(other.list().contexts).toMatchObject([
      { id: made.id, name: 'shop', fileCount: 2, tokens: made.tokens },
    ])
  })

  it.each([
    ['ab', 'invalid-name'],
    ['../escape', 'invalid-name'],
    ['a/b/c', 'invalid-name'],
    ['-rf', 'invalid-name'],
    ['bad\u001b[2J', 'invalid-name'],
    ['x'.repeat(65), 'invalid-name'],
    ['shop', 'exists'],
    ['SHOP', 'exists'],
  ])('refuses the name %j', async (name, code) => {
    const { contexts, disk } = contextWorld(project)
    await contexts.create('shop', ['shop'], { cwd })
    const before = disk.list('/home/chatcli/contexts')
    await expect(contexts.create(name, ['shop'], { cwd })).rejects.toMatchObject({ code })
    expect(disk.list('/home/chatcli/contexts')).toEqual(before)
  })

  it.each<[string, object, string]>([
    ['a long description', { description: 'x'.repeat(501) }, 'usage'],
    ['too many tags', { tags: Array.from({ length: 11 }, (_, i) => `tag${i}`) }, 'usage'],
    ['a tag of one letter', { tags: ['a'] }, 'usage'],
    ['a tag that is too long', { tags: ['x'.repeat(21)] }, 'usage'],
  ])('refuses %s', async (_, facts, code) => {
    const { contexts } = contextWorld(project)
    await expect(contexts.create('shop', ['shop'], { cwd, ...facts })).rejects.toMatchObject({ code })
    expect(contexts.list().contexts).toEqual([])
  })

  it.each([
    ['/desk/nothing', 'not-found'],
    ['/home/chatcli/sessions', 'not-found'],
    ['/home/chatcli', 'refused'],
    ['/home', 'refused'],
    ['/', 'refused'],
  ])('takes nothing from %s', async (path, code) => {
    const { contexts } = contextWorld(project)
    await expect(contexts.create('shop', [path], { cwd })).rejects.toMatchObject({ code })
    expect(contexts.list().contexts).toEqual([])
  })

  it('says what is too much, and what could be done', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 501 }, (_, i) => [`/desk/many/${i}.md`, `note ${i}`]),
    )
    const { contexts } = contextWorld(many)
    const failure = contexts.create('many', ['many'], { cwd })
    await expect(failure).rejects.toMatchObject({
      code: 'usage',
      message: 'There are 501 files; a context in mode full has 500 at most',
      hint: 'Name fewer paths, or use --mode knowledge.',
    })
    await expect(contexts.create('many', ['many'], { cwd, mode: 'summary' })).resolves.toMatchObject({
      fileCount: 501,
    })
  })

  it('takes the place of one of its name when told to, and keeps what it is attached to', async () => {
    const { contexts } = contextWorld(project)
    const first = await contexts.create('shop', ['shop/src'], { cwd })
    const second = await contexts.create('Shop', ['shop/README.md'], { cwd, force: true })
    expect(second.id).toBe(first.id)
    expect(contexts.list().contexts).toHaveLength(1)
    expect(second.files.map(({ path }) => path)).toEqual(['/desk/shop/README.md'])
  })

  it('leaves nothing behind when it is stopped', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 200 }, (_, i) => [`/desk/many/${i}.md`, `note ${i}`]),
    )
    const { contexts, disk } = contextWorld(many)
    const stop = new AbortController()
    const onProgress = (): void => stop.abort(new Error('enough'))
    await expect(contexts.create('many', ['many'], { cwd, signal: stop.signal, onProgress })).rejects.toThrow(
      'enough',
    )
    expect(disk.list('/home/chatcli/contexts')).toEqual([])
  })

  it('reads each of 10,000 files once to search them, keeps no text of them, and nothing when they are the same', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, i) => [
        `/desk/big/${i % 100}/note-${i}.md`,
        `# Note ${i}\n\nShelf ${i} holds ${i % 7 === 0 ? 'copper' : 'tin'}.\n`,
      ]),
    )
    const { contexts, disk } = contextWorld(files)
    const made = await contexts.create('big one', ['big'], { cwd, mode: 'knowledge' })
    expect(made).toMatchObject({ fileCount: 10_000, files: [] })
    expect(disk.stat(`/home/chatcli/contexts/${made.id}.json`)?.size).toBeLessThan(2000)
    const opened = (): number =>
      disk.log.filter(({ name, path }) => name === 'openRead' && path?.startsWith('/desk/big/')).length
    expect(opened()).toBeLessThanOrEqual(20_000)
    const before = opened()
    const again = await contexts.refresh(made.id)
    expect(again).toMatchObject({ added: 0, changed: 0, removed: 0 })
    expect(opened()).toBe(before)
    expect(disk.openFiles).toBe(0)
  }, 60_000)
})

describe('merging', () => {
  it('joins the files; of one that both have, the newest', async () => {
    const { contexts, disk } = contextWorld(project)
    await contexts.create('one', ['shop/src'], { cwd, tags: ['aa'] })
    putFiles(disk, { '/desk/shop/src/till.ts': 'export const closesAt = 23\n' })
    await contexts.create('two', ['shop'], { cwd, tags: ['bb'], mode: 'summary' })
    const merged = await contexts.merge('both', ['one', 'two'], {})
    expect(merged).toMatchObject({ mode: 'full', tags: ['aa', 'bb'], fileCount: 4 })
    expect(merged.files.find(({ path }) => path.endsWith('till.ts'))?.content).toContain('23')
    expect(contexts.list().contexts.map(({ name }) => name)).toEqual(['both', 'one', 'two'])
    await expect(contexts.merge('third', ['one', 'nowhere'], {})).rejects.toMatchObject({ code: 'not-found' })
  })

  it('keeps the mode that all have, and joins what is searched', async () => {
    const { contexts } = contextWorld(project)
    await contexts.create('one', ['shop/src'], { cwd, mode: 'knowledge' })
    await contexts.create('two', ['shop/README.md'], { cwd, mode: 'knowledge' })
    const merged = await contexts.merge('both', ['one', 'two'], {})
    expect(merged).toMatchObject({ mode: 'knowledge', fileCount: 3 })
    expect(contexts.searchable(merged).search('shelves')[0]?.source).toBe('src/stock.ts')
  })
})

describe('export and import', () => {
  it('says when it is too large for a file, before it reads', async () => {
    const { contexts, disk } = contextWorld(project)
    const { id } = await contexts.create('shop', ['shop'], { cwd, mode: 'knowledge' })
    const path = `/home/chatcli/contexts/${id}.json`
    putFiles(disk, { [path]: readText(disk, path).replace(/"total_size":\d+/, '"total_size":300000000') })
    const before = disk.log.length
    await expect(contexts.export('shop')).rejects.toMatchObject({ code: 'usage' })
    expect(disk.log.slice(before).some(({ path: read }) => read?.startsWith('/desk/'))).toBe(false)
  })

  it('carry the texts, and nothing that would be believed', async () => {
    const { contexts, another } = contextWorld(project)
    const made = await contexts.create('shop', ['shop/src'], { cwd, description: 'of the shop' })
    const text = await contexts.export('shop')
    const other = another()
    expect(() => other.import(text)).toThrow(/There is a context "shop" already/)
    const taken = other.import(text, { name: 'from afar' })
    expect(taken.id).not.toBe(made.id)
    expect(taken).toMatchObject({ name: 'from afar', sources: [], fileCount: 2, description: 'of the shop' })
    expect(taken.files.map(({ content }) => content)).toEqual(made.files.map(({ content }) => content))
  })

  it('does not read the paths that a file names, whatever it says of itself', async () => {
    const { contexts } = contextWorld({ ...project, '/desk/shop/src/till.ts': 'private\n' })
    const evil = {
      format: 1,
      id: '../../state/permissions',
      name: 'friendly',
      mode: 'full',
      sources: ['/desk/shop'],
      total_size: 1,
      files: [{ path: '/desk/shop/src/till.ts', size: 1, hash: 'x', content: 'public\n' }],
    }
    const taken = contexts.import(JSON.stringify(evil))
    expect(taken).toMatchObject({ sources: [], size: 7 })
    expect(taken.id).toMatch(/^ctx-/)
    expect((await contexts.refresh(taken.id)).context.files[0]?.content).toBe('public\n')
    const found = contexts.searchable(taken)
    await found.refresh()
    expect(found.search('public')).toHaveLength(1)
    expect(found.search('shelves')).toEqual([])
  })

  it('carry what is only searched too', async () => {
    const { contexts } = contextWorld(project)
    await contexts.create('shop', ['shop'], { cwd, mode: 'knowledge' })
    const taken = contexts.import(await contexts.export('shop'), { name: 'copy' })
    const { context } = await contexts.refresh(taken.id)
    const [hit] = contexts.searchable(context).search('when does the till close?')
    expect(hit?.text).toContain('closes at nine')
    const again = await contexts.export('copy')
    expect(again).toContain('closes at nine')
  })

  it('are whole where a session file or rubbish is given', () => {
    const { contexts } = contextWorld()
    for (const text of ['', '[]', '{"version":2,"chat_history":[]}', '{"name":"xyz","files":"no"}']) {
      expect(() => contexts.import(text)).toThrow(/cannot be read as a context/)
    }
    expect(contexts.list().contexts).toEqual([])
  })
})

describe('removing', () => {
  it('takes the index along, and leaves the sources', async () => {
    const { contexts, disk } = contextWorld(project)
    const { id } = await contexts.create('shop', ['shop'], { cwd, mode: 'knowledge' })
    contexts.remove(id)
    expect(contexts.list().contexts).toEqual([])
    expect(contexts.read(id)).toBeUndefined()
    expect(disk.list('/home/chatcli/contexts').filter((name) => name !== 'knowledge')).toEqual([])
    expect(disk.list('/home/chatcli/contexts/knowledge')).toEqual([])
    expect(disk.stat('/desk/shop/README.md')).toBeDefined()
  })
})
