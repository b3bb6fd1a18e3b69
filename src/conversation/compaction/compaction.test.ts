import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LineRef } from '../event.ts'
import { ConversationFold } from '../fold.ts'
import type { Message } from '../message.ts'
import { RangeSet } from '../range-set.ts'
import { ageInstructions } from './age-instructions.ts'
import { compactWindow } from './compact-window.ts'
import {
  Writer,
  conversationOf,
  keysOf,
  memoryArchive,
  messagesIn,
  pairProblems,
  plainUndo,
  someMessages,
} from './conversation.suite.ts'
import { dedupReads } from './dedup-reads.ts'
import { type Draft, draftOf, isUnchanged, rewriteOf } from './draft.ts'
import { emergency } from './emergency.ts'
import { type Limits, fixedEntries } from './limits.ts'
import { microcompact } from './microcompact.ts'
import type { Archiver } from './recall-marker.ts'
import { recreateArchived } from './recreate-archived.ts'
import { repairPairs } from './repair-pairs.ts'
import { summaryTask, withSummary } from './summary-task.ts'
import { trim } from './trim.ts'

const tokensOf = ({ content, tool_calls: calls }: Message): number =>
  4 + Math.ceil((content.length + JSON.stringify(calls ?? []).length) / 4)

interface Given extends Limits {
  readonly archive: Archiver
  readonly budget: number
}

/** Every step there is, and whether it may touch the newest messages. */
const steps: Readonly<Record<string, (draft: Draft, given: Given) => Draft>> = {
  trim: (draft, given) => trim(draft, { ...given, tokensOf }),
  dedup: (draft, given) => dedupReads(draft, given),
  age: (draft, given) => ageInstructions(draft, { ...given, ageTurns: 2, minContent: 200 }),
  microcompact: (draft, { archive }) =>
    microcompact(draft, { archive, minContent: 300, headChars: 60, tailChars: 30 }),
  emergency: (draft, given) => emergency(draft, { ...given, tokensOf }),
  repair: (draft) => repairPairs(draft),
  summary: (draft, given) => {
    const task = summaryTask(draft, given)
    return task === undefined ? draft : withSummary(draft, task, '## Facts\n- One.', given.archive)
  },
}

const limits = fc.record({
  keepLast: fc.integer({ min: 0, max: 12 }),
  budget: fc.integer({ min: 50, max: 3000 }),
})

describe.each(Object.entries(steps))('%s', (name, step) => {
  const each = (
    check: (draft: Draft, given: Given & { keepLast: number }, messages: Message[]) => void,
  ): void =>
    fc.assert(
      fc.property(someMessages, limits, (messages, { keepLast, budget }) => {
        const draft = draftOf(conversationOf(messages).window)
        check(draft, { keepLast, budget, archive: memoryArchive().archive }, messages)
      }),
      { numRuns: 40, seed: 6 },
    )

  it('keeps calls and results together', () => {
    each((draft, given, messages) => {
      const next = step(draft, given)
      expect(pairProblems(next.map(({ message }) => message))).toBeLessThanOrEqual(pairProblems(messages))
    })
  })

  it('folds to just what it wants, and an undo brings back just what was', () => {
    fc.assert(
      fc.property(someMessages, limits, (messages, { keepLast, budget }) => {
        const { writer, window } = conversationOf(messages)
        const { archive } = memoryArchive()
        const draft = step(draftOf(window), { keepLast, budget, archive })
        const rewrite = rewriteOf('compact', window, draft)
        if (rewrite === undefined) return
        const line = writer.line(rewrite)
        const after = writer.fold.window()
        expect(messagesIn(after)).toEqual(draft.map(({ message }) => message))
        expect(rewrite).toMatchObject({ before: window.length, after: after.length })
        const stands = new RangeSet((rewrite.puts ?? []).flatMap(({ of }) => of))
        const gone = new RangeSet(rewrite.removes)
        const kept = new Set(keysOf(after))
        for (const { ref } of window) {
          if (kept.has(ref.join(':'))) continue
          expect(gone.has(ref)).toBe(true)
          expect(stands.has(ref)).toBe(true)
        }
        writer.line(plainUndo([line.w, line.n]))
        expect(writer.fold.window()).toEqual(window)
      }),
      { numRuns: 40, seed: 7 },
    )
  })

  it('does nothing the second time', () => {
    fc.assert(
      fc.property(someMessages, limits, (messages, { keepLast, budget }) => {
        const { writer, window } = conversationOf(messages)
        const given = { keepLast, budget, archive: memoryArchive().archive }
        const rewrite = rewriteOf('compact', window, step(draftOf(window), given))
        if (rewrite !== undefined) writer.line(rewrite)
        const next = writer.fold.window()
        expect(rewriteOf('compact', next, step(draftOf(next), given))).toBeUndefined()
      }),
      { numRuns: 40, seed: 8 },
    )
  })

  it('touches nothing that must stay, and splits no character', () => {
    each((draft, given) => {
      const next = step(draft, given)
      const keepLast =
        name === 'microcompact' || name === 'repair' ? 0 : name === 'emergency' ? 2 : given.keepLast
      const shown = new Set(next.filter(isUnchanged).map(({ message }) => message))
      const fixed = fixedEntries(draft, { keepLast: Math.min(keepLast, given.keepLast) })
      for (const [i, { message }] of draft.entries())
        if (fixed[i] === true) expect(shown.has(message)).toBe(true)
      for (const { message } of next) {
        expect(message.content.isWellFormed()).toBe(true)
        // A mark, a joiner or half a flag alone, as a cut in the middle of a character leaves them.
        expect(message.content).not.toMatch(/(?:^|\n)(?:\u0301|\u0323|\u200d|\u11a8)/)
      }
    })
  })

  it('leaves whatever it took away to be recalled from the transcript', () => {
    fc.assert(
      fc.property(someMessages, limits, (messages, { keepLast, budget }) => {
        const { lines, writer, window } = conversationOf(messages)
        const { archive, texts } = memoryArchive()
        const rewrite = rewriteOf('compact', window, step(draftOf(window), { keepLast, budget, archive }))
        const all = rewrite === undefined ? lines : [...lines, writer.line(rewrite)]
        const shown = messagesIn(writer.fold.window()).map(
          ({ content, tool_calls: calls }) => content + JSON.stringify(calls),
        )
        for (const [key, kept] of texts)
          if (shown.some((content) => content.includes(key))) expect(recreateArchived(key, all)).toBe(kept)
      }),
      { numRuns: 40, seed: 9 },
    )
  })
})

