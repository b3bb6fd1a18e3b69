import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ContinuityRun, harbour, type Step, surfaceNames } from './continuity-run.suite.ts'

const step: fc.Arbitrary<Step> = fc.record({
  surface: fc.constantFrom(...surfaceNames),
  act: fc.oneof(
    { weight: 5, arbitrary: fc.constant('say' as const) },
    { weight: 3, arbitrary: fc.constantFrom('append' as const, 'append-again' as const) },
    { weight: 3, arbitrary: fc.constant('attach' as const) },
    { weight: 2, arbitrary: fc.constantFrom('detach' as const, 'clear' as const) },
    { weight: 2, arbitrary: fc.constantFrom('restart' as const, 'kill' as const) },
  ),
  at: fc.integer({ min: 1, max: 40 }),
  isAtOnce: fc.boolean(),
})

async function check(steps: readonly Step[]): Promise<void> {
  const run = new ContinuityRun()
  await run.run(steps)
  await run.settle()
  const everything = run.everything()
  const texts = new Set([...everything.values()].flat())
  const lost = [...run.acknowledged].filter((text) => !texts.has(text))
  const doubled = [...everything].flatMap(([name, all]) =>
    all
      .filter((text, i) => text.includes(' says ') && all.indexOf(text) !== i)
      .map((text) => `${text} in ${name}`),
  )
  const missing = [...run.inHarbour].filter((text) => everything.get(harbour)?.includes(text) !== true)
  expect({ lost, doubled, missing, problems: run.problems }).toEqual({
    lost: [],
    doubled: [],
    missing: [],
    problems: [],
  })
}

describe('a terminal, an MCP client and an editor on one session', () => {
  it('see what the others said at their next turn', async () => {
    const turn = (surface: Step['surface'], act: Step['act']): Step => ({
      surface,
      act,
      at: 0,
      isAtOnce: false,
    })
    await check(
      [
        turn('terminal', 'attach'),
        turn('terminal', 'say'),
        turn('mcp', 'attach'),
        turn('mcp', 'say'),
        turn('acp', 'attach'),
        turn('acp', 'say'),
        turn('terminal', 'say'),
        turn('mcp', 'restart'),
        turn('mcp', 'append'),
        turn('mcp', 'append-again'),
        turn('acp', 'say'),
      ].map((one) => one),
    )
  })

  it('lose nothing and double nothing, in any order and at once, with restarts and kills', async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), check), {
      seed: 20260504,
      numRuns: 60,
      endOnFailure: false,
    })
  })
})
