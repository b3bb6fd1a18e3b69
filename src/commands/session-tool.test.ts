import { describe, expect, it } from 'vitest'
import type { ChatCli } from '../chatcli.ts'
import type { PageOptions, SearchOptions } from '../search/search-result.ts'
import { textFor } from '../text/text-for.ts'
import { said, sampleMemory } from './sample-memory.suite.ts'
import { runSessionTool, type ToolAnswer } from './session-tool.ts'

const { chatcli, now } = sampleMemory()

function call(envelope: object | string, on: ChatCli = chatcli): ToolAnswer {
  const argv = typeof envelope === 'string' ? [envelope] : [JSON.stringify(envelope)]
  return runSessionTool(on, argv, { text: textFor('en'), now, timeZone: 'UTC' })
}

/** Calls that notes what the library was asked. */
function spied(): {
  readonly chatcli: ChatCli
  readonly searches: SearchOptions[]
  readonly pages: PageOptions[]
} {
  const searches: SearchOptions[] = []
  const pages: PageOptions[] = []
  const spy: ChatCli = {
    ...chatcli,
    search: (query, options = {}) => {
      searches.push(options)
      return chatcli.search(query, options)
    },
    page: (name, options = {}) => {
      pages.push(options)
      return chatcli.page(name, options)
    },
  }
  return { chatcli: spy, searches, pages }
}

describe('search', () => {
  it('answers in the published form, with title, date and roles', () => {
    const answer = call({ cmd: 'search', args: { query: 'rate limiter' } })
    expect(answer.text).toBe(
      [
        'Sessions matching "rate limiter":',
        '',
        '• proj-acme — Gateway of ACME (2 matches, 2026-03-14)',
        '    … assistant: We used a token bucket for the rate limiter',
        '    … user: The rate limiter: capped it at 1000 rps per key',
      ].join('\n'),
    )
    expect(answer).toMatchObject({ isError: false, problem: undefined, command: 'search' })
    expect(answer.result).toMatchObject({ total: 1 })
  })

  it('says what a session lacks', () => {
    expect(call('search rate limiter redis').text).toContain('(2 matches, 2026-03-14, without: redis)')
  })

  it('names the query when nothing is found, which is no error', () => {
    const answer = call({ query: 'zeppelin' })
    expect(answer.text).toBe('Nothing found for "zeppelin" (searched 2 sessions).')
    expect(answer.isError).toBe(false)
    expect(answer.problem?.code).toBe('no-match')
  })

  it.each(['search', 'find', 'recall', ' SEARCH '])('is also called %j', (cmd) => {
    expect(call({ cmd, args: { query: 'token bucket' } }).command).toBe('search')
  })

  it.each([
    ['bug: a limit in quotes was ignored', '5', 5],
    ['a fraction is cut off', 2.9, 2],
    ['bug: there was no upper bound', 10_000, 20],
    ['nonsense is the default', 'many', 3],
    ['zero is the default', 0, 3],
    ['a negative one is one', -4, 1],
    ['null is the default', null, 3],
  ])('limit: %s', (_what, limit, used) => {
    const spy = spied()
    call({ cmd: 'search', args: { query: 'pier', limit } }, spy.chatcli)
    expect(spy.searches[0]?.limit).toBe(used)
  })

  it('bug: the number of sessions had no bound; 10 are shown, 20 at most, and the rest is counted', () => {
    const many = sampleMemory()
    for (let i = 0; i < 25; i++) {
      many.chatcli.sessions.save(`walk-${i}`, [said('user', `A walk by the lighthouse, number ${i}`, 1 + i)])
    }
    const bullets = (text: string): number => text.match(/^• /gm)?.length ?? 0
    const usual = call('search lighthouse', many.chatcli).text
    expect(bullets(usual)).toBe(10)
    expect(usual.endsWith('\n\n… and 15 more sessions match')).toBe(true)
    const more = call('search lighthouse --sessions 500', many.chatcli).text
    expect(bullets(more)).toBe(20)
    expect(more.endsWith('… and 5 more sessions match')).toBe(true)
  })

  it('asks for a query', () => {
    expect(call({ cmd: 'search' }).text).toBe('session search: query is required')
    expect(call({ cmd: 'search', args: { query: '  ' } }).isError).toBe(true)
    expect(call({ cmd: 'search', args: { query: 42 } }).isError).toBe(false)
  })
})

