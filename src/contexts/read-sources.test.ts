import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createRealDisk } from '../disk/real-disk.ts'
import { readText } from '../disk/read-text.ts'
import { homePaths } from '../store/home-paths.ts'
import { testContext } from '../store/store-context.ts'
import { contextWorld, putFiles } from './context-world.suite.ts'
import { openContexts } from './open-contexts.ts'

describe('sources on a real disk', () => {
  it('follows a link that a person names, and none that leads into the home', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'contexts-'))
    try {
      mkdirSync(join(folder, 'home', 'sessions'), { recursive: true })
      mkdirSync(join(folder, 'shop'))
      writeFileSync(join(folder, 'home', 'sessions', 'a.json'), 'what was said')
      writeFileSync(join(folder, 'shop', 'a.md'), 'of the shop')
      mkdirSync(join(folder, 'links'))
      symlinkSync(join(folder, 'shop'), join(folder, 'links', 'shop'))
      symlinkSync(folder, join(folder, 'links', 'all'))
      symlinkSync(join(folder, 'home', 'sessions'), join(folder, 'shop', 'said'))
      const contexts = openContexts(
        testContext(createRealDisk(), { home: homePaths(join(folder, 'home')), randomHex: randomDigits }),
      )
      const made = await contexts.create('shop', ['links/shop'], { cwd: folder })
      expect(made.files.map(({ content }) => content)).toEqual(['of the shop'])
      for (const path of [
        'links/all/home',
        'links/all/home/sessions',
        'links/all/home/sessions/a.json',
        'links/all',
      ])
        await expect(contexts.create('said', [path], { cwd: folder }), path).rejects.toMatchObject({
          code: 'refused',
        })
      expect(statSync(join(folder, 'home', 'contexts', `${made.id}.json`)).mode & 0o777).toBe(0o600)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

describe('reading sources', () => {
  it('leaves out a home that was moved into one of them', async () => {
    const { contexts, disk } = contextWorld({ '/desk/a.md': 'of the desk' })
    const { id } = await contexts.create('desk', ['/desk'], { cwd: '/' })
    putFiles(disk, {
      [`/desk/kept/contexts/${id}.json`]: readText(disk, `/home/chatcli/contexts/${id}.json`),
      '/desk/kept/sessions/a.json': 'what was said',
    })
    const moved = openContexts(testContext(disk, { home: homePaths('/desk/kept') }))
    const { context } = await moved.refresh(id)
    expect(context.files.map(({ path }) => path)).toEqual(['/desk/a.md'])
  })

  it('takes no picture for a text, however many there are', async () => {
    const picture = Uint8Array.from([137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 0])
    const pictures = Array.from({ length: 250 }, (_, n) => [`/desk/shop/${n}.png`, picture])
    const { contexts } = contextWorld({
      ...(Object.fromEntries(pictures) as Record<string, Uint8Array>),
      '/desk/shop/z.md': 'of the shop',
    })
    const made = await contexts.create('shop', ['shop'], { cwd: '/desk', mode: 'smart' })
    expect(made).toMatchObject({ fileCount: 1, skipped: { binary: 250 } })
  })

  it('can be stopped while it is still looking for files', async () => {
    const many = Array.from({ length: 2000 }, (_, n) => [`/desk/many/${n}.md`, `note ${n}`])
    const { contexts } = contextWorld(Object.fromEntries(many) as Record<string, string>)
    const stop = new AbortController()
    setImmediate(() => stop.abort(new Error('enough')))
    const making = contexts.create('many', ['many'], { cwd: '/desk', signal: stop.signal })
    await expect(making).rejects.toThrow('enough')
  })
})

function randomDigits(digits: number): string {
  return randomBytes(digits).toString('hex').slice(0, digits)
}
