import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { bugCases, untestedCases } from './bug-cases.ts'
import { bugPage, bugPageWith } from './bug-table.ts'
import { markedTests } from './marked-tests.ts'

const tests = markedTests()
const tested = new Set(tests.flatMap(({ cases }) => cases))

describe('the table of cases', () => {
  it('is what `node scripts/run-ts.mjs scripts/write-bug-table.ts` writes', () => {
    expect(readFileSync(bugPage, 'utf8')).toBe(bugPageWith(tests))
  })

  it('has a test, or a reason why there is none, for every case', () => {
    expect(Object.keys(bugCases).filter((id) => !tested.has(id) && untestedCases[id] === undefined)).toEqual(
      [],
    )
  })

  it('gives no reason for a case that has a test, or for none', () => {
    const reasons = Object.keys(untestedCases)
    expect(reasons.filter((id) => tested.has(id) || bugCases[id] === undefined)).toEqual([])
  })

  it('knows every case that a test is named after', () => {
    expect([...tested].filter((id) => bugCases[id] === undefined)).toEqual([])
  })
})
