import { describe, expect, it } from 'vitest'
import { said, sampleMemory } from '../sample-memory.suite.ts'
import { searchAsTyped } from './search-as-typed.ts'

/** What is found, and which queries that took. */
function search(query: string): {
  readonly names: string[]
  readonly asked: string[]
  readonly query: string
} {
  const { chatcli } = sampleMemory()
  chatcli.sessions.save('short-one', [said('user', 'limi', 1)])
  const asked: string[] = []
  const result = searchAsTyped(
    {
      search(words, options) {
        asked.push(words)
        return chatcli.search(words, options)
      },
    },
    query,
    10,
  )
  return { names: result.sessions.map(({ name }) => name), asked, query: result.query }
}

describe('searchAsTyped', () => {
  it('takes whole words before beginnings', () => {
    expect(search('limi')).toMatchObject({ names: ['short-one'], asked: ['limi'] })
  })

  it('takes the last word for a beginning when nothing has it whole', () => {
    expect(search('gatew')).toMatchObject({
      names: ['proj-acme'],
      asked: ['gatew', 'gatew*'],
      query: 'gatew',
    })
    expect(search('token buck').names).toEqual(['proj-acme'])
  })

  it.each(['limit ', '"limit', 'in:tid', 'role:us', '-limi', 'l'])('takes %j as it is', (query) => {
    expect(search(query).asked).toEqual([query])
  })

  it('keeps the answer there is when no beginning is better', () => {
    expect(search('limiter zzzz')).toMatchObject({ names: ['proj-acme'] })
    expect(search('zzzz').names).toEqual([])
  })
})
