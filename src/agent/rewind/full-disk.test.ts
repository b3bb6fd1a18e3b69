import { expect, it } from 'vitest'
import { compactFirst, contents, rewind, rewindWorld, takeTurn } from './rewind-world.suite.ts'
import { undoCompaction } from './undo-compaction.ts'
import { undoRewind } from './undo-rewind.ts'

const told = expect.objectContaining({ kind: 'change-not-saved' }) as unknown

it('going back holds on a disk that is full, is told, and is saved with what is said next', () => {
  const world = rewindWorld()
  const conversation = world.surface('sea')
  for (const topic of ['tides', 'moons', 'boats']) takeTurn(conversation, topic)
  world.disk.setCapacity(0)
  expect(rewind(conversation, 1, world)).toMatchObject({ words: 'boats', removed: 2 })
  expect(contents(conversation)).toEqual(['tides', 'about tides', 'moons', 'about moons'])
  expect(conversation.takeNotices()).toContainEqual(told)
  undoRewind(conversation)
  expect(contents(conversation)).toHaveLength(6)
  undoRewind(conversation)
  world.disk.setCapacity(Infinity)
  takeTurn(conversation, 'ropes')
  const kept = ['tides', 'about tides', 'moons', 'about moons', 'ropes', 'about ropes']
  expect(contents(conversation)).toEqual(kept)
  expect(contents(world.surface('sea'))).toEqual(kept)
})

it('taking a compaction back does so too', () => {
  const world = rewindWorld()
  const conversation = world.surface('sea')
  for (const topic of ['tides', 'moons', 'boats']) takeTurn(conversation, topic)
  compactFirst(conversation, 4, 'summary')
  world.disk.setCapacity(0)
  expect(undoCompaction(conversation)).toMatchObject({ before: 3, after: 6 })
  expect(conversation.takeNotices()).toContainEqual(told)
})
