import { describe, expect, it } from 'vitest'
import { mcpHarness } from './mcp-harness.suite.ts'
import { toolsFor, unknownTools } from './tools-for.ts'

const { world } = mcpHarness({ hasModel: true })
const namesFor = (...mcpTools: string[]) =>
  toolsFor({ ...world, settings: { ...world.settings, mcpTools } }).map(({ name }) => name)

describe('toolsFor', () => {
  it('gives all, those that only read, or the named ones', () => {
    const all = namesFor('all')
    expect(all).toHaveLength(17)
    expect(namesFor('safe')).toEqual([
      'session_search',
      'session_get',
      'session_list',
      'session_status',
      'session_stats',
      'session_export',
    ])
    expect(namesFor('append', 'session_search', 'nonsense')).toEqual(['session_search', 'append'])
    expect(namesFor()).toEqual([])
    expect(unknownTools(['safe', 'append', 'nonsense'])).toEqual(['nonsense'])
  })

  it('describes every tool by schemas and hints that are right', () => {
    for (const { name, kind, definition } of toolsFor(world)) {
      const { inputSchema, outputSchema, annotations, description = '' } = definition
      expect(name).toMatch(/^[a-z_]{1,64}$/)
      expect(JSON.stringify([inputSchema, outputSchema])).not.toContain('"type":[')
      expect(description.length).toBeGreaterThan(40)
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
      expect(outputSchema).toMatchObject({ type: 'object' })
      expect(annotations).toMatchObject({
        readOnlyHint: kind === 'read',
        destructiveHint: kind === 'destructive',
        openWorldHint: name === 'chat',
      })
    }
  })
})
