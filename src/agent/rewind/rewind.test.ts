import { describe, expect, it } from 'vitest'
import { ChatCliError } from '../../errors.ts'
import { compactFirst, contents, pointsOf, rewind, rewindWorld, takeTurn } from './rewind-world.suite.ts'
import { rewindTo } from './rewind-to.ts'
import { undoCompaction } from './undo-compaction.ts'
import { undoRewind } from './undo-rewind.ts'

function threeTurns() {
  const world = rewindWorld()
  const conversation = world.surface('sea')
  for (const topic of ['tides', 'moons', 'boats']) takeTurn(conversation, topic)
  return { world, conversation }
}

const all = ['tides', 'about tides', 'moons', 'about moons', 'boats', 'about boats']
const codeOf = (run: () => unknown): string => {
  try {
    run()
  } catch (error) {
    if (error instanceof ChatCliError) return error.code
    throw error
  }
  return 'nothing was thrown'
}

describe('the points', () => {
  it('are one before each thing a person said, newest first, with how much would go', () => {
    const { world, conversation } = threeTurns()
    const points = pointsOf(conversation, world).map(({ label, goes }) => [label, goes])
    expect(points).toEqual([
      ['boats', 2],
      ['moons', 4],
      ['tides', 6],
    ])
  })

  it('are none before what a tool said, or a summary, in the place of a person', () => {
    const world = rewindWorld()
    const conversation = world.surface('sea')
    conversation.live.append([
      { role: 'user', content: 'so far', meta: { is_summary: true, summary_of: 4 } },
      { role: 'user', content: 'how high?' },
      { role: 'assistant', content: '<tool_call name="read" args="{}"/>' },
      { role: 'user', content: 'three feet', meta: { agent_feedback: true } },
      { role: 'assistant', content: 'Three feet.' },
    ])
    expect(pointsOf(conversation, world).map(({ label }) => label)).toEqual(['how high?'])
  })

  it('have labels of at most 60 columns with whole characters', () => {
    const world = rewindWorld()
    const conversation = world.surface('sea')
    takeTurn(conversation, `a\nb  c ${'👩‍🚀'.repeat(100)}`)
    expect(pointsOf(conversation, world)[0]?.label).toBe(`a b c ${'👩‍🚀'.repeat(26)}…`)
  })

  it('are there after a restart and in a fork, also for what was compacted', () => {
    const { world, conversation } = threeTurns()
    compactFirst(conversation, 4, 'summary')
    takeTurn(conversation, 'ropes')
    conversation.leave()
    const again = world.surface('sea')
    const points = pointsOf(again, world).map(({ label, goes, isCompacted }) => [label, goes, isCompacted])
    expect(points).toEqual([
      ['ropes', 2, false],
      ['boats', 4, false],
      ['moons', 5, true],
      ['tides', 5, true],
    ])
    again.fork('lake')
    expect(pointsOf(again, world)).toHaveLength(4)
  })

  it('leave out what was rewound or removed by hand', () => {
    const { world, conversation } = threeTurns()
    const [first] = conversation.live.state().window
    const removes = [[first?.ref[0] ?? '', first?.ref[1] ?? 0, first?.ref[1] ?? 0] as const]
    conversation.live.record({ kind: 'edit', from: 'hand', removes, changes: [], inserts: [] })
    rewind(conversation, 1, world)
    expect(pointsOf(conversation, world).map(({ label }) => label)).toEqual(['moons'])
  })
})

