import { describe, expect, it } from 'vitest'
import { DAMAGE_CHECKS } from './check-damage.ts'

describe('the store', () => {
  for (const [name, check] of Object.entries(DAMAGE_CHECKS)) {
    it(`bears it: ${name}`, () => {
      expect(check()).toBeUndefined()
    })
  }
})
