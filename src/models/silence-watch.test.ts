import { describe, expect, it } from 'vitest'
import { testWorld } from './model-world.suite.ts'
import { type Silence, SilenceWatch } from './silence-watch.ts'

function watching(isPatient: boolean): {
  readonly heard: readonly Silence[]
  readonly watch: SilenceWatch
  readonly advance: (ms: number) => void
} {
  const world = testWorld()
  const heard: Silence[] = []
  const limits = { stallMs: 100, timeoutMs: 1000, isPatient }
  const watch = new SilenceWatch(world, limits, (silence) => heard.push(silence))
  return { heard, watch, advance: (ms) => world.advance(ms) }
}

describe('SilenceWatch', () => {
  it('tells of silence once, counted from the last byte', () => {
    const { heard, watch, advance } = watching(false)
    advance(90)
    watch.touch()
    advance(90)
    expect(heard).toEqual([])
    advance(10)
    advance(500)
    expect(heard).toEqual(['stalled'])
  })

  it('tells when all of it takes too long', () => {
    const { heard, watch, advance } = watching(false)
    for (let i = 0; i < 20; i++) {
      advance(50)
      watch.touch()
    }
    expect(heard).toEqual(['timed-out'])
  })

  it('has patience before the first byte only', () => {
    const { heard, watch, advance } = watching(true)
    advance(800)
    watch.touch()
    expect(heard).toEqual([])
    advance(100)
    expect(heard).toEqual(['stalled'])
  })

  it('is quiet when it is closed', () => {
    const { heard, watch, advance } = watching(false)
    watch.close()
    advance(5000)
    expect(heard).toEqual([])
  })
})
