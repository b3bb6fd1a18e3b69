import { describe, expect, it } from 'vitest'
import { namePattern } from './name-pattern.ts'

describe('namePattern', () => {
  it.each([
    ['proj', 'proj', true],
    ['proj', 'proj-a', false],
    ['proj*', 'Proj-A', true],
    ['*acme', 'proj-acme', true],
    ['p*a*e', 'proj-acme', true],
    ['a*a', 'a', false],
    ['*', '', true],
    ['a.c', 'abc', false],
    ['*b*b*', 'abc', false],
  ])('%s and %s: %s', (pattern, name, wanted) => {
    expect(namePattern(pattern)(name)).toBe(wanted)
  })
})
