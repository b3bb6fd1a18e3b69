import { beforeEach, describe, expect, it } from 'vitest'
import type { ChatCli } from '../../chatcli.ts'
import { createSimulatedDisk } from '../../disk/simulated-disk.ts'
import { openChatCli } from '../../open-chatcli.ts'
import type { SearchOptions } from '../../search/search-result.ts'
import { ordinarySentences } from './ordinary-sentences.suite.ts'
import { planRecall } from './plan-recall.ts'
import { type RecallMemory, recallSessions } from './recall-sessions.ts'

// A Wednesday.
const now = Date.UTC(2026, 10, 25, 15, 30)
const context = { now, timeZone: 'UTC' }
let chatcli: ChatCli
let asked: SearchOptions[]

beforeEach(() => {
  chatcli = openChatCli({ home: '/home/ada', disk: createSimulatedDisk(), now: () => now, timeZone: 'UTC' })
  asked = []
  save('gateway', '2026-11-03', [
    'The ACME gateway needs a token bucket as a rate limiter.',
    'A token bucket it is: 1000 requests per key.',
    'What about burst sizes of the bucket?',
  ])
  save('tides', '2026-11-17', [
    'High water at the pier is at noon.',
    'Low water at six.',
    'The pier is dry then.',
  ])
  save('bread', '2026-10-20', ['The rye loaf needs caraway.', 'Caraway and rye, and two hours of rest.'])
  chatcli.search('')
})

function save(name: string, day: string, texts: readonly string[]): void {
  const messages = texts.map((content, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content,
    created_at: `${day}T1${at}:00:00.000Z`,
  }))
  chatcli.sessions.save(name, messages)
}

function recalled(
  words: string,
  more: Partial<RecallMemory> & { readonly before?: readonly string[] } = {},
): string[] {
  const { before = [], ...memory } = more
  const plan = planRecall({ words, before, ...context })
  if (plan === undefined) return []
  const found = recallSessions(plan, {
    search(query, options) {
      asked.push(options)
      return chatcli.search(query, { ...options, ...context })
    },
    isOpen: () => true,
    ...memory,
  })
  return found.map(({ name }) => name)
}

describe('words that speak of the past', () => {
  it.each([
    ['what did we decide about the token bucket?', ['gateway']],
    ['do you remember the rye loaf?', ['bread']],
    ['o que decidimos sobre o token bucket?', ['gateway']],
    ['where did we leave off?', ['tides', 'gateway']],
    ['onde paramos?', ['tides', 'gateway']],
    ['what were we talking about last week?', ['tides']],
    ['what did we talk about on 2026-10-20?', ['bread']],
    ['what did we decide about Kerberos?', []],
    ['what happened at the pier last week?', ['tides']],
    ['what happened at the pier last month?', []],
    ['remember when we said "-pier role:tool in:bread"?', ['tides', 'gateway']],
  ])('%s: %j', (words, names) => {
    expect(recalled(words)).toEqual(names)
  })

  it('ask the whole memory, of the index as it is', () => {
    recalled('what did we decide about the token bucket?')
    expect(asked).toMatchObject([{ asIs: true, exclude: [] }])
    expect(asked[0]).not.toHaveProperty('newest')
  })
})

describe('words that do not', () => {
  it.each([
    ['I need a token bucket for the gateway', ['gateway']],
    ['a rye loaf with caraway', ['bread']],
    ['the pier', []],
    ['how much water does a person need?', []],
    ['what is a bucket?', []],
  ])('%s: %j', (words, names) => {
    expect(recalled(words)).toEqual(names)
  })

  it('ask the newest sixty sessions', () => {
    recalled('I need a token bucket for the gateway')
    expect(asked).toMatchObject([{ asIs: true, newest: 60 }])
  })

  it('count with what was said just before', () => {
    expect(recalled('and burst sizes?')).toEqual([])
    const before = ['A token bucket for the gateway?', 'Yes, a token bucket suits a gateway.']
    expect(recalled('and burst sizes?', { before })).toEqual(['gateway'])
  })

  it('seldom bring anything to mind when they are ordinary', () => {
    const brought = ordinarySentences.filter((words) => recalled(words).length > 0)
    expect(brought).toEqual([])
  })
})

describe('closed sessions', () => {
  it('are as if they were not there', () => {
    const isOpen = ({ name }: { readonly name: string }): boolean => name !== 'tides'
    expect(recalled('where did we leave off?', { isOpen })).toEqual(['gateway', 'bread'])
    expect(recalled('what happened at the pier last week?', { isOpen })).toEqual([])
  })

  it('can all be closed', () => {
    expect(recalled('where did we leave off?', { isOpen: () => false })).toEqual([])
  })
})
