import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diffWindow } from './diff-window.ts'
import type { EventBody, LineRef, MessageRef, TranscriptEvent } from './event.ts'
import type { WindowMessage } from './fold-state.ts'
import { ConversationFold, ownId } from './fold.ts'
import { messageHash } from './message-hash.ts'
import type { Message } from './message.ts'
import { planRewrite } from './plan-rewrite.ts'
import { RangeSet, refKey } from './range-set.ts'

/** A writer of one process: it sees the lines it has folded and names its own lines. */
class Writer {
  readonly fold: ConversationFold = new ConversationFold()
  readonly w: string
  #n = 0
  #m = 0
  #turn = 0

  constructor(w: string) {
    this.w = w
  }

  see(lines: readonly TranscriptEvent[]): void {
    for (const line of lines) this.fold.apply(line)
  }

  get nextRef(): LineRef {
    return [this.w, this.#n]
  }

  line(body: EventBody, turn = `${this.w}${this.#turn}`): TranscriptEvent {
    const n = this.#n++
    return { v: 1, w: this.w, n, at: new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString(), turn, ...body }
  }

  say(content: string, role = 'user'): TranscriptEvent {
    const message: Message = { role, content }
    const id = ownId({ w: this.w, n: this.#n })
    return this.line({ kind: 'message', m: this.#m++, id, hash: messageHash(message), message })
  }

  endTurn(): TranscriptEvent {
    const end = this.line({ kind: 'mark', mark: 'turn-end' })
    this.#turn++
    return end
  }

  /** Replaces `count` window messages from `from` on by a summary. */
  compact(from: number, count: number, text = `summary by ${this.w}`): TranscriptEvent {
    const seen = this.fold.window()
    const gone = seen.slice(from, from + count).map(({ ref }) => ref)
    const keys = new Set(gone.map(refKey))
    const keep = seen.map(({ ref }) => ref).filter((ref) => !keys.has(refKey(ref)))
    const message: Message = { role: 'user', content: text, meta: { is_summary: true, summary_of: count } }
    return this.line(planRewrite({ reason: 'compact', seen, keep, puts: [{ instead: gone, message }] }))
  }

  /** Takes everything from `from` on out of the window. */
  rewind(from: number): TranscriptEvent {
    const seen = this.fold.window()
    return this.line(planRewrite({ reason: 'rewind', seen, keep: seen.slice(0, from).map(({ ref }) => ref) }))
  }

  undo(ref: LineRef): TranscriptEvent {
    const digest = ''
    return this.line({
      kind: 'rewrite',
      reason: 'undo',
      removes: [],
      undoes: ref,
      before: 0,
      after: 0,
      digest,
    })
  }

  /** What a hand edit of the file that holds the window would record. */
  edit(change: (messages: Message[]) => Message[], from: string): TranscriptEvent | undefined {
    const window = this.fold.window()
    const [w, n] = this.nextRef
    const body = diffWindow(window, change(window.map(({ message }) => message)), {
      kind: 'edit',
      from,
      w,
      n,
    })
    return body === undefined ? undefined : this.line(body)
  }
}

function foldOf(lines: readonly TranscriptEvent[]): ConversationFold {
  const fold = new ConversationFold()
  for (const line of lines) fold.apply(line)
  return fold
}

const texts = (window: readonly WindowMessage[]): string[] => window.map(({ message }) => message.content)
const keys = (window: readonly WindowMessage[]): string[] => window.map(({ ref }) => refKey(ref))

/** A conversation of `count` messages, two to a turn, written by `w`. */
function base(count: number, w = 'base'): { writer: Writer; lines: TranscriptEvent[] } {
  const writer = new Writer(w)
  const lines: TranscriptEvent[] = []
  for (let i = 0; i < count; i += 2) {
    lines.push(writer.say(`q${i}`), writer.say(`a${i}`, 'assistant'), writer.endTurn())
  }
  writer.see(lines)
  return { writer, lines }
}

function reader(w: string, lines: readonly TranscriptEvent[]): Writer {
  const writer = new Writer(w)
  writer.see(lines)
  return writer
}

/** Merges several writers' lines in an arbitrary order that keeps each writer's own. */
function interleave(
  parts: readonly (readonly TranscriptEvent[])[],
  picks: readonly number[],
): TranscriptEvent[] {
  const rest = parts.map((part) => [...part])
  const out: TranscriptEvent[] = []
  for (let i = 0; rest.some((part) => part.length > 0); i++) {
    const open = rest.filter((part) => part.length > 0)
    const line = open[(picks[i % picks.length] ?? 0) % open.length]?.shift()
    if (line !== undefined) out.push(line)
  }
  return out
}

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length < 2) return [[...items]]
  return items.flatMap((item, i) =>
    permutations([...items.slice(0, i), ...items.slice(i + 1)]).map((rest) => [item, ...rest]),
  )
}

/**
 * One random history of several writers: each step is a message, a turn end, a compaction, a rewind, an undo or an edit
 * by a writer who may not have seen the newest lines.
 */
const history: fc.Arbitrary<TranscriptEvent[]> = fc
  .array(
    fc.record({
      writer: fc.nat(2),
      does: fc.constantFrom(
        'say',
        'say',
        'say',
        'answer',
        'end',
        'see',
        'see',
        'compact',
        'rewind',
        'undo',
        'edit',
      ),
      a: fc.nat(9),
      b: fc.nat(9),
    }),
    { maxLength: 60 },
  )
  .map((steps) => {
    const { lines } = base(6)
    const writers = ['x', 'y', 'z'].map((w) => reader(w, lines))
    const rewrites: LineRef[] = []
    for (const { writer: who, does, a, b } of steps) {
      const writer = writers[who]
      if (writer === undefined) continue
      const size = writer.fold.window().length
      let made: TranscriptEvent | undefined
      if (does === 'see') writer.see(lines)
      else if (does === 'say') made = writer.say(`${writer.w} says ${a}${b}`)
      else if (does === 'answer') made = writer.say(`${writer.w} answers ${a}`, 'assistant')
      else if (does === 'end') made = writer.endTurn()
      else if (does === 'compact' && size > 2)
        made = writer.compact(a % (size - 1), 2 + (b % 4), `summary ${a}${b}`)
      else if (does === 'rewind' && size > 0) made = writer.rewind(a % size)
      else if (does === 'undo' && rewrites.length > 0)
        made = writer.undo(rewrites[a % rewrites.length] ?? ['x', 0])
      else if (does === 'edit' && size > 0) {
        made = writer.edit((messages) => {
          const copy = [...messages]
          if (b < 3) copy.splice(a % size, 1)
          else if (b < 6)
            copy[a % size] = { role: copy[a % size]?.role ?? 'user', content: `changed ${a}${b}` }
          else copy.splice(a % size, 0, { role: 'user', content: `inserted ${a}${b}` })
          return copy
        }, `file-${lines.length}`)
      }
      if (made === undefined) continue
      if (made.kind === 'rewrite') rewrites.push([made.w, made.n])
      lines.push(made)
      writer.see([made])
    }
    return lines
  })

describe('the fold', () => {
  it('keeps every message once and every turn together, in any interleaving of writers', () => {
    const turns = fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 5 })
    fc.assert(
      fc.property(fc.array(turns, { maxLength: 4 }), fc.array(fc.nat(), { minLength: 1 }), (plans, picks) => {
        const parts = plans.map((plan, i) => {
          const writer = new Writer(`w${i}`)
          return plan.flatMap((size) => [
            ...Array.from({ length: size }, (_, k) => writer.say(`${writer.w} ${k}`)),
            writer.endTurn(),
          ])
        })
        const window = foldOf(interleave(parts, picks)).window()
        const said = parts.flat().filter(({ kind }) => kind === 'message')
        expect(keys(window).sort()).toEqual(said.map(({ w, n }) => `${w}:${n}`).sort())
        const order = window.map(({ turn }) => turn).filter((turn, i, all) => turn !== all[i - 1])
        expect(new Set(order).size).toBe(order.length)
        for (const part of parts) {
          const own = window.filter(({ ref }) => ref[0] === part[0]?.w).map(({ ref }) => ref[1])
          expect(own).toEqual([...own].sort((a, b) => a - b))
        }
      }),
    )
  })

  it('counts a line once, however often and wherever it stands', () => {
    fc.assert(
      fc.property(history, fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 8 }), (lines, copies) => {
        const twice = [...lines]
        for (const [from, to] of copies) {
          const line = lines[from % lines.length]
          const first = line === undefined ? 0 : twice.indexOf(line)
          if (line !== undefined) twice.splice(first + 1 + (to % (twice.length - first)), 0, line)
        }
        expect(foldOf(twice).state()).toEqual(foldOf(lines).state())
      }),
    )
  })

