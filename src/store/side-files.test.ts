import { describe, expect, it } from 'vitest'
import { createSimulatedDisk } from '../disk/simulated-disk.ts'
import { prepareHome } from './prepare-home.ts'
import { sideFilePath, sideFilesOf, transcriptPath } from './side-files.ts'
import { testContext } from './store-context.ts'

function setUp(nowMs?: number) {
  const disk = createSimulatedDisk(nowMs === undefined ? {} : { nowMs })
  const context = testContext(disk)
  prepareHome(context)
  const put = (path: string): void => disk.close(disk.createExclusive(path))
  const lists = (): number => disk.log.filter(({ name }) => name === 'list').length
  return { disk, context, put, lists }
}

describe('sideFilesOf', () => {
  it('finds the files of one transcript, whose id may hold dots', () => {
    const { context, put } = setUp()
    for (const id of ['a', 'a.b']) put(transcriptPath(context, id))
    put(sideFilePath(context, 'a', 'w1'))
    put(sideFilePath(context, 'a.b', 'w2'))
    put(sideFilePath(context, 'a.b', 'w3'))
    const side = (w: string): string => sideFilePath(context, 'a.b', w)
    expect(sideFilesOf(context, 'a.b')).toEqual([side('w2'), side('w3')])
    expect(sideFilesOf(context, 'c')).toEqual([])
  })

  it('lists the folder once for any number of transcripts, and again when something is new in it', () => {
    const { context, put, lists } = setUp()
    put(transcriptPath(context, 'a'))
    const before = lists()
    for (let i = 0; i < 100; i++) sideFilesOf(context, `t${i}`)
    expect(lists() - before).toBe(1)
    put(sideFilePath(context, 't7', 'w'))
    expect(sideFilesOf(context, 't7')).toHaveLength(1)
    expect(lists() - before).toBe(2)
  })

  it('trusts no look at a folder that was changed a moment ago', () => {
    const { context, lists } = setUp(testContext(createSimulatedDisk()).now())
    const before = lists()
    for (let i = 0; i < 3; i++) sideFilesOf(context, 't')
    expect(lists() - before).toBe(3)
  })
})
