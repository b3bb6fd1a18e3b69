import { expect, it } from 'vitest'
import { sealMany } from './seal-many.ts'

/** Ten million of them are sealed by `npm run torture -- --only sealing`. */
it('200,000 lines that four processes seal alike have 200,000 nonces', async () => {
  expect(await sealMany(4, 50_000)).toEqual({ nonces: 200_000, repeats: 0 })
}, 120_000)
