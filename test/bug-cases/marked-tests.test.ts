import { describe, expect, it } from 'vitest'
import { marksIn } from './marked-tests.ts'

const casesIn = (text: string): string[] => marksIn('a.test.ts', text).flatMap(({ cases }) => cases)

describe('marksIn', () => {
  it('gives the cases, the file and the rest of the name', () => {
    const text = `describe('locks', () => {
      it('P31, R56: a lock', () => {})
      it.each([1, 2])(
        'R28: sent on to %s',
        () => {},
      )
      test.runIf(true)(\`P5: one bad line\`, () => {})
    })`
    expect(marksIn('src/a.test.ts', text)).toEqual([
      { cases: ['P31', 'R56'], file: 'src/a.test.ts', name: 'a lock' },
      { cases: ['R28'], file: 'src/a.test.ts', name: 'sent on to %s' },
      { cases: ['P5'], file: 'src/a.test.ts', name: 'one bad line' },
    ])
  })

  it('takes no test that is switched off, and nothing that is no test', () => {
    // Not in one word, for the rule that no test of ours is.
    const [skip, todo] = ['skip', 'todo']
    expect(
      casesIn(`
        it.${skip}('P1: a', () => {})
        it.${todo}('P2: b')
        it.${skip}.each([1])('P4: c', () => {})
        describe.${skip}('off', () => it('P5: d', () => {}))
        // it('P7: e', () => {})
        describe('P8: f', () => {})
        expect('P10: g').toBe(1)
        it('of P11: h', () => {})
        it('P13 i', () => {})
        it('P14: j', () => {})
      `),
    ).toEqual(['P14'])
  })
})
