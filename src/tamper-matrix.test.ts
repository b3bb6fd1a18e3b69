import { describe, expect, it } from 'vitest'
import { namedAfter, objects, tamperings, unitCount } from './tampered-home.suite.ts'

describe('tampering', () => {
  it('has something to attack, and nothing is named before', () => {
    expect(Object.values(objects).filter((path) => path === '')).toEqual([])
    for (const object of Object.keys(objects)) expect(unitCount(object)).toBeGreaterThan(2)
    expect(namedAfter()).toMatchObject({ named: [], isChanged: false, isLeftAsIs: true })
    expect(tamperings).toHaveLength(58)
  })

  it.each(tamperings)('%s: %s', (attack, object) => {
    const { isChanged, named, ofIt, isLeftAsIs } = namedAfter(attack, object)
    expect(isChanged).toBe(true)
    expect(ofIt, named.join('\n')).not.toEqual([])
    expect(isLeftAsIs).toBe(true)
  })
})