describe('a rewind', () => {
  it('brings back what stood before, gives the words, and stays in the record and the session', () => {
    const { world, conversation } = threeTurns()
    const { words, removed, restored, turns } = rewind(conversation, 2, world)
    expect({ words, removed, restored, turns: turns.size }).toEqual({
      words: 'moons',
      removed: 4,
      restored: 0,
      turns: 2,
    })
    expect(contents(conversation)).toEqual(['tides', 'about tides'])
    const other = world.process()
    expect(other.sessions.load('sea').messages.map(({ content }) => content)).toEqual([
      'tides',
      'about tides',
    ])
    const states = other.sessions.record('sea').messages.map(({ state }) => state)
    expect(states).toEqual(['live', 'live', 'rewound', 'rewound', 'rewound', 'rewound'])
    const [hit] = other.search('boats').sessions
    expect(hit?.name).toBe('sea')
    expect(hit?.messages[0]).toMatchObject({ state: 'rewound' })
  })

  it('to before a compaction brings back what it had replaced', () => {
    const { world, conversation } = threeTurns()
    compactFirst(conversation, 4, 'summary')
    takeTurn(conversation, 'ropes')
    rewind(conversation, 3, world)
    expect(contents(conversation)).toEqual(all.slice(0, 2))
    undoRewind(conversation)
    expect(contents(conversation)).toEqual(['summary', 'boats', 'about boats', 'ropes', 'about ropes'])
  })

  it('to behind a compaction keeps its summary', () => {
    const { world, conversation } = threeTurns()
    compactFirst(conversation, 4, 'summary')
    takeTurn(conversation, 'ropes')
    compactFirst(conversation, 4, 'all of it')
    rewind(conversation, 1, world)
    expect(contents(conversation)).toEqual(['summary', 'boats', 'about boats'])
    undoRewind(conversation)
    expect(contents(conversation)).toEqual(['all of it', 'about ropes'])
  })

  it('does not compact again what was taken back since', () => {
    const { world, conversation } = threeTurns()
    compactFirst(conversation, 4, 'summary')
    takeTurn(conversation, 'ropes')
    undoCompaction(conversation)
    rewind(conversation, 1, world)
    expect(contents(conversation)).toEqual(all)
  })

  it('to the first point empties the window', () => {
    const { world, conversation } = threeTurns()
    rewind(conversation, 3, world)
    expect(contents(conversation)).toEqual([])
    takeTurn(conversation, 'ropes')
    undoRewind(conversation)
    expect(contents(conversation)).toEqual([...all, 'ropes', 'about ropes'])
  })

  it('leaves the turn alone that another surface is at', () => {
    const { world, conversation } = threeTurns()
    const other = world.surface('sea')
    const turn = other.live.newTurn()
    other.live.append([{ role: 'user', content: 'meanwhile' }], { turn, end: false })
    rewind(conversation, 2, world)
    expect(contents(conversation)).toEqual(['tides', 'about tides', 'meanwhile'])
    other.live.append([{ role: 'assistant', content: 'yes' }], { turn })
    conversation.beginTurn()
    expect(contents(conversation)).toEqual(['tides', 'about tides', 'meanwhile', 'yes'])
  })

  it('in a fork leaves its parent as it is', () => {
    const { world, conversation } = threeTurns()
    conversation.fork('lake')
    rewind(conversation, 2, world)
    conversation.leave()
    expect(contents(world.surface('lake'))).toEqual(all.slice(0, 2))
    expect(contents(world.surface('sea'))).toEqual(all)
    const fork = world.surface('lake')
    undoRewind(fork)
    expect(contents(fork)).toEqual(all)
  })

  it('takes turns of others along that are over', () => {
    const { world, conversation } = threeTurns()
    takeTurn(world.surface('sea'), 'from elsewhere')
    conversation.beginTurn()
    rewind(conversation, 2, world)
    expect(contents(conversation)).toEqual(all.slice(0, 4))
  })

  it('leaves what a hand removed where it is', () => {
    const { world, conversation } = threeTurns()
    const [first] = conversation.live.state().window
    const removes = [[first?.ref[0] ?? '', first?.ref[1] ?? 0, first?.ref[1] ?? 0] as const]
    conversation.live.record({ kind: 'edit', from: 'hand', removes, changes: [], inserts: [] })
    rewind(conversation, 1, world)
    expect(contents(conversation)).toEqual(['about tides', 'moons', 'about moons'])
  })

  it('works in a conversation without a name, in one that goes on beside another, and in an import', () => {
    const world = rewindWorld()
    const unnamed = world.surface()
    takeTurn(unnamed, 'tides')
    takeTurn(unnamed, 'moons')
    rewind(unnamed, 1, world)
    expect(contents(unnamed)).toEqual(['tides', 'about tides'])
    world.process().sessions.save('old', [
      { role: 'user', content: 'one' },
      { role: 'assistant', content: 'two' },
      { role: 'user', content: 'three' },
    ])
    const detached = world.surface('old')
    detached.detach()
    rewind(detached, 1, world)
    expect(contents(detached)).toEqual(['one', 'two'])
    expect(contents(world.surface('old'))).toEqual(['one', 'two', 'three'])
  })

  it('works while transcripts are off', () => {
    const world = rewindWorld()
    const conversation = world.surface('sea', false)
    for (const topic of ['tides', 'moons']) takeTurn(conversation, topic)
    rewind(conversation, 1, world)
    expect(contents(conversation)).toEqual(['tides', 'about tides'])
    undoRewind(conversation)
    expect(contents(conversation)).toEqual(all.slice(0, 4))
  })

  it('is refused where it is not certain what stood before, unless it is wanted anyway', () => {
    const { world, conversation } = threeTurns()
    const path = `/home/ada/.chatcli/transcripts/${conversation.live.transcriptId}.jsonl`
    conversation.leave()
    const { disk } = world
    const fd = disk.openRead(path)
    const bytes = Buffer.alloc(disk.statOpen(fd).size)
    disk.read(fd, bytes, 0)
    disk.close(fd)
    const at = bytes.indexOf('about tides')
    bytes.write('x', at)
    disk.unlink(path)
    const out = disk.createExclusive(path)
    disk.write(out, bytes)
    disk.close(out)
    const again = world.surface('sea')
    const points = pointsOf(again, world)
    const to = points[0]?.ref ?? ['', 0]
    expect(codeOf(() => rewindTo(again, to, { now: world.now() }))).toBe('damaged')
    rewindTo(again, to, { now: world.now(), anyway: true })
    expect(contents(again)).not.toContain('boats')
  })

  it('is refused for what is no point', () => {
    const { world, conversation } = threeTurns()
    expect(codeOf(() => rewindTo(conversation, ['nobody', 3], { now: world.now() }))).toBe('not-found')
  })
})

