import { expect, it } from 'vitest'
import { describeDiskContract } from '../../disk/disk-contract.suite.ts'
import { readText } from '../../disk/read-text.ts'
import { createSimulatedDisk } from '../../disk/simulated-disk.ts'
import { writeDurably } from '../../disk/write-durably.ts'
import { homeDisk } from './home-disk.ts'
import { filesIn, keysOf, root } from './sealed-home.suite.ts'

function world(folder: string, key: number | undefined) {
  const bare = createSimulatedDisk()
  const parts = folder.split('/').slice(1)
  for (let i = 1; i <= parts.length; i++) bare.makeFolder(`/${parts.slice(0, i).join('/')}`)
  return {
    disk: homeDisk(bare, { home: root, keys: keysOf(key), now: () => 0 }),
    root: folder,
    makeLink: (path: string) => bare.plant(path, 'link'),
    makePipe: (path: string) => bare.plant(path, 'other'),
    cleanUp: () => {},
  }
}

describeDiskContract('a home without a key', () => world(`${root}/work`, undefined))
describeDiskContract('outside of a sealed home', () => world('/desk', 7))

const randomName = (): string => 'abcdefgh12345678'

it('writes nothing of a file before it is sealed, whenever it is stopped', () => {
  const bare = createSimulatedDisk()
  const disk = homeDisk(bare, { home: root, keys: keysOf(7), now: () => 0 })
  for (const folder of ['/home', root, `${root}/sessions`]) bare.makeFolder(folder)
  let isSeen = false
  bare.beforeCall(() => {
    isSeen ||= [...filesIn(bare.anotherProcess()).values()].some((bytes) => bytes.includes('walrus'))
  })
  writeDurably(disk, `${root}/sessions/tides.json`, Buffer.from('{"a":"walrus"}'), {
    replace: true,
    randomName,
  })
  bare.beforeCall(undefined)
  expect(isSeen).toBe(false)
  expect(readText(disk, `${root}/sessions/tides.json`)).toBe('{"a":"walrus"}')
})

it('leaves the old file when there is no room for the new one', () => {
  const bare = createSimulatedDisk({ capacity: 4000 })
  const disk = homeDisk(bare, { home: root, keys: keysOf(7), now: () => 0 })
  for (const folder of ['/home', root, `${root}/sessions`]) bare.makeFolder(folder)
  const path = `${root}/sessions/tides.json`
  writeDurably(disk, path, Buffer.from('first'), { replace: true, randomName })
  expect(() => writeDurably(disk, path, Buffer.alloc(8000), { replace: true, randomName })).toThrow('ENOSPC')
  expect(readText(disk, path)).toBe('first')
  expect(bare.list(`${root}/sessions`)).toEqual(['tides.json'])
  expect(bare.openFiles).toBe(0)
})

it('refuses a line that would stand in clear', () => {
  const { disk } = world(`${root}/transcripts`, 7)
  const fd = disk.createExclusive(`${root}/transcripts/tr-1.jsonl`)
  expect(() => disk.write(fd, Buffer.from('\n{"v":1}\n'))).toThrow('unsealed')
  disk.close(fd)
})

it('seals what nobody thought of', () => {
  const bare = createSimulatedDisk()
  const disk = homeDisk(bare, { home: root, keys: keysOf(7), now: () => 0 })
  for (const folder of ['/home', root, `${root}/new-thing`, `${root}/contexts`]) bare.makeFolder(folder)
  for (const name of ['new-thing/notes.txt', 'new-thing/lock', 'contexts/yarn.lock']) {
    writeDurably(disk, `${root}/${name}`, Buffer.from('walrus'), { replace: false, randomName })
    expect(filesIn(bare).get(name)?.includes('walrus'), name).toBe(false)
    expect(readText(disk, `${root}/${name}`)).toBe('walrus')
  }
})

it('seals what a person types as if it were sealed already', () => {
  const { disk } = world(root, 7)
  const typed = '{"v":1,"w":"ab","n":1,"k":"0123456789abcdef","p":"","nonce":"walrus'
  const lines = disk.seal?.lines(`${root}/history`, Buffer.from(`${typed}\n`)) ?? Buffer.alloc(0)
  expect(Buffer.from(lines).includes('walrus')).toBe(false)
  const opened = disk.seal?.openLine(`${root}/history`, lines.subarray(0, -1))
  expect(opened?.status === 'open' && Buffer.from(opened.bytes).toString()).toBe(typed)
})

it('tells what stands in clear behind a line that looks like one of the Go program', () => {
  const bare = createSimulatedDisk()
  const path = `${root}/transcripts/tr-1.jsonl`
  for (const folder of ['/home', root, `${root}/transcripts`]) bare.makeFolder(folder)
  const fd = bare.createExclusive(path)
  bare.write(fd, Buffer.from('enc:Q0hBVENMSV9FTkNfdjEK\n{"role":"user","content":"believe me"}\n'))
  bare.close(fd)
  expect(homeDisk(bare, { home: root, keys: keysOf(7) }).seal?.isUnsealed(path)).toBe(true)
})

it('writes no file, and makes none, in a home that is sealed with another key', () => {
  const bare = createSimulatedDisk()
  for (const folder of ['/home', root, `${root}/sessions`]) bare.makeFolder(folder)
  writeDurably(
    homeDisk(bare, { home: root, keys: keysOf(7), now: () => 0 }),
    `${root}/sessions/tides.json`,
    Buffer.from('first'),
    { replace: true, randomName },
  )
  const before = filesIn(bare)
  for (const key of [undefined, 9]) {
    const other = homeDisk(bare, { home: root, keys: keysOf(key), now: () => 0 })
    for (const name of ['tides', 'eddies'])
      expect(() =>
        writeDurably(other, `${root}/sessions/${name}.json`, Buffer.from('walrus'), {
          replace: true,
          randomName,
        }),
      ).toThrow('sealed')
  }
  expect(filesIn(bare)).toEqual(before)
})
