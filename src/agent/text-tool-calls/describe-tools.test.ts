import { describe, expect, it } from 'vitest'
import { describeTools } from './describe-tools.ts'
import { readToolCalls } from './read-tool-calls.ts'

const session = {
  name: 'session',
  about: 'Recalls saved conversations.',
  input: {
    type: 'object',
    properties: {
      cmd: { type: 'string', enum: ['search', 'get'], description: 'What to do.' },
      args: { type: 'object' },
    },
    required: ['cmd'],
    examples: [{ cmd: 'search', args: { query: "the cache's <limit> & more" } }],
  },
}
const list = { name: 'list', about: 'Lists a folder.', input: { type: 'object' } }
const plain = {
  name: 'count',
  about: 'Counts.',
  input: {
    properties: { word: { type: 'string' }, times: { type: 'integer' }, how: { enum: ['up'] } },
    required: ['word', 'times', 'how'],
  },
}

describe('describeTools', () => {
  it('says nothing without tools', () => {
    expect(describeTools([])).toBe('')
  })

  it('names each tool, its arguments and an example that reads back as what it means', () => {
    const text = describeTools([session, list, plain])
    expect(text).toContain(
      '## @session\nRecalls saved conversations.\n- cmd (string, required): What to do.\n- args (object)',
    )
    const lines = text.split('\n').filter((line) => line.startsWith('Example: '))
    const calls = lines.map((line) =>
      readToolCalls(line, () => 'id').calls.map(({ call }) => [call.name, call.arguments]),
    )
    expect(calls).toEqual([
      [['session', session.input.examples[0]]],
      [['list', {}]],
      [['count', { word: '…', times: 1, how: 'up' }]],
    ])
  })
})
