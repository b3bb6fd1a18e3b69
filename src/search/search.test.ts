import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ConversationRecord } from '../conversation/record.ts'
import { makeRecord } from './make-record.suite.ts'
import { memoryIndex } from './memory-index.ts'
import { searchIndex } from './search.ts'
import type { SearchOptions, SearchResult } from './search-result.ts'

const now = Date.UTC(2026, 10, 25, 15)
const day = 86_400_000
const filler = [
  'talk about the garden',
  'a walk by the river',
  'some bread was baked',
  'the bus came late',
].map((text, i) => makeRecord(`filler-${i}`, [text, 'nothing else'], { updatedAt: now - day }))

function ask(
  records: readonly ConversationRecord[],
  query: string,
  options: SearchOptions = {},
): SearchResult {
  return searchIndex(memoryIndex(records), query, { now, timeZone: 'UTC', ...options })
}

function names(records: readonly ConversationRecord[], query: string, options: SearchOptions = {}): string[] {
  return ask(records, query, options).sessions.map((session) => session.name)
}

describe('public bug reports of this kind of tool', () => {
  it.each([
    ['일본', '나는 작년에 일본여행을 했다'],
    ['项目', '这个项目需要更新文档'],
    ['更新', '这个项目需要更新文档'],
    ['新', '这个项目需要更新文档'],
    ['タワ', '東京タワーへ行く'],
    ['ไทย', 'อาหารไทยอร่อย'],
    ['缓存', '我们用Redis缓存结果'],
    ['Redis', '我们用Redis缓存结果'],
  ])('P40: one or two characters inside a sentence: %s', (query, text) => {
    const found = ask([...filler, makeRecord('target', [text])], query)
    expect(found.sessions.map((session) => session.name)).toEqual(['target'])
    const snippet = found.sessions[0]?.messages[0]?.snippet
    const match = snippet?.matches[0]
    expect(snippet?.text.slice(match?.start, match?.end)).toBe(query)
  })

  it('P41: one absent word does not void the query, and is named', () => {
    const [hit] = ask(
      [...filler, makeRecord('target', ['云工开物 300 元学生券'])],
      '云工开物 优惠券',
    ).sessions
    expect(hit?.name).toBe('target')
    expect(hit?.tier).not.toBe('all')
    expect(hit?.missing).toEqual(['优惠券'])
  })

  it('P43: OR between words of several scripts', () => {
    const records = [
      ...filler,
      makeRecord('target', ['我的错题本在这里']),
      makeRecord('b', ['a wrong-book of mistakes']),
    ]
    expect(names(records, '错题本 OR 错题 OR wrong-book OR mistakes').sort()).toEqual(['b', 'target'])
    expect(names(records, 'zebra OR Quagga OR 错题本 OR okapi')).toEqual(['target'])
  })

  it.each([
    'Downloads/transcripts',
    "don't use agents",
    'current.md',
    'GB/s',
    'C++',
    'see:notes',
    '"unclosed',
    'NEAR(',
    '^x',
    'at foo (src/bar.ts:10:5)',
  ])('P44: %s is no error and is found', (query) => {
    expect(names([...filler, makeRecord('target', [`here: ${query} there`])], query)).toEqual(['target'])
  })

  it('P44: what holds no word, and a 10 kB paste, are no errors', () => {
    expect(ask(filler, '*').sessions.every((session) => session.tier === 'recent')).toBe(true)
    const paste = Array.from({ length: 1500 }, (_, i) => `word${i} "x`).join('\n')
    const records = [...filler, makeRecord('target', ['about word7 and word8 and word9'])]
    expect(names(records, paste)[0]).toBe('target')
  })

  it.each(['session-recall', 'CLAUDE.md', 'src/main.py'])('P46: the parts of %s match together', (query) => {
    const parts = query.split(/[-./]/)
    const records = [
      makeRecord('apart', [parts.join(' and then ')]),
      makeRecord('whole', [`look at ${query} first`]),
      ...filler,
    ]
    expect(names(records, query)[0]).toBe('whole')
    expect(names(records, `"${query}"`)).toEqual(['whole'])
  })

  it('P47: an exact id', () => {
    const records = [
      ...filler,
      makeRecord('target', ['blocked by bd-q3fy for now']),
      makeRecord('b', ['bd-q4fy']),
    ]
    expect(names(records, 'bd-q3fy')[0]).toBe('target')
  })

  it('P49: a word only in the output of a tool', () => {
    const record = makeRecord('target', ['run it', { role: 'tool', text: 'soul: ok', toolName: 'bash' }])
    const [hit] = ask([...filler, record], 'soul').sessions
    expect(hit?.name).toBe('target')
    expect(hit?.messages[0]).toMatchObject({ position: 1, role: 'tool', toolName: 'bash' })
  })

  it('P50: machine sessions do not bury the one of a person', () => {
    const text = ['check the backup disk', 'the backup disk is fine']
    const machines = Array.from({ length: 300 }, (_, i) =>
      makeRecord(`autosave-${i}`, text, { machine: true, updatedAt: now - i * 1000 }),
    )
    const human = makeRecord('human', [...text, 'thanks, see you tomorrow then'], {
      updatedAt: now - 90 * day,
    })
    const found = ask([...machines, human], 'backup disk', { sessions: 200 })
    expect(found.sessions.slice(0, 3).map((session) => session.name)).toContain('human')
    expect(found.total).toBe(301)
    expect(found.sessions[5]?.machine).toBe(true)
  })

  it('P52: a marathon session is found at the right message', () => {
    const long = Array.from({ length: 2418 }, (_, i) => `step ${i} of the long work`)
    long[1800] = 'here the quokka migration failed'
    const records = [makeRecord('marathon', long), ...filler]
    const [hit] = ask(records, 'quokka migration').sessions
    expect(hit?.name).toBe('marathon')
    expect(hit?.messages[0]?.position).toBe(1800)
  })

  it('P53: an answer of this memory does not outrank what it quotes', () => {
    const source = makeRecord('source', ['we chose the walrus protocol'])
    const echo = makeRecord('echo', [
      'what about the walrus protocol?',
      { role: 'tool', toolName: 'session_search', text: 'walrus protocol walrus protocol walrus protocol' },
    ])
    const found = ask([...filler, source, echo], 'walrus protocol chose')
    expect(found.sessions[0]?.name).toBe('source')
    const hits = found.sessions.flatMap((session) => session.messages)
    expect(hits.every((message) => message.role !== 'tool')).toBe(true)
  })

  it('P56: an old exact hit stands before a new weak one', () => {
    const old = makeRecord('old', ['the walrus protocol handshake'], { updatedAt: now - 700 * day })
    const recent = makeRecord('new', ['a walrus at the zoo', 'lunch', 'tea'], { updatedAt: now })
    expect(names([...filler, recent, old], 'walrus protocol handshake')[0]).toBe('old')
  })

  it('P58: a stamp from the future is neither today nor this week, and not the newest', () => {
    const future = makeRecord('future', ['backup disk'], { updatedAt: now + 365 * day })
    const present = makeRecord('present', ['backup disk'], { updatedAt: now - day })
    expect(names([...filler, future, present], 'backup disk this week')[0]).toBe('present')
    expect(names([...filler, future, present], 'backup disk on:today')).toEqual([])
    expect(names([future, present], 'backup disk')).toEqual(['present', 'future'])
  })

  it('P59: a date restriction comes before the choice of the best', () => {
    const recent = Array.from({ length: 1000 }, (_, i) =>
      makeRecord(`new-${i}`, ['rotate the signing keys', 'keys and keys'], { updatedAt: now - i * 60_000 }),
    )
    const old = makeRecord('old', ['rotate the signing keys'], { updatedAt: Date.UTC(2024, 2, 1) })
    expect(names([...recent, old], 'signing keys before:2025-01-01')).toEqual(['old'])
    expect(names([...recent, old], 'signing keys', { before: Date.UTC(2025, 0, 1) })).toEqual(['old'])
  })

  it.each([
    ['universe', 'universal'],
    ['universal', 'universe'],
    ['news', 'new'],
    ['rate_limiter', 'rate limiter'],
    ['src/main.py', 'src main py'],
    ['v2.1.3-beta', 'v2 1 3 beta'],
    ['getUserName', 'get user name'],
    ['ada@corp.example', 'ada corp example'],
  ])('P61: %s stands before %s', (word, other) => {
    const records = [
      ...filler,
      makeRecord('a-other', [`the ${other} one`]),
      makeRecord('b-exact', [`the ${word} one`]),
    ]
    expect(names(records, word)[0]).toBe('b-exact')
  })
})