  it('folds a prefix and the rest to the same state as all at once', () => {
    let continued = 0
    fc.assert(
      fc.property(history, fc.nat(), (lines, cut) => {
        const at = cut % (lines.length + 1)
        const whole = foldOf(lines)
        const before = JSON.parse(JSON.stringify(foldOf(lines.slice(0, at)).state())) as ReturnType<
          ConversationFold['state']
        >
        const rest = new ConversationFold(before)
        for (const line of lines.slice(at)) rest.apply(line)
        if (rest.needsAll) return
        continued++
        const { problems: _, ...state } = rest.state()
        const { problems: __, ...expected } = whole.state()
        expect({ ...state, window: undefined }).toEqual({ ...expected, window: undefined })
        expect(state.window).toEqual(expected.window)
      }),
      { numRuns: 3000 },
    )
    expect(continued).toBeGreaterThan(1500)
  })

  it('says the same to every reader of the same bytes', () => {
    fc.assert(
      fc.property(history, (lines) => {
        expect(foldOf(lines).state()).toEqual(
          foldOf(JSON.parse(JSON.stringify(lines)) as TranscriptEvent[]).state(),
        )
      }),
    )
  })

  it('changes only what a rewrite names, and summaries that its own covers', () => {
    fc.assert(
      fc.property(
        history,
        fc.nat(9),
        fc.nat(4),
        fc.array(fc.string(), { maxLength: 4 }),
        (lines, a, b, unseen) => {
          const writer = reader('late', lines)
          const other = reader('other', lines)
          const before = writer.fold.window()
          fc.pre(before.length > 1)
          const rewrite = writer.compact(a % (before.length - 1), 1 + b)
          const meanwhile = unseen.map((text) => other.say(text))
          const after = foldOf([...lines, ...meanwhile, rewrite]).window()
          const named = before.slice(a % (before.length - 1), (a % (before.length - 1)) + 1 + b)
          const stands = new RangeSet(rewrite.kind === 'rewrite' ? rewrite.puts?.[0]?.of : [])
          const others = before.filter(({ of }) => of === undefined || !stands.covers(new RangeSet(of)))
          const survivors = keys(others).filter((key) => !keys(named).includes(key))
          expect(keys(after)).toEqual(expect.arrayContaining(survivors))
          for (const line of meanwhile) expect(keys(after)).toContain(`${line.w}:${line.n}`)
          for (const key of keys(named)) expect(keys(after)).not.toContain(key)
        },
      ),
    )
  })

