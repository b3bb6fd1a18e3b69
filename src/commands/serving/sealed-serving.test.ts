import { describe, expect, it } from 'vitest'
import { homeDisk } from '../../store/sealed/home-disk.ts'
import { keysOf } from '../../store/sealed/sealed-home.suite.ts'
import { localPrincipal } from './local-principal.ts'
import { sayTo, servingHome, type ServingProcess, servingWorld } from './serving-world.suite.ts'

const world = servingWorld()
const withKey = (): ServingProcess =>
  world.process({}, { disk: homeDisk(world.disk, { home: servingHome, keys: keysOf(7) }) })
const withoutKey = (): ServingProcess =>
  world.process({}, { disk: homeDisk(world.disk, { home: servingHome }) })

const files = (): Map<string, string> => {
  const found = new Map<string, string>()
  const walk = (folder: string): void => {
    for (const name of world.disk.list(folder)) {
      const path = `${folder}/${name}`
      const stat = world.disk.stat(path)
      if (stat?.kind === 'folder') walk(path)
      else found.set(path, bytesOf(path, stat?.size ?? 0))
    }
  }
  walk(servingHome)
  return found
}

function bytesOf(path: string, size: number): string {
  const fd = world.disk.openRead(path)
  const bytes = Buffer.alloc(size)
  world.disk.read(fd, bytes, 0)
  world.disk.close(fd)
  return bytes.toString('latin1')
}

describe('conversations of clients in a sealed home', () => {
  it('leave no word of theirs, go on with the key, and write nothing without it', async () => {
    const sealed = withKey()
    const one = await sealed.served.create({ principal: localPrincipal, cwd: '/narwhal-desk', id: 'tides' })
    await sayTo(one, 'The narwhal sleeps under the ice.')
    await sealed.served.leave()
    const before = files()
    expect([...before.keys()].some((path) => path.includes('/state/served/'))).toBe(true)
    for (const text of before.values()) expect(text).not.toContain('narwhal')

    const { served } = withoutKey()
    const asked = { principal: localPrincipal, cwd: '/desk' }
    await expect(served.create(asked)).rejects.toMatchObject({ code: 'key' })
    await expect(served.create({ ...asked, id: 'tides' })).rejects.toMatchObject({ code: 'key' })
    await expect(served.find('tides', localPrincipal)).rejects.toMatchObject({ code: 'key' })
    expect(() => served.list({ principal: localPrincipal })).toThrow(/key/)
    expect(files()).toEqual(before)

    const again = await withKey().served.find('tides', localPrincipal)
    expect(again?.status()).toMatchObject({ mirror: 'mcp-tides', messages: 2, cwd: '/narwhal-desk' })
  })
})
