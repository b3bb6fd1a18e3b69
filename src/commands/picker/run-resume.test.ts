import { describe, expect, it } from 'vitest'
import { textFor } from '../../text/text-for.ts'
import { parseCommandLine } from '../parse-command-line.ts'
import { sampleContext, sampleMemory } from '../sample-memory.suite.ts'
import { runResume } from './run-resume.ts'

const resume = (...words: readonly string[]) =>
  runResume(sampleContext(sampleMemory()), { words, options: {} })

describe('runResume', () => {
  it('tells programs where it would go, and what else there is', () => {
    const { json } = resume('token', 'bucket')
    expect(json['target']).toEqual({ name: 'proj-acme', message: 2 })
    expect(json['sessions']).toMatchObject([{ name: 'proj-acme' }])
  })

  it('has no message for a session that was named, and no target for words of nobody', () => {
    expect(resume('tide-notes').json['target']).toEqual({ name: 'tide-notes', message: null })
    const { json, problem } = resume('zzzzqqqq')
    expect(json['target']).toBeNull()
    expect(problem?.code).toBe('no-match')
  })

  it('lists the newest without words', () => {
    const { json } = resume()
    expect(json).toMatchObject({
      query: null,
      target: null,
      total: 2,
      sessions: [{ name: 'tide-notes' }, {}],
    })
  })
})

describe('the command line of resume', () => {
  const read = (...argv: readonly string[]) => parseCommandLine(['resume', ...argv], textFor('en'))

  it('takes words, also such as a query has', () => {
    expect(read('token', '-redis', 'in:proj-*')).toMatchObject({
      kind: 'chat',
      isNamed: true,
      words: ['token', '-redis', 'in:proj-*'],
    })
    expect(read()).toMatchObject({ kind: 'chat', words: [] })
  })

  it('takes -i for the list, and options of the chat', () => {
    expect(read('-i', 'cache', '--model', 'm')).toMatchObject({
      words: ['cache'],
      options: { interactive: true, model: 'm' },
    })
  })

  it('takes no option it does not know', () => {
    expect(() => read('--limt', '3')).toThrow('--limt')
  })
})
