import { describe, expect, it } from 'vitest'
import { said, sampleContext, sampleMemory } from '../sample-memory.suite.ts'
import { bestSession } from './best-session.ts'
import { resumeTarget } from './resume-target.ts'

describe('resumeTarget', () => {
  it('is the session of that name, without a search', () => {
    const memory = sampleMemory()
    const { picked, isNamed, result } = resumeTarget(sampleContext(memory), 'tide-notes')
    expect(picked).toEqual({ action: 'resume', name: 'tide-notes' })
    expect(isNamed).toBe(true)
    expect(result).toBeUndefined()
  })

  it('is the session that is clearly ahead, at its best message', () => {
    const target = resumeTarget(sampleContext(sampleMemory()), 'token bucket')
    expect(target.picked).toEqual({ action: 'resume', name: 'proj-acme', message: 2 })
    expect(target.isNamed).toBe(false)
  })

  it('is nothing when two are close, or words are missing', () => {
    const memory = sampleMemory()
    memory.chatcli.sessions.save('also-tides', [said('user', 'High water at pier 3, and again', 20)])
    const context = sampleContext(memory)
    expect(resumeTarget(context, 'high water').picked).toBeUndefined()
    expect(resumeTarget(context, 'token giraffe').picked).toBeUndefined()
    expect(resumeTarget(context, 'zzzz').picked).toBeUndefined()
  })
})

describe('bestSession', () => {
  const found = (...scores: readonly number[]) => {
    const result = sampleMemory().chatcli.search('limiter')
    const [hit] = result.sessions
    if (hit === undefined) throw new Error('nothing was found')
    return { ...result, sessions: scores.map((score, i) => ({ ...hit, name: `s${i}`, score })) }
  }
  it.each([
    [[3, 2, 1], 's0'],
    [[3, 2.01], undefined],
    [[0.1], 's0'],
    [[3, 1, 2.5], undefined],
    [[], undefined],
  ])('of scores %j is %j', (scores, name) => {
    expect(bestSession(found(...scores))?.name).toBe(name)
  })
})
