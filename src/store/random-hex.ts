import { randomBytes } from 'node:crypto'

/** That many digits of a number drawn at random. */
export function randomHex(digits: number): string {
  return randomBytes(Math.ceil(digits / 2))
    .toString('hex')
    .slice(0, digits)
}