describe('compactWindow', () => {
  const summarise = async (): Promise<string> => '## Decisions\n- Cache for 90 days.'

  it('fits the budget or says that it does not, in one event that one undo takes back', async () => {
    await fc.assert(
      fc.asyncProperty(someMessages, limits, async (messages, { keepLast, budget }) => {
        const { writer, window } = conversationOf(messages)
        const { archive } = memoryArchive()
        const options = { keepLast, budget, archive, tokensOf, summarise }
        const { rewrite, level, after, fits } = await compactWindow(window, options)
        expect(level === 'none').toBe(rewrite === undefined)
        const line = rewrite === undefined ? undefined : writer.line(rewrite)
        const next = writer.fold.window()
        const tokens = messagesIn(next).reduce((sum, message) => sum + tokensOf(message), 0)
        expect(after).toBe(tokens)
        expect(fits).toBe(tokens <= budget)
        expect(pairProblems(messagesIn(next))).toBe(0)
        const again = await compactWindow(next, options)
        expect(again.rewrite).toBeUndefined()
        if (line !== undefined) writer.line(plainUndo([line.w, line.n]))
        expect(writer.fold.window()).toEqual(window)
      }),
      { numRuns: 60, seed: 10 },
    )
  })
})

/** A random history of writers who do not always know of each other: every step of compaction, undo, rewind. */
describe('compactions of several writers', () => {
  const plan = fc.record({
    who: fc.nat(2),
    does: fc.constantFrom('say', 'say', 'see', 'see', 'undo', 'rewind', ...Object.keys(steps)),
    a: fc.nat(20),
  })

  it('fold to the same window everywhere, whole pairs, and every undo takes back what its rewrite did', () => {
    fc.assert(
      fc.property(someMessages, fc.array(plan, { maxLength: 30 }), (messages, plans) => {
        const { lines: before } = conversationOf(messages)
        const lines = [...before]
        const writers = ['x', 'y', 'z'].map((w) => new Writer(w, lines))
        const rewrites: LineRef[] = []
        const { archive } = memoryArchive()
        for (const { who, does, a } of plans) {
          const writer = writers[who]
          if (writer === undefined) continue
          const seen = writer.fold.window()
          if (does === 'see') writer.see(lines)
          else if (does === 'say') {
            const said = [writer.say({ role: 'user', content: `${writer.w} asks ${a}` })]
            lines.push(...said, writer.say({ role: 'assistant', content: `answer ${a}` }), writer.endTurn())
          } else if (does === 'undo') {
            const ref = rewrites[a % Math.max(1, rewrites.length)]
            if (ref !== undefined) lines.push(writer.line(plainUndo(ref)))
          } else {
            const given = { keepLast: a % 6, budget: 40 * a, archive }
            const draft = does === 'rewind' ? draftOf(seen.slice(0, a)) : steps[does]?.(draftOf(seen), given)
            const body = rewriteOf(does === 'rewind' ? 'rewind' : 'compact', seen, draft ?? [])
            if (body === undefined) continue
            const line = writer.line(body)
            lines.push(line)
            rewrites.push([line.w, line.n])
            if (seen.length > 0) expect(keysOf(writer.fold.window())).toHaveLength(draft?.length ?? 0)
          }
        }
        const whole = new ConversationFold()
        for (const line of lines) whole.apply(line)
        for (const writer of writers) {
          const late = new ConversationFold()
          for (const line of [...lines.slice(0, 5), ...lines]) late.apply(line)
          expect(late.state()).toEqual(whole.state())
          expect(writer.fold.window().length).toBeGreaterThanOrEqual(0)
        }
        const said = lines.filter(({ kind }) => kind === 'message').length
        expect(whole.record).toHaveLength(said)

        const last = new Writer('last', lines)
        const seen = last.fold.window()
        const body = rewriteOf(
          'compact',
          seen,
          steps['summary']?.(draftOf(seen), { keepLast: 1, budget: 1, archive }) ?? [],
        )
        if (body === undefined) return
        const line = last.line(body)
        last.line(plainUndo([line.w, line.n]))
        expect(last.fold.window()).toEqual(seen)
      }),
      { numRuns: 60, seed: 11 },
    )
  })
})
