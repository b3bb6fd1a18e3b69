import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ConversationState } from '../../conversation/fold-state.ts'
import { refKey } from '../../conversation/range-set.ts'
import type { ActiveConversation } from '../active-conversation.ts'
import {
  compactFirst,
  contents,
  pointsOf,
  rewind,
  type RewindWorld,
  rewindWorld,
  takeTurn,
} from './rewind-world.suite.ts'
import { standingFor } from './standing-for.ts'
import { undoCompaction } from './undo-compaction.ts'
import { undoRewind } from './undo-rewind.ts'
import { ChatCliError } from '../../errors.ts'

const step = fc.record({
  does: fc.constantFrom(
    'turn',
    'turn',
    'turn',
    'other',
    'begin',
    'finish',
    'rewind',
    'rewind',
    'undo',
    'compact',
    'expand',
    'fork',
    'restart',
    'kill',
  ),
  a: fc.nat(9),
})
const steps = fc.array(step, { minLength: 10, maxLength: 40 })

const shown = ({ window }: Pick<ConversationState, 'window'>): readonly string[] =>
  window.map(({ ref, message }) => `${refKey(ref)} ${message.content}`)

/** The window, of which it does not matter who reads it: from the snapshot on, from the first byte, here. */
function checkSame(conversation: ActiveConversation, world: RewindWorld, said: ReadonlySet<string>): void {
  conversation.beginTurn()
  conversation.live.save()
  const here = shown(conversation.live.state())
  const name = conversation.name ?? ''
  const other = world.process().sessions
  const opened = other.open(name)
  expect(shown(opened.state())).toEqual(here)
  expect(
    opened
      .whole()
      .window()
      .map(({ ref, message }) => `${refKey(ref)} ${message.content}`),
  ).toEqual(here)
  opened.close()
  const texts = new Set(other.record(name).messages.map(({ message }) => message.content))
  for (const text of said) expect(texts).toContain(text)
}

function tries(run: () => void): boolean {
  try {
    run()
    return true
  } catch (error) {
    if (error instanceof ChatCliError && error.code === 'not-found') return false
    throw error
  }
}

it('whatever is said, rewound, taken back, compacted, forked and opened again: everyone sees the same, nothing is lost', () => {
  fc.assert(
    fc.property(steps, (list) => {
      const world = rewindWorld()
      let conversation = world.surface('sea')
      let said = new Set<string>()
      let count = 0
      const question = (): string => {
        said.add(`question ${++count}`)
        return `question ${count}`
      }
      takeTurn(conversation, question(), 'answer')
      let other = world.surface(conversation.name)
      let begun: string | undefined
      const finish = (): void => {
        if (begun === undefined) return
        other.live.append([{ role: 'assistant', content: 'at last' }], { turn: begun })
        begun = undefined
      }
      for (const { does, a } of list) {
        if (does === 'turn') takeTurn(conversation, question(), 'answer')
        else if (does === 'other') takeTurn(other, question(), 'answer')
        else if (does === 'begin' && begun === undefined) {
          begun = other.live.newTurn()
          other.live.append([{ role: 'user', content: question() }], { turn: begun, end: false })
        } else if (does === 'finish') finish()
        else if (does === 'rewind') {
          conversation.beginTurn()
          const before = shown(conversation.live.state())
          const points = pointsOf(conversation, world)
          const n = 1 + (a % Math.max(1, points.length))
          const point = points[n - 1]
          if (point === undefined) continue
          const open = conversation.live.state().window.filter(({ turn }) => turn === begun)
          const { ref } = rewind(conversation, n, world)
          const after = shown(conversation.live.state())
          expect(after.some((line) => line.startsWith(`${refKey(point.ref)} `))).toBe(false)
          for (const one of open) expect(after).toContain(`${refKey(one.ref)} ${one.message.content}`)
          expect(ref).toBeDefined()
          // Taken back at once it restores exactly, and again it is the same rewind.
          undoRewind(conversation)
          expect(shown(conversation.live.state())).toEqual(before)
          if (a % 2 === 0) undoRewind(conversation)
          expect(shown(conversation.live.state())).toEqual(a % 2 === 0 ? after : before)
        } else if (does === 'undo') tries(() => void undoRewind(conversation))
        else if (does === 'compact') {
          conversation.beginTurn()
          const before = shown(conversation.live.state())
          // Nobody compacts a turn that another is at.
          const { window } = conversation.live.state()
          const open = window.findIndex(({ turn }) => turn === begun)
          const most = open < 0 ? window.length : open
          if (most < 2) continue
          compactFirst(conversation, 2 + (a % (most - 1)), `summary ${a}`)
          if (a > 4) continue
          undoCompaction(conversation)
          expect(shown(conversation.live.state())).toEqual(before)
        } else if (does === 'expand') {
          conversation.beginTurn()
          const { window } = conversation.live.state()
          const known = new Set(window.map(({ ref }) => refKey(ref)))
          const coverOf = standingFor(window)
          tries(() => void undoCompaction(conversation))
          // Only what stood there, or behind a summary, is there now: what was rewound stays away.
          const now = conversation.live.state().window.filter(({ of }) => of === undefined)
          for (const { ref } of now) expect(known.has(refKey(ref)) || coverOf(ref) !== undefined).toBe(true)
        } else if (does === 'kill') {
          // The process is gone without a word.
          conversation.beginTurn()
          const before = contents(conversation)
          conversation = world.surface(conversation.name)
          expect(contents(conversation)).toEqual(before)
        } else if (does === 'fork' || does === 'restart') {
          finish()
          conversation.beginTurn()
          const before = contents(conversation)
          if (does === 'fork') conversation.fork(`fork-${++count}`)
          const { name } = conversation
          conversation.leave()
          conversation = world.surface(name)
          expect(contents(conversation)).toEqual(before)
          other.leave()
          other = world.surface(name)
        }
        checkSame(conversation, world, said)
      }
    }),
    { seed: 7, numRuns: 50 },
  )
}, 60_000)
