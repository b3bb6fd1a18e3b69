import { describe, expect, it } from 'vitest'
import { findFailure } from './find-failure.ts'
import { SAFEGUARDS } from './safeguards.ts'
import { failureWithout } from './without-safeguard.ts'

describe('the suites of this folder', () => {
  it('find nothing wrong with the store as it is', () => {
    expect(findFailure('damage')).toBeUndefined()
  })

  it('notice when a safeguard is taken out', async () => {
    const unnoticed: string[] = []
    for (const safeguard of SAFEGUARDS) {
      const failure = await failureWithout(safeguard)
      if (failure === undefined) unnoticed.push(safeguard.name)
    }
    const names = SAFEGUARDS.map(({ name }) => name).join('; ')
    process.stdout.write(
      `safeguards: ${SAFEGUARDS.length - unnoticed.length} of ${SAFEGUARDS.length} noticed: ${names}\n`,
    )
    expect(unnoticed).toEqual([])
  }, 600_000)
})