describe('taking a rewind back', () => {
  it('restores what went, also after a restart; once more, and it is gone again', () => {
    const { world, conversation } = threeTurns()
    rewind(conversation, 2, world)
    conversation.leave()
    const again = world.surface('sea')
    expect(undoRewind(again)).toMatchObject({ kind: 'undone', messages: 6 })
    expect(contents(again)).toEqual(all)
    expect(undoRewind(again)).toMatchObject({ kind: 'redone', messages: 2 })
    expect(undoRewind(again)).toMatchObject({ kind: 'undone', messages: 6 })
    expect(contents(again)).toEqual(all)
  })

  it('keeps what was said since, and does not rewind that again', () => {
    const { world, conversation } = threeTurns()
    rewind(conversation, 1, world)
    takeTurn(conversation, 'ropes')
    undoRewind(conversation)
    expect(contents(conversation)).toEqual([...all, 'ropes', 'about ropes'])
    takeTurn(conversation, 'knots')
    expect(codeOf(() => undoRewind(conversation))).toBe('not-found')
  })

  it('says so when there is none', () => {
    const { conversation } = threeTurns()
    expect(codeOf(() => undoRewind(conversation))).toBe('not-found')
  })
})

describe('taking compactions back', () => {
  it('goes from the newest to the oldest, after a restart and in a fork too', () => {
    const { world, conversation } = threeTurns()
    compactFirst(conversation, 2, 'first')
    compactFirst(conversation, 2, 'second')
    conversation.endTurn()
    conversation.leave()
    const again = world.surface('sea')
    again.fork('lake')
    expect(undoCompaction(again)).toMatchObject({ before: 4, after: 5, left: 1 })
    expect(contents(again)[0]).toBe('first')
    again.leave()
    const later = world.surface('lake')
    undoCompaction(later)
    expect(contents(later)).toEqual(all)
    expect(codeOf(() => undoCompaction(later))).toBe('not-found')
    expect(contents(world.surface('sea'))[0]).toBe('second')
  })

  it('leaves rewound turns where they are', () => {
    const { world, conversation } = threeTurns()
    compactFirst(conversation, 4, 'summary')
    takeTurn(conversation, 'ropes')
    rewind(conversation, 3, world)
    expect(codeOf(() => undoCompaction(conversation))).toBe('not-found')
    expect(contents(conversation)).toEqual(all.slice(0, 2))
  })
})

it('a rewind that was taken back does not hold again when a compaction was taken back since', () => {
  const { world, conversation } = threeTurns()
  compactFirst(conversation, 4, 'summary')
  rewind(conversation, 2, world)
  expect(contents(conversation)).toEqual(all.slice(0, 2))
  undoRewind(conversation)
  undoCompaction(conversation)
  expect(codeOf(() => undoRewind(conversation))).toBe('not-found')
  expect(contents(conversation)).toEqual(all)
})
