import { describe, expect, it } from 'vitest'
import { assistant, found, testHome, type TestHome, turns, user } from '../scenarios/test-home.suite.ts'

const filler = ['talk about the garden', 'a walk by the river', 'some bread was baked', 'the bus came late']

/** A home with a few sessions about other things. */
function withFiller(): TestHome {
  const home = testHome()
  for (const [k, text] of filler.entries())
    home.chatcli.sessions.save(`filler-${k}`, [user(text), assistant('nothing else')])
  return home
}

function withTarget(...texts: string[]): TestHome {
  const home = withFiller()
  home.chatcli.sessions.save(
    'target',
    texts.map((text) => user(text)),
  )
  return home
}

const best = (home: TestHome, query: string) => home.chatcli.search(query).sessions[0]

describe('scripts and punctuation', () => {
  it.each([
    ['일본', '나는 작년에 일본여행을 했다'],
    ['项目', '这个项目需要更新文档'],
    ['更新', '这个项目需要更新文档'],
    ['新', '这个项目需要更新文档'],
    ['タワ', '東京タワーへ行く'],
    ['ไทย', 'อาหารไทยอร่อย'],
    ['Redis', '我们用Redis缓存结果'],
  ])('P40: one or two characters inside a sentence are found and marked: %s', (query, text) => {
    const home = withTarget(text)
    expect(found(home.chatcli, query)).toEqual(['target'])
    const snippet = best(home, query)?.messages[0]?.snippet
    const match = snippet?.matches[0]
    expect(snippet?.text.slice(match?.start, match?.end)).toBe(query)
  })

  it('P41: one word nobody said does not void the question; it is named', () => {
    const home = withTarget('云工开物 300 元学生券')
    expect(best(home, '云工开物 优惠券')).toMatchObject({ name: 'target', missing: ['优惠券'] })
    expect(best(home, '云工开物 优惠券')?.tier).not.toBe('all')
    expect(best(home, '云工开物 学生券')).toMatchObject({ name: 'target', tier: 'all', missing: [] })
  })

  it('P43: OR between words of several scripts', () => {
    const home = withTarget('我的错题本')
    home.chatcli.sessions.save('english', [user('a list of mistakes')])
    expect(found(home.chatcli, '错题本 OR 错题 OR wrong-book OR mistakes').toSorted()).toEqual([
      'english',
      'target',
    ])
  })

  it.each(['Downloads/transcripts', "don't use agents", 'current.md', 'GB/s', 'C++', 'see:notes'])(
    'P44: %s is found where it was said',
    (query) => {
      expect(best(withTarget(`then ${query} came up`), query)?.name).toBe('target')
    },
  )

  it.each([
    '"unclosed',
    '*',
    'NEAR(',
    '^x',
    '()',
    'AND',
    'OR OR',
    '-',
    '""',
    'in:',
    'before:',
    'a:b:c',
    '\\',
    '%',
    '\u0000',
    '  ',
    '',
  ])('P44: %j is no error', (query) => {
    const home = withTarget('anything at all')
    for (const strict of [false, true]) {
      expect(() => home.chatcli.search(query, { strict })).not.toThrow()
      expect(() => home.chatcli.page('target', { query })).not.toThrow()
      expect(() => home.chatcli.transcripts.search('target', query)).not.toThrow()
    }
  })

  it('P44: a stack trace of 10 kB finds the session it was pasted in before', () => {
    const trace = Array.from(
      { length: 200 },
      (_, k) => `    at step${k} (/srv/app/lib/worker${k % 7}.js:${k}:${k * 3})`,
    ).join('\n')
    const home = withTarget(`TypeError: cannot read x\n${trace}`)
    expect(best(home, `TypeError: cannot read x\n${trace}`)?.name).toBe('target')
    expect(() => home.chatcli.search('x'.repeat(10_000))).not.toThrow()
  })

  it.each(['session-recall', 'CLAUDE.md', 'src/main.py'])(
    'P46: %s is found whole, before its parts apart',
    (query) => {
      const home = withTarget(`look at ${query} first`)
      home.chatcli.sessions.save('parts', [user(query.split(/[-./]/).toReversed().join(' and then '))])
      expect(found(home.chatcli, query)[0]).toBe('target')
      expect(found(home.chatcli, query)).toContain('parts')
    },
  )

  it('P47: an exact id is found, before and after other sessions came', () => {
    const home = withTarget('the bead is bd-q3fy')
    expect(best(home, 'bd-q3fy')?.name).toBe('target')
    for (let k = 0; k < 20; k++) home.chatcli.sessions.save(`later-${k}`, [user(`the bead is bd-x${k}fy`)])
    expect(best(home, 'bd-q3fy')?.name).toBe('target')
  })

  it('P61: the exact word stands before a stem of it', () => {
    for (const [word, other] of [
      ['universe', 'universal'],
      ['universal', 'universe'],
      ['news', 'new'],
    ] as const) {
      const home = withTarget(`about the ${word} today`)
      home.chatcli.sessions.save('other', [user(`about the ${other} today`)])
      expect(found(home.chatcli, word)[0]).toBe('target')
    }
  })
})