  it('leaves alone what came back from under a summary when that summary is compacted', () => {
    const { writer, lines } = base(6)
    const first = writer.compact(0, 2)
    writer.see([first])
    const second = writer.compact(0, 2)
    writer.see([second])
    writer.see([writer.undo([first.w, first.n])])
    expect(texts(writer.fold.window())).toEqual(['summary by base', 'q0', 'a0', 'a2', 'q4', 'a4'])
    writer.see([writer.compact(0, 1, 'shorter')])
    expect(texts(writer.fold.window()).sort()).toEqual(['a0', 'a2', 'a4', 'q0', 'q4', 'shorter'])
    expect(lines).toHaveLength(9)
  })

  it('tells whether a rewrite holds: not when it was undone, and again when the undo was', () => {
    const { writer, lines } = base(4)
    const rewind = writer.rewind(2)
    writer.see([rewind])
    const held = [rewind].map(() => writer.fold.rewrites[0]?.undone)
    let last: TranscriptEvent = rewind
    for (let times = 0; times < 3; times++) {
      last = writer.undo([last.w, last.n])
      writer.see([last])
      held.push(writer.fold.rewrites[0]?.undone)
    }
    expect(held).toEqual([false, true, false, true])
    expect(writer.fold.rewrites.map(({ said }) => said)).toEqual([4, 4, 4, 4])
    expect(lines).toHaveLength(6)
  })

