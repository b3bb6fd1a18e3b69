import { describe, expect, it } from 'vitest'
import { readText } from '../disk/read-text.ts'
import { contextWorld, putFiles } from './context-world.suite.ts'

const project = {
  '/desk/shop/README.md': '# Shop\n\nThe till closes at nine.\n',
  '/desk/shop/src/till.ts': 'export const closesAt = 21\n',
  '/desk/shop/src/stock.ts': 'export const shelves = 12\n',
  '/desk/shop/notes.md': 'Tin and copper.\n',
}
const cwd = '/desk'

describe('a context that two processes work with at once', () => {
  const changed = { '/desk/shop/README.md': 'The till closes at ten.' }

  it.each(['full', 'knowledge'] as const)(
    'is not there again in mode %s once it was deleted',
    async (mode) => {
      const { contexts, disk, another } = contextWorld(project)
      const { id } = await contexts.create('shop', ['shop'], { cwd, mode })
      putFiles(disk, changed)
      let isDeleted = false
      const onProgress = (): void => {
        if (!isDeleted) another().remove(id)
        isDeleted = true
      }
      await expect(contexts.refresh(id, { onProgress })).rejects.toMatchObject({ code: 'not-found' })
      expect(isDeleted).toBe(true)
      expect(another().list().contexts).toEqual([])
      expect(disk.list('/home/chatcli/contexts').filter((name) => name !== 'knowledge')).toEqual([])
      expect(disk.stat(`/home/chatcli/contexts/knowledge/${id}`)).toBeUndefined()
    },
  )

  it('keeps what the other wrote while its files were read again', async () => {
    const { contexts, disk, another } = contextWorld(project)
    const { id } = await contexts.create('shop', ['shop'], { cwd })
    const text = await contexts.export('shop')
    putFiles(disk, changed)
    const onProgress = (): void => {
      another().import(text, { name: 'SHOP', force: true })
    }
    await contexts.refresh(id, { onProgress })
    expect(another().read(id)).toMatchObject({ name: 'SHOP', sources: [], fileCount: 4 })
  })

  it('has a name that only one of them gets', async () => {
    const { contexts, another } = contextWorld(project)
    const both = await Promise.allSettled([
      contexts.create('shop', ['shop'], { cwd }),
      another().create('shop', ['shop/src'], { cwd }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'exists' } })
    expect(another().list().contexts).toHaveLength(1)
  })
})

describe('files of contexts', () => {
  const path = '/home/chatcli/contexts/broken.json'

  it('that are damaged are named and stay as they are', async () => {
    const { contexts, disk } = contextWorld({ ...project, [path]: '{"name": "half' })
    const made = await contexts.create('shop', ['shop'], { cwd })
    expect(contexts.list()).toMatchObject({
      contexts: [{ id: made.id }],
      damaged: [{ path, reason: expect.stringContaining('is not whole JSON') as string }],
    })
    expect(() => contexts.read('broken')).toThrow(/cannot be read as a context/)
    expect(readText(disk, path)).toBe('{"name": "half')
  })

  it('of the Go program load, and what it wrote in them stays', async () => {
    const foreign = {
      id: 'f9e0',
      name: 'old notes',
      files: [{ path: 'notes.md', content: 'The tide turns at six.', size: 22, type: 'Markdown' }],
      mode: 'full',
      total_size: 22,
      file_count: 1,
      created_at: '2026-01-02T03:04:05.678901234Z',
      updated_at: '2026-01-02T03:04:05Z',
      tags: null,
      metadata: { team: 'harbour' },
      is_chunked: false,
    }
    const { contexts, disk } = contextWorld({ '/home/chatcli/contexts/f9e0.json': JSON.stringify(foreign) })
    expect(contexts.list().contexts).toMatchObject([
      { name: 'old notes', fileCount: 1, size: 22, sources: [] },
    ])
    await contexts.update('old notes', { cwd, description: 'kept' })
    const stored = JSON.parse(readText(disk, '/home/chatcli/contexts/f9e0.json')) as Record<string, unknown>
    expect(stored).toMatchObject({
      id: 'f9e0',
      metadata: { team: 'harbour' },
      is_chunked: false,
      description: 'kept',
      created_at: '2026-01-02T03:04:05.678Z',
    })
    expect(stored['files']).toMatchObject([
      { path: 'notes.md', content: 'The tide turns at six.', type: 'Markdown' },
    ])
  })

  it('of a later version are left alone', () => {
    const { contexts } = contextWorld({ [path]: '{"format": 9, "name": "future"}' })
    expect(contexts.list().damaged).toMatchObject([{ path }])
    expect(() => contexts.read('broken')).toThrow(/format 9/)
  })

  it('are whole or as they were after a crash at any moment', async () => {
    const { contexts, disk } = contextWorld(project)
    const first = await contexts.create('shop', ['shop'], { cwd })
    putFiles(disk, { '/desk/shop/new.md': 'fresh' })
    await contexts.refresh(first.id)
    let states = 0
    for (const { disk: after } of disk.crashStates()) {
      states++
      const text = after.stat(`/home/chatcli/contexts/${first.id}.json`)
      if (text !== undefined)
        expect(readText(after, `/home/chatcli/contexts/${first.id}.json`)).toMatch(/\]\}\n$/)
    }
    expect(states).toBeGreaterThan(0)
  })
})