describe('what is found, and in which order', () => {
  it('P49: a word only in the output of a tool is found, and the match says so', () => {
    const home = withFiller()
    home.chatcli.sessions.save('target', [
      user('read it'),
      { ...assistant(''), tool_calls: [{ id: 'c1', name: 'read_file' }] },
      { role: 'tool', content: 'the word is kingfisher', tool_call_id: 'c1' },
    ])
    const hit = best(home, 'kingfisher')
    expect(hit?.name).toBe('target')
    expect(hit?.messages).toMatchObject([{ role: 'tool', toolName: 'read_file', position: 2 }])
  })

  it('P50: hundreds of machine sessions do not bury the one of a person', () => {
    const home = testHome()
    for (let k = 0; k < 300; k++) {
      home.put(home.session(`mcp-cron-${k}`), {
        version: 2,
        chat_history: [user(`nightly backup report of the harbour database ${k}`)],
      })
    }
    home.chatcli.sessions.save('mine', [user('why is the nightly backup of the harbour database slow?')])
    const { sessions, total } = home.chatcli.search('nightly backup harbour database', { sessions: 200 })
    expect(sessions.slice(0, 3).map(({ name }) => name)).toContain('mine')
    expect(total).toBeGreaterThan(100)
  })

  it('P52: a marathon session is found at the right message', () => {
    const home = testHome()
    for (let k = 0; k < 50; k++) home.chatcli.sessions.save(`short-${k}`, turns(2, `weather${k}`))
    const long = Array.from({ length: 2418 }, (_, k) =>
      user(k === 1777 ? 'the osprey nests on the pylon' : `filler number ${k}`),
    )
    home.chatcli.sessions.save('long', long)
    expect(best(home, 'osprey pylon')).toMatchObject({ name: 'long', messages: [{ position: 1777 }] })
    const page = home.chatcli.page('long', { query: 'osprey pylon' })
    expect(page.centredOn).toBe(1777)
    expect(page.messages.map(({ position }) => position)).toContain(1777)
  })

  it('P53: an answer of this memory that was saved does not outrank what it quotes', () => {
    const home = withFiller()
    home.chatcli.sessions.save('original', [
      user('which limiter do we use?'),
      assistant('We decided on a token bucket limiter per customer, 50 a second.'),
      user('and bursts?'),
      assistant('The token bucket allows bursts of 100.'),
    ])
    const recalled = home.chatcli.search('token bucket limiter').sessions[0]?.messages[0]?.snippet.text ?? ''
    home.chatcli.sessions.save('echo', [
      user('what did we decide about the limiter?'),
      {
        role: 'tool',
        content: `Sessions matching "token bucket limiter":\n\n• original (2 matches)\n    … ${recalled}`,
        tool_call_id: 'c1',
      },
    ])
    expect(found(home.chatcli, 'token bucket limiter')[0]).toBe('original')
  })

  it('P55: there is nothing optional that could be missing: the same home gives the same answer without its state folder', () => {
    const home = withTarget('the heron stood in the reeds')
    const before = home.chatcli.search('heron reeds')
    for (const path of home.files().filter((path) => path.includes('/state/'))) home.remove(path)
    const { now: _, ...after } = { now: 0, ...home.surface().search('heron reeds') }
    expect(after.sessions.map(({ name, tier }) => [name, tier])).toEqual(
      before.sessions.map(({ name, tier }) => [name, tier]),
    )
  })

  it('P56: an old exact hit stands before a new weak one', () => {
    const home = testHome()
    const dated = (content: string, year: number) => ({
      ...user(content),
      created_at: `${year}-01-01T00:00:00.000Z`,
    })
    home.chatcli.sessions.save('old', [dated('the flange gasket torque is 42 newton metres', 2019)])
    home.chatcli.sessions.save('new', [dated('a gasket came in the post', 2026)])
    expect(found(home.chatcli, 'flange gasket torque')[0]).toBe('old')
  })

  it('P58: a stamp from the future is not "today" and not "this week"', () => {
    const home = testHome()
    const dated = (content: string, at: number) => ({
      ...user(content),
      created_at: new Date(at).toISOString(),
    })
    home.chatcli.sessions.save('future', [dated('the sluice gate', home.clock.now + 400 * 86_400_000)])
    home.chatcli.sessions.save('present', [dated('the sluice gate', home.clock.now - 3_600_000)])
    for (const when of ['today', 'this week'])
      expect(found(home.chatcli, `sluice gate ${when}`)[0]).toBe('present')
    expect(found(home.chatcli, 'sluice on:today')).toEqual(['present'])
  })

  it('P59: a date restriction comes before the choice of the best', () => {
    const home = testHome()
    const dated = (content: string, at: string) => ({ ...user(content), created_at: `${at}T00:00:00.000Z` })
    for (let k = 0; k < 300; k++)
      home.chatcli.sessions.save(`new-${k}`, [dated(`barge traffic ${k} barge traffic`, '2026-05-01')])
    home.chatcli.sessions.save('old', [dated('barge traffic', '2024-03-01')])
    expect(found(home.chatcli, 'barge traffic before:2025-01-01')).toEqual(['old'])
    expect(
      home.chatcli.search('barge traffic', { before: Date.UTC(2025, 0, 1) }).sessions.map(({ name }) => name),
    ).toEqual(['old'])
  })

  it('nonsense finds nothing and names the words', () => {
    const result = withTarget('anything at all').chatcli.search('qwzxv plmokn')
    expect(result.sessions).toEqual([])
    expect(result.unknown).toEqual(['qwzxv', 'plmokn'])
  })

  it('P65: what is said after a search is found by the next one', () => {
    const home = withTarget('the first words')
    expect(found(home.chatcli, 'plover')).toEqual([])
    const live = home.surface().sessions.open('target')
    live.append([user('a plover on the mud')])
    expect(found(home.chatcli, 'plover')).toEqual(['target'])
    live.append([user('and a curlew')])
    live.save()
    expect(found(home.chatcli, 'curlew')).toEqual(['target'])
  })

  it('R71: a session renamed, and one that another program wrote, are found under the names they have now', () => {
    const home = withTarget('the dredger comes in May')
    found(home.chatcli, 'dredger')
    home.chatcli.sessions.rename('target', 'dredging-plan')
    expect(found(home.chatcli, 'dredger')).toEqual(['dredging-plan'])
    home.put(home.session('by-hand'), { version: 2, chat_history: [user('a lock keeper')] })
    expect(found(home.chatcli, 'lock keeper')).toEqual(['by-hand'])
    home.remove(home.session('by-hand'))
    expect(found(home.chatcli, 'lock keeper')).toEqual([])
  })
})