  it('restores exactly what a rewrite removed, and an undo of the undo does it again', () => {
    fc.assert(
      fc.property(history, fc.nat(9), fc.nat(4), fc.boolean(), fc.nat(3), (lines, a, b, rewind, more) => {
        const writer = reader('u', lines)
        const before = writer.fold.window()
        fc.pre(before.length > 1)
        const rewrite = rewind
          ? writer.rewind(a % before.length)
          : writer.compact(a % (before.length - 1), 1 + b)
        writer.see([rewrite])
        const rewritten = keys(writer.fold.window())
        const since = Array.from({ length: more }, (_, i) => writer.say(`since ${i}`))
        writer.see(since)
        const undo = writer.undo([rewrite.w, rewrite.n])
        writer.see([undo])
        const sinceKeys = since.map(({ w, n }) => `${w}:${n}`)
        expect(keys(writer.fold.window()).filter((key) => !sinceKeys.includes(key))).toEqual(keys(before))
        expect(keys(writer.fold.window())).toEqual(expect.arrayContaining(sinceKeys))
        writer.see([writer.undo([undo.w, undo.n])])
        expect(keys(writer.fold.window()).filter((key) => !sinceKeys.includes(key))).toEqual(rewritten)
      }),
    )
  })

  it('undoes several rewrites one after another, newest first', () => {
    const { writer, lines } = base(12)
    const windows = [keys(writer.fold.window())]
    const rewrites: TranscriptEvent[] = []
    for (const [from, count] of [
      [0, 4],
      [2, 3],
      [0, 2],
    ] as const) {
      const rewrite = writer.compact(from, count)
      rewrites.push(rewrite)
      writer.see([rewrite])
      windows.push(keys(writer.fold.window()))
    }
    for (const rewrite of rewrites.reverse()) {
      expect(keys(writer.fold.window())).toEqual(windows.pop())
      writer.see([writer.undo([rewrite.w, rewrite.n])])
    }
    expect(texts(writer.fold.window())).toEqual(texts(foldOf(lines).window()))
  })

