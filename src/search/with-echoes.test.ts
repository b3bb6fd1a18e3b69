import { describe, expect, it } from 'vitest'
import type { ConversationRecord } from '../conversation/record.ts'
import type { TestMessage } from './make-record.suite.ts'
import { makeRecord } from './make-record.suite.ts'
import { memoryIndex } from './memory-index.ts'
import { pageOf } from './page.ts'
import { searchIndex } from './search.ts'
import type { SessionHit } from './search-result.ts'

const now = Date.UTC(2026, 10, 25)
const source = makeRecord('source', ['we chose the walrus protocol', 'fine'])
const other = makeRecord('other', ['a walk', 'by the river'])
const json = JSON.stringify({
  query: 'walrus protocol',
  sessions: [{ name: 'source', tier: 'all', matches: 1, messages: [{ text: 'the walrus protocol' }] }],
})
const text =
  'Sessions matching "walrus":\n\n• source — protocols (1 match, 2026-11-01)\n    … you: the walrus protocol'

function ask(records: readonly ConversationRecord[], query: string): readonly SessionHit[] {
  return searchIndex(memoryIndex(records), query, { now, timeZone: 'UTC' }).sessions
}

function echo(message: Exclude<TestMessage, string>): ConversationRecord {
  return makeRecord('echo', ['what was it?', { role: 'tool', ...message }, 'thanks'])
}

describe('answers of this memory', () => {
  it.each([
    [
      'by the name of the tool',
      echo({ toolName: 'session_search', text: 'source: walrus protocol, walrus' }),
    ],
    [
      'by the name in another client',
      echo({ toolName: 'mcp__chatcli__session', text: 'source: walrus protocol' }),
    ],
    ['by their form as JSON', echo({ toolName: 'run', text: json })],
    ['by their form as text', echo({ text })],
  ])('stand under what they quote, told %s', (_, record) => {
    const hits = ask([other, record, source], 'walrus protocol')
    expect(hits.map(({ name, alsoIn }) => [name, alsoIn])).toEqual([['source', ['echo']]])
  })

  it('are found at the end, and labelled, when nothing else says it', () => {
    const hits = ask([other, echo({ text })], 'walrus protocol')
    expect(hits.map(({ name, echo }) => [name, echo])).toEqual([['echo', true]])
    expect(hits[0]?.messages[0]?.position).toBe(1)
    const said = makeRecord('said', ['a walrus, and no more'])
    expect(ask([other, echo({ text }), said], 'walrus').map((hit) => hit.name)).toEqual(['said', 'echo'])
  })

  it('do not add to what their own session says', () => {
    const asked = makeRecord('asked', ['the walrus?', { role: 'tool', toolName: 'session', text: json }])
    const [hit] = ask([asked, other], 'walrus')
    expect(hit?.messages.map((message) => message.position)).toEqual([0])
    expect(pageOf(asked, { query: 'walrus protocol' }).centredOn).toBe(0)
    expect(pageOf(echo({ text }), { query: 'walrus' }).centredOn).toBe(1)
  })

  it('are not other outputs of tools', () => {
    const [hit] = ask([echo({ toolName: 'bash', text: 'walrus protocol (3 matches)' }), other], 'walrus')
    expect(hit?.echo).toBeUndefined()
  })
})
