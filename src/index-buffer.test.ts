import { expect, it } from 'vitest'
import { createSimulatedDisk } from './disk/simulated-disk.ts'
import { openChatCli } from './open-chatcli.ts'

const nowMs = Date.UTC(2026, 4, 4)

function indexed(indexBuffer?: number): { readonly found: readonly string[]; readonly segments: number } {
  const disk = createSimulatedDisk({ nowMs })
  const chatcli = openChatCli({
    home: '/home',
    disk,
    now: () => nowMs,
    ...(indexBuffer === undefined ? {} : { indexBuffer }),
  })
  for (const [n, plant] of ['fern', 'moss', 'ivy'].entries())
    chatcli.sessions.save(`garden-${n}`, [
      {
        role: 'user',
        content: `Does the ${plant} grow in the shade of the wall? ${'It rains a lot. '.repeat(20)}`,
      },
    ])
  const found = ['fern', 'moss', 'ivy'].flatMap((plant) =>
    chatcli.search(plant).sessions.map(({ name }) => name),
  )
  const folder = disk.list('/home/index')[0] ?? ''
  const segments = disk.list(`/home/index/${folder}`).filter((name) => name.endsWith('.seg'))
  return { found, segments: segments.length }
}

it('makes an index of more and smaller files with less to hold, in which the same is found', () => {
  const [usual, little] = [indexed(), indexed(100)]
  expect(usual.found).toEqual(['garden-0', 'garden-1', 'garden-2'])
  expect(little.found).toEqual(usual.found)
  expect(usual.segments).toBe(1)
  expect(little.segments).toBeGreaterThan(1)
})