describe('get', () => {
  it('shows a page with positions, and where the next one starts', () => {
    const answer = call({ cmd: 'get', args: { name: 'tide-notes', offset: 2, limit: 2 } })
    expect(answer.text).toBe(
      [
        'tide-notes: messages 2–3 of 25 — Tides',
        '',
        '[2] user: High water at pier 2',
        '',
        '[3] assistant: High water at pier 3',
        '',
        '(more follows: next offset 4)',
      ].join('\n'),
    )
  })

  it('shows 20 messages, and no hint at the end', () => {
    expect(call('get tide-notes').text).toContain('messages 0–19 of 25')
    expect(call('get tide-notes --offset 20').text).not.toContain('next offset')
  })

  it('centres the page on the answer to a query', () => {
    const answer = call({ cmd: 'get', args: { name: 'tide-notes', query: 'pier 17', limit: 4 } })
    expect(answer.text).toContain('messages 15–18 of 25 — Tides (the best match is message 17)')
  })

  it('says in one last line when no message matches the query', () => {
    const { text, isError } = call({ cmd: 'get', args: { name: 'tide-notes', query: 'zeppelin', limit: 1 } })
    expect(text).toMatch(/^tide-notes: messages 0–0 of 25 /)
    expect(
      text.endsWith('(more follows: next offset 1)\n\nNo message of tide-notes matches "zeppelin".'),
    ).toBe(true)
    expect(isError).toBe(false)
    expect(call('get tide-notes --query zeppelin --message 3').text).not.toContain('matches')
  })

  it('bug: an offset past the end showed the last message again', () => {
    const { text, result } = call({ cmd: 'get', args: { name: 'tide-notes', offset: 500 } })
    expect(text).toBe('tide-notes: nothing from 25 on (25 messages in all) — Tides')
    expect(result).toMatchObject({ total: 25, messages: [], nextOffset: null })
  })

  it('shows one message with its position, role and the total', () => {
    expect(call({ cmd: 'get', args: { name: 'proj-acme', message: 2 } }).text).toBe(
      'proj-acme: message 2 of 4, assistant — Gateway of ACME\n\nWe used a token bucket for the rate limiter',
    )
  })

  it('never shows a system message', () => {
    expect(call('get proj-acme').text).not.toContain('terse')
    expect(call('get proj-acme --message 0').text).not.toContain('terse')
    expect(call('get proj-acme').text).toContain('[0] system: [')
  })

  it.each(['get', 'read', 'show', 'open'])('is also called %s', (cmd) => {
    expect(call({ cmd, args: { name: 'proj-acme' } }).command).toBe('get')
  })

  it('bug: "message": null was message 0', () => {
    expect(call({ cmd: 'get', args: { name: 'proj-acme', message: null } }).text).toContain(
      'messages 0–3 of 4',
    )
  })

  it.each(['seventeen', true, [], {}, -1, 'NaN'])('bug: message %j was message 0', (message) => {
    const answer = call({ cmd: 'get', args: { name: 'proj-acme', message } })
    expect(answer.isError).toBe(true)
    expect(answer.text).toMatch(/^session get: message is a position such as 17/)
  })

  it.each([1, '1', ' 1 ', 1.9, ['0', '1']])('takes message %j for 1', (message) => {
    expect(call({ cmd: 'get', args: { name: 'proj-acme', message } }).text).toContain('message 1 of 4')
  })

  it('says which messages there are', () => {
    const answer = call({ cmd: 'get', args: { name: 'proj-acme', message: 99 } })
    expect(answer.problem?.code).toBe('not-found')
    expect(answer.text).toContain('0 to 3')
  })

  it('bug: a negative offset was clamped but printed as it came', () => {
    expect(call({ cmd: 'get', args: { name: 'proj-acme', offset: -5 } }).text).toContain('messages 0–3 of 4')
  })

  it('bug: a bare word was the query, so that the name was missing', () => {
    expect(call('get proj-acme').text).toContain('proj-acme: messages 0–3 of 4')
    expect(call('get tide-notes pier 17 --limit 4').text).toContain('the best match is message 17')
  })

  it.each([
    ['bug: there was no upper bound', 5000, 200],
    ['a number in quotes', '7', 7],
    ['a fraction', 7.8, 7],
    ['nonsense', 'all', 20],
    ['zero', 0, 20],
  ])('limit: %s', (_what, limit, used) => {
    const spy = spied()
    call({ cmd: 'get', args: { name: 'proj-acme', limit } }, spy.chatcli)
    expect(spy.pages[0]?.limit).toBe(used)
  })

  it('bug: the name was not checked', () => {
    const answer = call({ cmd: 'get', args: { name: '../../etc/passwd' } })
    expect(answer.problem?.code).toBe('invalid-name')
  })

  it('bug: words with accents were not found by those without', () => {
    const memory = sampleMemory()
    memory.chatcli.sessions.save('cafe', [
      said('user', 'Bom dia', 1),
      said('user', 'A decisão sobre o café', 1),
    ])
    expect(call('get cafe --query decisao --limit 1', memory.chatcli).text).toContain('[1] user: A decisão')
  })

  it('asks for a name, and proposes one that looks like it', () => {
    expect(call({ cmd: 'get' }).text).toBe('session get: name is required')
    const answer = call('get proj-acne')
    expect(answer.problem?.code).toBe('not-found')
    expect(answer.text).toContain('Did you mean proj-acme?')
  })

  it('cuts a single message for a model, and says so', () => {
    const memory = sampleMemory()
    memory.chatcli.sessions.save('long', [said('assistant', 'word '.repeat(4000), 1)])
    const { text } = call('get long --message 0', memory.chatcli)
    expect(text.length).toBeLessThan(8200)
    expect(text).toContain('(cut: 20000 characters)')
  })
})

