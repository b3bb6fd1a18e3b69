import { describe, expect, it } from 'vitest'
import { makeRecord } from './make-record.suite.ts'
import { pageOf, placeholders } from './page.ts'

const record = makeRecord(
  'long',
  Array.from({ length: 50 }, (_, i) => (i === 30 ? 'the quokka decision' : `line ${i}`)),
)

describe('pageOf', () => {
  it('begins at the start and says where the next page does', () => {
    const page = pageOf(record)
    expect([page.offset, page.total, page.messages.length, page.nextOffset]).toEqual([0, 50, 20, 20])
    expect(pageOf(record, { offset: 40 }).nextOffset).toBeUndefined()
    expect(pageOf(record, { offset: 40 }).messages[0]?.position).toBe(40)
  })

  it.each([
    [{ offset: -5 }, 0, 20],
    [{ offset: 50 }, 50, 0],
    [{ offset: 999 }, 50, 0],
    [{ offset: NaN }, 0, 20],
    [{ limit: 0 }, 0, 1],
    [{ limit: 9999 }, 0, 50],
  ])('brings %o into range', (options, offset, count) => {
    const page = pageOf(record, options)
    expect([page.offset, page.messages.length]).toEqual([offset, count])
  })

  it('centres on the best message of a query, with a full last page', () => {
    expect(pageOf(record, { query: 'quokka' })).toMatchObject({ centredOn: 30, offset: 20 })
    const late = makeRecord('late', [...Array<string>(29).fill('x'), 'quokka'])
    expect(pageOf(late, { query: 'quokka' })).toMatchObject({ centredOn: 29, offset: 10 })
    expect(pageOf(record, { query: 'absent', offset: 7 })).toMatchObject({ centredOn: undefined, offset: 7 })
  })

  it('shows a single message whole', () => {
    const big = makeRecord('big', [{ role: 'tool', text: 'x'.repeat(5000) }])
    expect(pageOf(big, { message: 0 }).messages[0]).toMatchObject({
      cutFrom: undefined,
      text: 'x'.repeat(5000),
    })
    expect(() => pageOf(big, { message: 1 })).toThrow(/no message 1/)
  })

  it('cuts long messages at a character, tools sooner', () => {
    const family = '👩‍👩‍👧'
    const big = makeRecord('big', [
      { role: 'tool', text: 'y'.repeat(598) + family.repeat(3) },
      { role: 'assistant', text: 'z'.repeat(2500) },
    ])
    const [tool, other] = pageOf(big).messages
    expect(tool).toMatchObject({ text: 'y'.repeat(598) + '…', cutFrom: 598 + 3 * family.length })
    expect(other?.text).toHaveLength(2001)
  })

  it('masks system messages, and removed ones unless asked', () => {
    const mixed = makeRecord('mixed', [
      { role: 'system', text: 'secret instructions' },
      { text: 'gone', state: 'removed' },
      { text: '', state: 'missing' },
      'shown',
    ])
    const texts = (removed: boolean): string[] =>
      pageOf(mixed, { removed }).messages.map((message) => message.text)
    expect(texts(false)).toEqual([placeholders.system, placeholders.removed, placeholders.missing, 'shown'])
    expect(texts(true)[1]).toBe('gone')
    expect(pageOf(mixed, { message: 0 }).messages[0]?.text).toBe(placeholders.system)
  })

  it('tells which tools a message called, and with what', () => {
    const family = '👩‍👩‍👧'
    const call = (id: string, given: object) => ({ id, name: 'read_file', ...given })
    const calls = [
      call('a', { arguments: { path: 'tides.md', lines: [1, 2] } }),
      call('b', { arguments: undefined, raw: '{"path":' }),
      call('c', { arguments: family.repeat(100) }),
    ]
    const message = { role: 'assistant', content: '', tool_calls: calls }
    const record = makeRecord('calls', [
      { text: '', message },
      { text: '', message: { ...message, role: 'system' } },
      { text: '', message, state: 'removed' },
      'no calls',
    ])
    const [shown, system, removed, none] = pageOf(record).messages
    expect(shown?.toolCalls).toEqual([
      { id: 'a', name: 'read_file', arguments: '{"path":"tides.md","lines":[1,2]}', cutFrom: undefined },
      { id: 'b', name: 'read_file', arguments: '{"path":', cutFrom: undefined },
      {
        id: 'c',
        name: 'read_file',
        arguments: `"${family.repeat(Math.floor(599 / family.length))}…`,
        cutFrom: 2 + 100 * family.length,
      },
    ])
    expect([system, removed, none].map((one) => one?.toolCalls)).toEqual([undefined, undefined, undefined])
    expect(pageOf(record, { message: 0 }).messages[0]?.toolCalls?.[2]?.cutFrom).toBeUndefined()
    expect(pageOf(record, { removed: true }).messages[2]?.toolCalls).toHaveLength(3)
  })

  it('refuses a private session to those who must not see one, before anything of it is told', () => {
    const secret = makeRecord('secret', ['hush'], { private: true })
    for (const options of [{}, { message: 0 }, { message: 9 }, { query: 'hush' }])
      expect(() => pageOf(secret, { ...options, private: false })).toThrow(/^"secret" is private$/)
    expect(pageOf(secret).total).toBe(1)
    expect(pageOf(record, { private: false }).total).toBe(50)
  })

  it('has an answer for an empty conversation', () => {
    expect(pageOf(makeRecord('empty', []), { query: 'x' })).toMatchObject({
      total: 0,
      messages: [],
      nextOffset: undefined,
    })
  })
})
