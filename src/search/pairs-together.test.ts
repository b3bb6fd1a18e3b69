import { describe, expect, it } from 'vitest'
import { analyze } from './analyze.ts'
import { seededRandom } from '../disk/seeded-random.ts'
import { pairsTogether } from './pairs-together.ts'
import { stemWord } from './stem-word.ts'

const words =
  'token Buckets tokenBucket rate-limiter bought buying connections connected decisão running ran v2 64 children ' +
  'hopped naïve http HTTPServer being oing ok 缓存'
const gaps = [' ', ', ', '\n- ', '_', '/', ' (', '… ', '']

describe('pairsTogether', () => {
  it('finds what stands together, in any form and however it is written', () => {
    const together = pairsTogether([
      ['token', 'bucket'],
      ['bui', 'child'],
      ['bucket', 'token'],
    ])
    expect(together('the Token-Bucket')).toEqual([true, false, false])
    expect(together('aTokenBucketTest and a bucket, token')).toEqual([true, false, true])
    expect(together(`${'x'.repeat(20_000)} token bucket`)).toEqual([true, false, false])
    expect(together('they bought children a token ring bucket')).toEqual([false, true, false])
  })

  it('finds the same as a look at every word of a text', () => {
    const random = seededRandom(11)
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
    const all = words.split(' ')
    for (let i = 0; i < 2000; i++) {
      const text = Array.from({ length: 8 }, () => pick(all) + pick(gaps)).join('')
      const stems = analyze(text).map(({ stem }) => stem)
      const pairs = Array.from({ length: 3 }, () => [stemWord(pick(stems)), pick(stems)] as const)
      const neighbours = pairs.map(([first, second]) =>
        stems.some((stem, at) => stem === first && stems[at + 1] === second),
      )
      expect([text, pairs, pairsTogether(pairs)(text)]).toEqual([text, pairs, neighbours])
    }
  })
})