  describe('concurrent rewrites of one window, in every order', () => {
    it('two compactions of the same messages leave one summary and every other message', () => {
      const { lines } = base(8)
      const one = reader('one', lines).compact(0, 4)
      const two = reader('two', lines).compact(0, 4)
      for (const order of permutations([one, two])) {
        const window = foldOf([...lines, ...order]).window()
        expect(texts(window)).toEqual([`summary by ${order[0]?.w}`, 'q4', 'a4', 'q6', 'a6'])
      }
    })

    it('a wider compaction covers a narrower one', () => {
      const { lines } = base(8)
      const narrow = reader('narrow', lines).compact(0, 2)
      const wide = reader('wide', lines).compact(0, 6)
      for (const order of permutations([narrow, wide])) {
        expect(texts(foldOf([...lines, ...order]).window())).toEqual(['summary by wide', 'q6', 'a6'])
      }
    })

    it('overlapping compactions keep both summaries, so that nothing is lost', () => {
      const { lines } = base(8)
      const left = reader('left', lines).compact(0, 4)
      const right = reader('right', lines).compact(2, 4)
      for (const order of permutations([left, right])) {
        const window = texts(foldOf([...lines, ...order]).window())
        expect(window).toEqual(['summary by left', 'summary by right', 'q6', 'a6'])
      }
    })

    it('a rewind takes a summary along when it removes all that the summary stands for', () => {
      const { lines } = base(8)
      const compact = reader('c', lines).compact(4, 2)
      const rewind = reader('r', lines).rewind(2)
      for (const order of permutations([compact, rewind])) {
        expect(texts(foldOf([...lines, ...order]).window())).toEqual(['q0', 'a0'])
      }
    })

    it('a rewind that removes a part of what a summary stands for leaves the summary', () => {
      const { lines } = base(8)
      const compact = reader('c', lines).compact(0, 6)
      const rewind = reader('r', lines).rewind(4)
      for (const order of permutations([compact, rewind])) {
        const window = texts(foldOf([...lines, ...order]).window())
        expect(window).toEqual(['summary by c'])
      }
    })

    it('every message is in the window, summarised, or taken out by someone who saw it', () => {
      const kinds = ['compact', 'compact', 'rewind', 'edit'] as const
      const plan = fc.record({
        kind: fc.constantFrom(...kinds),
        a: fc.nat(11),
        b: fc.integer({ min: 1, max: 6 }),
      })
      fc.assert(
        fc.property(fc.array(plan, { minLength: 2, maxLength: 4 }), (plans) => {
          const { lines } = base(12)
          const changes = plans.map(({ kind, a, b }, i): TranscriptEvent => {
            const writer = reader(`p${i}`, lines)
            if (kind === 'compact') return writer.compact(a % 11, b)
            if (kind === 'rewind') return writer.rewind(a + 1)
            return writer.edit((messages) => messages.toSpliced(a % 12, b), `file-${i}`) as TranscriptEvent
          })
          for (const order of permutations<TranscriptEvent>(changes)) {
            const window = foldOf([...lines, ...order]).window()
            const shown = new Set(keys(window))
            for (const line of lines.filter(({ kind }) => kind === 'message')) {
              const ref: MessageRef = [line.w, line.n]
              const summarised = window.some(({ of }) =>
                of?.some(([w, from, to]) => w === line.w && from <= line.n && line.n <= to),
              )
              const takenOut = changes.some(
                (change) =>
                  change.kind !== 'message' &&
                  'removes' in change &&
                  !('puts' in change) &&
                  change.removes.some(([w, from, to]) => w === line.w && from <= line.n && line.n <= to),
              )
              expect(shown.has(refKey(ref)) || summarised || takenOut, refKey(ref)).toBe(true)
            }
          }
        }),
        { numRuns: 300 },
      )
    })
  })

  it('costs exactly the damaged lines when messages cannot be read', () => {
    fc.assert(
      fc.property(history, fc.array(fc.nat(), { maxLength: 5 }), (lines, hits) => {
        const lost: ReadonlySet<TranscriptEvent | undefined> = new Set(
          hits.map((hit) => lines[hit % lines.length]).filter((line): boolean => line?.kind === 'message'),
        )
        const kept = lines.filter((line) => !lost.has(line))
        const lostKeys = new Set([...lost].map((line) => `${line?.w}:${line?.n}`))
        const said = (fold: ConversationFold): string[] => fold.record.map(({ ref }) => refKey(ref))
        expect(said(foldOf(kept))).toEqual(said(foldOf(lines)).filter((key) => !lostKeys.has(key)))
      }),
    )
  })

  it('keeps a summary whose originals are all damaged', () => {
    const { writer, lines } = base(6)
    const compact = writer.compact(0, 4)
    const damaged = lines.filter((line) => line.kind !== 'message' || line.n > 5)
    expect(texts(foldOf([...damaged, compact]).window())).toEqual(['summary by base', 'q4', 'a4'])
  })

  it('names the lines that are missing', () => {
    const { lines } = base(6)
    const problems = foldOf(lines.filter(({ n }) => n !== 3 && n !== 4)).state().problems
    expect(problems).toEqual([
      { kind: 'gap', detail: 'lines 3 to 4 of writer base cannot be read', ref: ['base', 3] },
    ])
    expect(foldOf(lines).state().problems).toEqual([])
  })

  it('puts a late line of a turn that left the window at the end', () => {
    const writer = new Writer('w')
    const first = [writer.say('question'), writer.say('tool', 'tool')]
    const other = reader('o', first)
    const next = [other.say('other question')]
    writer.see([...first, ...next])
    const rewind = reader('r', [...first, ...next]).rewind(0)
    const late = writer.say('late answer', 'assistant')
    expect(texts(foldOf([...first, ...next, rewind, late]).window())).toEqual(['late answer'])
  })

