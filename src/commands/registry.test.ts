import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { helpTextFor } from '../text/help-text-for.ts'
import { callsOf, commandSpecs } from './registry.ts'
import { version } from './version.ts'

describe('registry', () => {
  it('has code and a description for every command', async () => {
    for (const spec of commandSpecs) {
      if (spec.isBase !== 'chat' && spec.isBase !== 'serve') expect(await spec.load()).toBeTypeOf('function')
      expect(helpTextFor('en').summaries[spec.path]).toBeTruthy()
      for (const { about } of spec.options) expect(helpTextFor('en').options[about]).toBeTruthy()
    }
  })

  it('calls no two commands by the same words', () => {
    const calls = commandSpecs.flatMap(callsOf)
    expect(new Set(calls).size).toBe(calls.length)
  })

  it('has examples that call the command they belong to', () => {
    for (const spec of commandSpecs) {
      expect(spec.examples.length).toBeGreaterThan(0)
      for (const example of spec.examples) {
        const isChat = spec.isBase === 'chat' && /(^|\| )chatcli( -p .+)?$/.test(example)
        expect(isChat || callsOf(spec).some((call) => example.startsWith(`chatcli ${call}`))).toBe(true)
      }
    }
  })
})

it('knows the version of the package', () => {
  const { version: packaged } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  ) as { version: string }
  expect(version).toBe(packaged)
})
