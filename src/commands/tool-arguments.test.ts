import { describe, expect, it } from 'vitest'
import { toolArguments } from './tool-arguments.ts'

const json = (value: unknown): string[] => [JSON.stringify(value)]

describe('toolArguments', () => {
  it.each<[what: string, argv: string[], command: string | undefined, values: object, bare?: string]>([
    [
      'cmd and args',
      json({ cmd: 'search', args: { query: 'x', limit: 2 } }),
      'search',
      { query: 'x', limit: 2 },
    ],
    ['cmd and flat', json({ cmd: 'get', name: 'a', offset: 3 }), 'get', { name: 'a', offset: 3 }],
    ['args win over flat', json({ cmd: 'get', args: { name: 'a' }, name: 'b' }), 'get', { name: 'a' }],
    ['no cmd is a search', json({ query: 'x' }), 'search', { query: 'x' }],
    ['no cmd, inner args', json({ args: { query: 'x' } }), 'search', { query: 'x' }],
    ['nothing at all', json({}), undefined, {}],
    ['null is absent', json({ cmd: 'get', args: { name: 'a', message: null } }), 'get', { name: 'a' }],
    ['null args', json({ cmd: 'search', args: null, query: 'x' }), 'search', { query: 'x' }],
    ['args as JSON text', json({ cmd: 'search', args: '{"query":"x"}' }), 'search', { query: 'x' }],
    ['args as plain text', json({ cmd: 'search', args: 'rate limiter' }), 'search', {}, 'rate limiter'],
    ['case and spaces of cmd', json({ cmd: ' Search ' }), 'search', {}],
    ['JSON split into words', ['{"cmd":', '"list"}'], 'list', {}],
    ['words', ['search', 'rate', 'limiter', '--limit', '5'], 'search', { limit: '5' }, 'rate limiter'],
    ['one word with all', ['search rate limiter --limit 5'], 'search', { limit: '5' }, 'rate limiter'],
    ['quotes stay in a query', ['search "token bucket" redis'], 'search', {}, '"token bucket" redis'],
    ['key=value', ['get', '--name=a', '--limit="7"'], 'get', { name: 'a', limit: '7' }],
    [
      'a value of several words',
      ['search', '--query', 'rate', 'limiter', '--limit', '2'],
      'search',
      { query: 'rate limiter', limit: '2' },
    ],
    ['repeated keys', ['search', '--query', 'a', '--query', 'b'], 'search', { query: ['a', 'b'] }],
    ['a bare flag', ['search', 'x', '--strict', 'y'], 'search', { strict: true }, 'x y'],
    ['a flag without a value', ['get', 'a', '--query'], 'get', { query: true }, 'a'],
    ['an excluded word', ['search cache -redis'], 'search', {}, 'cache -redis'],
    ['case of the word', ['LIST'], 'list', {}],
    ['nothing', [], undefined, {}],
  ])('%s', (_what, argv, command, values, bare = '') => {
    expect(toolArguments(argv)).toEqual({ command, values, bare })
  })

  it('says why JSON cannot be read', () => {
    expect(toolArguments(['{"cmd":'])).toEqual({ problem: expect.stringContaining('JSON') as string })
  })
})
