import { describe, expect, it } from 'vitest'
import type { ChatCli } from './chatcli.ts'
import { createSimulatedDisk } from './disk/simulated-disk.ts'
import { openChatCli } from './open-chatcli.ts'
import { manyMessages, pageByQuery } from './page-by-query.ts'

const best = 4321

function longMemory(): ChatCli {
  const chatcli = openChatCli({ home: '/home/ada/.chatcli', disk: createSimulatedDisk(), timeZone: 'UTC' })
  const said = Array.from({ length: manyMessages + 100 }, (_, k) => ({
    role: k % 2 === 0 ? 'user' : 'assistant',
    content: k === best ? 'The lamp burns zanzibarine oil.' : `entry ${k} of the harbour log`,
  }))
  chatcli.sessions.save('log', said)
  chatcli.sessions.save('other', [{ role: 'user', content: 'zanzibarine zanzibarine zanzibarine' }])
  return chatcli
}

describe('a page of a long session that a query centres', () => {
  const chatcli = longMemory()

  it('has the best message of that session in its middle', () => {
    const page = chatcli.page('log', { query: 'zanzibarine', limit: 10 })
    expect(page).toMatchObject({ name: 'log', centredOn: best, offset: best - 5, nextOffset: best + 5 })
    expect(page.messages.map(({ position }) => position)).toContain(best)
    expect(chatcli.page('log', { query: 'zanzibarine' }).offset).toBe(best - 10)
  })

  it('has it in the middle also when more is asked for than a page shows', () => {
    const page = chatcli.page('log', { query: 'zanzibarine', limit: 1000 })
    expect(page).toMatchObject({ centredOn: best, offset: best - 100, nextOffset: best + 100 })
  })

  it('is not centred on what another session says whose name differs in case only', () => {
    const record = { ...chatcli.sessions.record('log'), name: 'LOG' }
    const page = pageByQuery(
      record,
      { query: 'zanzibarine' },
      {
        search: (query, options) => chatcli.search(query, options),
        use() {
          throw new Error('an index over the record was wanted')
        },
      },
    )
    expect(page).toMatchObject({ name: 'LOG', centredOn: undefined, offset: 0 })
  })

  it('is its first page when nothing answers, and one message when that is asked for', () => {
    expect(chatcli.page('log', { query: 'xylophonist' })).toMatchObject({ centredOn: undefined, offset: 0 })
    const one = chatcli.page('log', { query: 'zanzibarine', message: 7 })
    expect(one).toMatchObject({ offset: 7, centredOn: undefined })
    expect(one.messages).toHaveLength(1)
  })

  it('begins at the end of the record at the latest', () => {
    const last = manyMessages + 99
    const page = chatcli.page('log', { query: `"entry ${last} of"`, limit: 10 })
    expect(page).toMatchObject({ centredOn: last, offset: last - 9, nextOffset: undefined })
  })

  it('makes no index of its own: it is asked of the one over everything, once', () => {
    const record = chatcli.sessions.record('log')
    const asked: string[] = []
    pageByQuery(
      record,
      { query: 'zanzibarine' },
      {
        search(query, options) {
          asked.push(`${query} in ${options.in}`)
          return chatcli.search(query, options)
        },
        use() {
          throw new Error('an index over the record was wanted')
        },
      },
    )
    expect(asked).toEqual(['zanzibarine in log'])
  })

  it('is searched through that index too', () => {
    const { sessions } = chatcli.transcripts.search('log', 'zanzibarine', { limit: 2 })
    expect(sessions.map(({ name }) => name)).toEqual(['log'])
    expect(sessions[0]?.messages.map(({ position }) => position)).toEqual([best])
  })
})
