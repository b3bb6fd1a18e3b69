import { expect, it } from 'vitest'
import { sealSafeguards } from './seal-safeguards.ts'
import { failureOf } from './tests-without.ts'

it('the tests of sealing notice when a safeguard is taken out, and find nothing wrong else', async () => {
  const unnoticed: string[] = []
  const failing = new Map<string, string | undefined>()
  for (const { name, by, edits } of sealSafeguards) {
    const test = by.join(': ')
    if (!failing.has(test)) failing.set(test, await failureOf(by, []))
    if ((await failureOf(by, edits)) === undefined) unnoticed.push(name)
  }
  const names = sealSafeguards.map(({ name }) => name).join('; ')
  const noticed = sealSafeguards.length - unnoticed.length
  process.stdout.write(`safeguards of sealing: ${noticed} of ${sealSafeguards.length} noticed: ${names}\n`)
  const wrong = [...failing.values()].filter((failure) => failure !== undefined)
  expect({ unnoticed, wrong }).toEqual({ unnoticed: [], wrong: [] })
}, 300_000)
