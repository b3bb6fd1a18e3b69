import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { createRealDisk } from '../../disk/real-disk.ts'
import { listFiles } from './list-files.ts'

const folder = fs.mkdtempSync(join(tmpdir(), 'chatcli-list-'))
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

it('lists what is wanted, through links, once, and nothing secret', () => {
  const put = (name: string): void => {
    fs.mkdirSync(join(folder, name, '..'), { recursive: true })
    fs.writeFileSync(join(folder, name), 'x')
  }
  for (const name of [
    'in/b.jsonl',
    'in/a.jsonl',
    'in/deep/er/c.jsonl',
    'in/skip/d.jsonl',
    'in/auth.json',
    'out/e.jsonl',
  ])
    put(name)
  fs.symlinkSync(join(folder, 'out'), join(folder, 'in/linked'))
  fs.symlinkSync(join(folder, 'in'), join(folder, 'in/deep/loop'))
  fs.symlinkSync(join(folder, 'nowhere'), join(folder, 'in/broken.jsonl'))
  const list = (depth: number) =>
    [
      ...listFiles(createRealDisk(), join(folder, 'in'), {
        depth,
        wants: (name) => name.endsWith('.jsonl') || name.endsWith('auth.json'),
        enters: (name) => name !== 'skip',
      }),
    ].map(({ name }) => name)
  expect(list(0)).toEqual(['a.jsonl', 'b.jsonl'])
  const all = list(9)
  expect(all).toEqual(['a.jsonl', 'b.jsonl', 'deep/er/c.jsonl', 'linked/e.jsonl'])
  expect([...listFiles(createRealDisk(), join(folder, 'none'), { depth: 1, wants: () => true })]).toEqual([])
})