  it('keeps the first text under an id and names the second', () => {
    const writer = new Writer('w')
    const line = writer.say('one')
    const other = { ...writer.say('two'), id: ownId(line) } as TranscriptEvent
    const retried = { ...writer.say('one'), id: ownId(line) } as TranscriptEvent
    const { window, problems } = foldOf([line, other, retried]).state()
    expect(texts(window)).toEqual(['one'])
    expect(problems.map(({ kind }) => kind)).toEqual(['id-conflict'])
  })

  it('shows which turns are open', () => {
    const writer = new Writer('w')
    const open = [writer.say('hello')]
    expect(
      foldOf(open)
        .state()
        .openTurns.map(({ turn }) => turn),
    ).toEqual(['w0'])
    expect(foldOf([...open, writer.endTurn()]).state().openTurns).toEqual([])
    const next = new Writer('v')
    const closed = [next.say('hello'), next.line({ kind: 'mark', mark: 'close' })]
    expect(foldOf(closed).state().openTurns).toEqual([])
  })

  it('ignores a second adoption of the same file', () => {
    const { lines } = base(4)
    const add = (messages: Message[]): Message[] => [...messages, { role: 'user', content: 'by hand' }]
    const one = reader('one', lines).edit(add, 'same-file')
    const two = reader('two', lines).edit(add, 'same-file')
    expect(one).toBeDefined()
    const window = foldOf([...lines, one as TranscriptEvent, two as TranscriptEvent]).window()
    expect(texts(window)).toEqual(['q0', 'a0', 'q2', 'a2', 'by hand'])
  })

  it('applies a hand edit exactly, whatever it was', () => {
    fc.assert(
      fc.property(
        history,
        fc.array(fc.record({ at: fc.nat(), what: fc.nat(2), text: fc.string() })),
        (lines, edits) => {
          const writer = reader('hand', lines)
          let wanted: Message[] = []
          const line = writer.edit((messages) => {
            wanted = [...messages]
            for (const { at, what, text } of edits) {
              const place = at % (wanted.length + 1)
              const message = { role: 'user', content: text }
              if (what === 0) wanted.splice(place, 1)
              else wanted.splice(place, what - 1, message)
            }
            return wanted
          }, 'the-file')
          if (line !== undefined) writer.see([line])
          const hashes = writer.fold.window().map(({ hash }) => hash)
          expect(hashes).toEqual(wanted.map(messageHash))
        },
      ),
    )
  })

  it('recognises the history that the Go program appends again, and keeps what it adds', () => {
    const { lines } = base(4)
    const go = (content: string, n: number, role = 'user'): TranscriptEvent => {
      const message: Message = { role, content }
      const at = '2026-02-01T00:00:00.000Z'
      return {
        v: 1,
        w: 'go',
        n,
        at,
        turn: 'go',
        kind: 'message',
        m: 0,
        id: `go-${n}`,
        hash: messageHash(message),
        message,
      }
    }
    const again = [go('q0', 900), go('a0', 950, 'assistant'), go('q2', 1000), go('a2', 1050, 'assistant')]
    const added = [go('q0', 1100), go('new', 1150)]
    expect(texts(foldOf([...lines, ...again, ...added]).window())).toEqual([
      'q0',
      'a0',
      'q2',
      'a2',
      'q0',
      'new',
    ])
  })

  it('takes its title from the first words of a person, and keeps a set title', () => {
    const writer = new Writer('w')
    const summary = writer.say('ignored')
    const lines = [
      {
        ...summary,
        message: { role: 'user', content: 'what was before', meta: { is_summary: true } },
      } as TranscriptEvent,
      writer.say('system text', 'system'),
      writer.say('  how do I\nwarm a  cache? '),
    ]
    expect(foldOf(lines).state().title).toBe('how do I warm a cache?')
    const set = writer.line({ kind: 'set', set: { title: 'Cache warming' } })
    const more = [...lines, set, writer.say('another question')]
    expect(foldOf(more).state().title).toBe('Cache warming')
  })
})