describe('list', () => {
  it('lists names and titles', () => {
    const list = 'Saved sessions:\n\n  • tide-notes — Tides\n  • proj-acme — Gateway of ACME'
    expect(call({ cmd: 'list' }).text).toBe(list)
    expect(call('sessions').text).toBe(list)
    expect(call('list --limit 1').text).toMatch(/Tides\n\n… and 1 more$/)
  })
})

describe('what is not there', () => {
  it.each([
    ['save', 'save', 'chatcli session save'],
    ['fork', 'fork', 'chatcli session fork'],
    ['branch', 'fork', 'chatcli session fork'],
    ['attach', 'attach', '"cmd":"get"'],
    ['bind', 'attach', '"cmd":"get"'],
    ['detach', 'detach', '"cmd":"list"'],
    ['unbind', 'detach', '"cmd":"list"'],
  ])('%s needs a live conversation, and the answer says what to do instead', (word, command, step) => {
    const answer = call(`${word} my-notes`)
    expect(answer.problem?.code).toBe('refused')
    expect(answer.text).toContain(`session ${command}: there is no live conversation`)
    expect(answer.text).toContain(step)
  })

  it.each(['delete', 'load', 'constructor', '__proto__', 'x'])('%s is unknown', (word) => {
    const answer = call({ cmd: word, args: { name: 'proj-acme' } })
    expect(answer.problem?.code).toBe('usage')
    expect(answer.text).toBe(
      `session: unknown command "${word}"; it is one of search, get, list, save, fork, attach, detach`,
    )
    expect(chatcli.sessions.exists('proj-acme')).toBe(true)
  })

  it('asks for a command', () => {
    expect(call('').text).toContain('{"cmd":"search","args":{"query":"rate limiter"}}')
    expect(call({}).text).toMatch(/cmd is required; it is one of search, get/)
    expect(call('{"cmd":').text).toMatch(/no JSON object/)
  })

  it('has no private sessions', () => {
    const memory = sampleMemory()
    const secret = { version: 2, private: true, chat_history: [said('user', 'The lighthouse burns', 1)] }
    memory.chatcli.sessions.save('secret', JSON.stringify(secret))
    expect(memory.chatcli.page('secret').total).toBe(1)
    expect(call('search lighthouse', memory.chatcli).text).toMatch(/^Nothing found/)
    expect(call('list', memory.chatcli).text).not.toContain('secret')
    expect(call('get secre', memory.chatcli).text).not.toContain('secret')
    for (const line of ['get secret', 'get secret --message 0', 'get secret --message 9']) {
      const { problem, text } = call(line, memory.chatcli)
      expect({ code: problem?.code, text }).toEqual({
        code: 'refused',
        text: 'session get: "secret" is private',
      })
    }
  })

  it('bug: a private session was open under its name in other letters, where a disk takes them for the same', () => {
    const memory = sampleMemory()
    const secret = { version: 2, private: true, chat_history: [said('user', 'The lighthouse burns', 1)] }
    memory.chatcli.sessions.save('secret', JSON.stringify(secret))
    const careless: ChatCli = {
      ...memory.chatcli,
      page: (name, options) => memory.chatcli.page(name.toLowerCase(), options),
    }
    expect(call('get SECRET', careless).problem?.code).toBe('refused')
    expect(call('get SECRET', careless).text).not.toContain('lighthouse')
  })

  it('reads a page without looking at all sessions', () => {
    const sessions = {
      ...chatcli.sessions,
      list: (): never => {
        throw new Error('listed')
      },
    }
    expect(call('get proj-acme', { ...chatcli, sessions }).text).toContain('token bucket')
  })
})

it('lets nothing through that a terminal would act on', () => {
  const memory = sampleMemory()
  const evil = '\x1b]0;pwn\x07\x1b[2Jlighthouse\x9b31m\u202E'
  memory.chatcli.sessions.save('evil', [said('user', evil, 1)], { title: evil })
  for (const line of ['search lighthouse', 'list', 'get evil', 'get evil --message 0', `get ${evil}`, evil]) {
    const { text } = call(line, memory.chatcli)
    expect(text).not.toMatch(/[\0-\x08\x0B-\x1F\x7F-\x9F\u202E]/)
    expect(text).not.toContain(']0;')
  }
})
