import { appendFileSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Disk } from '../../disk/disk.ts'
import { systemError } from '../../disk/system-error.ts'
import { decodeChecked, encodeChecked } from '../../search/segments/manifest.ts'
import { knowledgeLimits } from './knowledge-limits.ts'
import { type KnowledgeWorld, knowledgeWorld } from './knowledge-world.suite.ts'
import { openKnowledgeBase } from './open-knowledge-base.ts'
import { passageMark } from './passage-mark.ts'

const worlds: KnowledgeWorld[] = []
afterEach(() => {
  for (const world of worlds.splice(0)) world.end()
})

function world(files: Readonly<Record<string, string>>): KnowledgeWorld {
  const made = knowledgeWorld(files)
  worlds.push(made)
  return made
}

describe('documents that change behind the back of a base', () => {
  it('one that has grown too large is left out, and not read', async () => {
    const { base, append } = world({ 'grows.log': 'the anchor holds\n', 'other.md': '# Other\n\nanchor\n' })
    await base.refresh()
    append('grows.log', 'x'.repeat(knowledgeLimits.fileBytes))
    append('other.md', 'changed too\n')
    expect(() => base.get('grows.log')).toThrow(expect.objectContaining({ message: 'too-large' }) as Error)
    expect((await base.refresh()).skipped).toEqual({ 'too-large': 1 })
    expect(base.search('anchor').map(({ source }) => source)).toEqual(['other.md'])
  })

  it('follows no link that stands where a folder was', async () => {
    const { base, folder } = world({ 'docs/key.md': 'the anchor holds\n', 'a.md': 'b' })
    await base.refresh()
    const outside = join(folder, '..', 'outside')
    mkdirSync(outside)
    writeFileSync(join(outside, 'key.md'), 'nobody gave this, anchor')
    renameSync(join(folder, 'docs'), join(folder, '..', 'was-docs'))
    symlinkSync(outside, join(folder, 'docs'))
    expect(() => base.get('docs/key.md')).toThrow(expect.objectContaining({ code: 'not-found' }) as Error)
    expect(base.search('anchor')).toEqual([])
  })

  it('pieces of a JSONL file stay what they were while others are added behind them', async () => {
    const line = (source: string, content: string): string => `${JSON.stringify({ source, content })}\n`
    const { another, folder, write } = world({ 'all.jsonl': line('a', 'the anchor') + line('b', 'the bell') })
    const base = another([join(folder, 'all.jsonl')])
    await base.refresh()
    appendFileSync(join(folder, 'all.jsonl'), line('c', 'the anchor again'))
    expect(base.search('anchor').map(({ source }) => source)).toEqual(['a'])
    expect(base.get('b').text).toBe('the bell')
    write('all.jsonl', line('a', 'nothing of it') + line('b', 'the bell'))
    const other = another([join(folder, 'all.jsonl')])
    expect(other.search('anchor')).toEqual([])
    expect(() => other.get('b')).toThrow(/changed since it was read/)
    await other.refresh()
    expect(other.get('b').text).toBe('the bell')
  })

  it('looks again at what was cut in another way', async () => {
    const { base, another, home } = world({ 'a.md': 'the anchor\n' })
    await base.refresh()
    const index = join(home, 'contexts', 'knowledge', 'kb-1', 'index', 'v1')
    const read = (name: string): unknown => decodeChecked(readFileSync(join(index, name)))
    const { records } = read('manifest.json') as { records: string }
    const older = JSON.stringify(read(records)).replaceAll(passageMark(), '00000000')
    writeFileSync(join(index, records), encodeChecked(JSON.parse(older)))
    expect(await another().refresh()).toMatchObject({ same: 0, changed: 1 })
    expect(await another().refresh()).toMatchObject({ same: 1, changed: 0 })
  })
})

it('a base that cannot be written down says so', async () => {
  const { context, folder } = world({ 'a.md': 'the anchor\n' })
  const disk: Disk = {
    ...context.disk,
    createExclusive(path, becomes) {
      if (/\.seg/.test(`${path}${becomes ?? ''}`)) throw systemError('ENOSPC', 'write', path)
      return context.disk.createExclusive(path, becomes)
    },
  }
  const definition = { id: 'kb-2', name: 'full', description: '', paths: [folder] }
  const base = openKnowledgeBase({ ...context, disk }, definition)
  await expect(base.refresh()).rejects.toMatchObject({ code: 'storage' })
  // What was read is there as long as this process is.
  expect(base.search('anchor')).toHaveLength(1)
})