describe('searchIndex', () => {
  const record = makeRecord('plan', [
    { role: 'system', text: 'you are a helpful walrus' },
    'we decided on a token bucket',
    { role: 'assistant', text: 'a bucket for each token, then\n```js\nlimit()\n```' },
    { text: 'the deleted zebra', state: 'removed' },
    { text: 'summary of the ibex', derived: true },
    { text: 'compacted gnu', state: 'compacted' },
  ])

  it('never finds system messages, derived ones, and removed ones only when asked', () => {
    expect(names([record], 'walrus')).toEqual([])
    expect(names([record], 'ibex')).toEqual([])
    expect(names([record], 'gnu')).toEqual(['plan'])
    expect(names([record], 'zebra')).toEqual([])
    expect(ask([record], 'zebra', { removed: true }).sessions[0]?.messages[0]).toMatchObject({
      position: 3,
      state: 'removed',
    })
  })

  it('finds nothing for nonsense, and names the words nobody said', () => {
    const found = ask([record, ...filler], 'flibber quuxly zorp')
    expect(found.sessions).toEqual([])
    expect(found.unknown).toEqual(['flibber', 'quuxly', 'zorp'])
    expect(names([record, ...filler], 'flibber quuxly zorp brangle the token')).toEqual([])
  })

  it('takes snippets only from messages that match, also beside ones that do', () => {
    const three = makeRecord('three', ['before', 'a narwhal', 'after'])
    expect(
      ask([three, ...filler], 'narwhal').sessions[0]?.messages.map((message) => message.position),
    ).toEqual([1])
  })

  it('keeps to every word when strict', () => {
    expect(names([record, ...filler], 'token garden')).toHaveLength(2)
    expect(names([record, ...filler], 'token garden', { strict: true })).toEqual([])
    expect(names([record, ...filler], 'token bucket', { strict: true })).toEqual(['plan'])
  })

  it('checks phrases in the text, by their exact words', () => {
    expect(ask([record], '"token bucket"').sessions[0]?.messages.map((message) => message.position)).toEqual([
      1,
    ])
    expect(names([record], '"bucket token"')).toEqual([])
    expect(names([record], '"tokens bucket"')).toEqual([])
  })

  it('answers with the other words when nobody said a phrase', () => {
    const [hit] = ask([record, ...filler], 'bucket "nobody ever"').sessions
    expect(hit).toMatchObject({
      name: 'plan',
      tier: 'most',
      missing: expect.arrayContaining(['nobody ever']),
    })
  })

  it('leaves out messages with an excluded word, and sessions with no other hit', () => {
    expect(ask([record], 'bucket -decided').sessions[0]?.messages.map((message) => message.position)).toEqual(
      [2],
    )
    expect(names([record], 'decided -bucket')).toEqual([])
  })

  it('requires words with a plus', () => {
    expect(names([record, ...filler], 'garden +bucket')).toEqual(['plan'])
  })

  it('restricts by role, code, name, source and exclusion', () => {
    expect(ask([record], 'bucket role:assistant').sessions[0]?.messages.map((m) => m.position)).toEqual([2])
    expect(ask([record], 'bucket has:code').sessions[0]?.messages.map((m) => m.position)).toEqual([2])
    expect(names([record, ...filler], 'garden in:pl*')).toEqual([])
    expect(names([record, ...filler], 'garden in:filler-*')).toEqual(['filler-0'])
    const codex = makeRecord('imported', ['garden'], { source: { tool: 'codex' } })
    expect(names([codex, ...filler], 'garden source:codex')).toEqual(['imported'])
    expect(names([codex, ...filler], 'garden', { exclude: ['imported'] })).toEqual(['filler-0'])
  })

  it('restricts by the name of a tool', () => {
    const tools = makeRecord('t', [
      { role: 'tool', toolName: 'bash', text: 'garden' },
      { role: 'tool', toolName: 'grep', text: 'garden' },
    ])
    expect(ask([tools], 'garden tool:gr*').sessions[0]?.messages.map((m) => m.position)).toEqual([1])
  })

  it('lists the newest sessions for a question of nothing but framing', () => {
    const records = [0, 1, 2].map((i) =>
      makeRecord(`s${i}`, ['hello', 'bye'], { updatedAt: now - (3 - i) * 10 * day }),
    )
    const found = ask(records, 'what did we discuss?')
    expect(found.sessions.map(({ name, tier, matches }) => [name, tier, matches])).toEqual([
      ['s2', 'recent', 2],
      ['s1', 'recent', 2],
      ['s0', 'recent', 2],
    ])
    expect(names(records, 'what did we discuss last month?')).toEqual(
      ['s0'].length === 1 ? names(records, 'in:s* last month') : [],
    )
    expect(ask(records, '').sessions).toHaveLength(3)
  })

  it('still searches for a stop word that stands alone', () => {
    expect(names([...filler, makeRecord('will', ['will'])], 'will')).toEqual(['will'])
  })

  it('prefers sessions with messages at the time of a phrase', () => {
    const records = ['a', 'b'].map((name, i) =>
      makeRecord(name, ['the budget'], { updatedAt: now - (1 - i) * 8 * day }),
    )
    expect(names(records, 'budget')).toEqual(['b', 'a'])
    const found = ask(records, 'budget last week')
    expect(found.sessions.map((session) => session.name)).toEqual(['a', 'b'])
    expect(found.times).toEqual([
      { phrase: 'last week', from: '2026-11-16T00:00:00.000Z', to: '2026-11-23T00:00:00.000Z', hard: false },
    ])
  })

  it('finds identifiers whole and by part', () => {
    const records = [...filler, makeRecord('code', ['const getUserName = rate_limiter(ECONNRESET)'])]
    for (const query of [
      'getUserName',
      'getusername',
      'user name',
      'rate limiter',
      'rate_limiter',
      'econnreset',
    ]) {
      expect(names(records, query)).toEqual(['code'])
    }
  })

  it('brings numbers into their range', () => {
    const many = Array.from({ length: 30 }, (_, i) =>
      makeRecord(`s${i}`, Array<string>(30).fill('apple pie')),
    )
    expect(ask(many, 'apple', { sessions: 0 }).sessions).toHaveLength(1)
    expect(ask(many, 'apple', { sessions: NaN }).sessions).toHaveLength(10)
    expect(ask(many, 'apple', { limit: 999 }).sessions[0]?.messages).toHaveLength(20)
  })

  it('stops for an aborted signal', () => {
    expect(() => ask(filler, 'garden', { signal: AbortSignal.abort() })).toThrow(/abort/i)
  })

  it('finds every run of characters of scripts without spaces', () => {
    const letters = fc.constantFrom(...'缓存用的项目更新東京タワーカナ한국어ไทย'.split(''))
    const cjk = fc.string({ unit: letters, minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(
        fc.array(cjk, { minLength: 1, maxLength: 6 }),
        fc.nat(),
        fc.nat(),
        (texts, which, where) => {
          const records = texts.map((text, i) => makeRecord(`s${i}`, [text]))
          const text = texts[which % texts.length] ?? ''
          const query = text.slice(where % text.length, (where % text.length) + 2)
          const wanted = records.filter((_, i) => texts[i]?.includes(query)).map((record) => record.name)
          const found = ask(records, query, { sessions: 200, strict: true }).sessions.map(
            (session) => session.name,
          )
          expect(found).toEqual(expect.arrayContaining(wanted))
        },
      ),
      { numRuns: 300, seed: 3 },
    )
  })

  it('answers any text', () => {
    const index = memoryIndex([record, ...filler])
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' })), (query) => {
        const found = searchIndex(index, query, { now, timeZone: 'UTC' })
        for (const session of found.sessions) {
          for (const { snippet } of session.messages) {
            expect(snippet.text).not.toContain('\n')
            for (const { start, end } of snippet.matches) expect(end).toBeGreaterThan(start)
          }
        }
      }),
      { numRuns: 500, seed: 5 },
    )
  })
})
