import { afterEach, describe, expect, it } from 'vitest'
import { eras, mcpHarness } from '../mcp-harness.suite.ts'

let harness = mcpHarness()
afterEach(async () => {
  await harness.close()
  harness = mcpHarness()
})

it('calls a wrong time by the name of its argument', async () => {
  const { json } = await harness.call('session_search', { query: 'tide', until: 'flurb' })
  expect(json).toMatchObject({ error: { code: 'usage', message: 'until cannot be "flurb".' } })
})

describe.each(Object.entries(eras))('session_search over %s', (revision, options) => {
  it('answers in the revision that was asked for, fenced, as JSON and as the same text', async () => {
    const client = await harness.connect(options)
    expect(client.getNegotiatedProtocolVersion()).toBe(revision)
    const answer = await client.callTool({ name: 'session_search', arguments: { query: 'rate limiter' } })
    const json = answer.structuredContent as Record<string, unknown>
    expect(json).toMatchObject({
      query: 'rate limiter',
      sessions: [{ name: 'proj-acme', tier: 'all', matches: 2, uri: 'session://proj-acme' }],
      total: 1,
      nextCursor: null,
    })
    expect(Object.keys(json)[0]).toBe('recalled')
    expect(Object.keys(json).at(-1)).toBe('recalledEnd')
    expect(JSON.parse((answer.content[0] as { text: string }).text)).toEqual(json)
    const links = answer.content.filter(({ type }) => type === 'resource_link')
    expect(links.length > 0).toBe(revision !== '2025-03-26')
  })
})
