import { beforeEach, describe, expect, it } from 'vitest'
import type { ChatCli } from '../../chatcli.ts'
import { createSimulatedDisk } from '../../disk/simulated-disk.ts'
import { openChatCli } from '../../open-chatcli.ts'
import type { SearchOptions, SessionHit } from '../../search/search-result.ts'
import { asksTheSame } from './asks-the-same.ts'
import { ordinarySentences } from './ordinary-sentences.suite.ts'
import { passageOf } from './passage-of.ts'
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

type More = Partial<RecallMemory> & { readonly before?: readonly string[] }

function recalled(words: string, more: More = {}): string[] {
  return hits(words, more).map(({ name }) => name)
}

function hits(words: string, more: More = {}): readonly SessionHit[] {
  const { before = [], ...memory } = more
  const plan = planRecall({ words, before, ...context })
  if (plan === undefined) return []
  return recallSessions(plan, {
    search(query, options) {
      asked.push(options)
      return chatcli.search(query, { ...options, ...context })
    },
    isOpen: () => true,
    ...memory,
  })
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

describe('what was asked before', () => {
  const question = 'What did we decide about the token bucket?'
  const ask = (name: string, day: string, answer: string): void => {
    save(name, day, [question, answer])
    chatcli.search('')
  }

  it('comes behind what was said on it, however often it was asked', () => {
    for (let day = 11; day < 19; day++)
      ask(`asked-${day}`, `2026-11-${day}`, `On ${day}: a token bucket, 1000 requests per key.`)
    expect(recalled(question)).toEqual(['gateway', expect.stringMatching(/^asked-/)])
    expect(recalled('So, what did we decide about the token bucket??')[0]).toBe('gateway')
  })

  it('comes behind it in other words, and another language, too', () => {
    ask('asked', '2026-11-20', 'A token bucket, 1000 requests per key.')
    expect(
      hits('lembra do token bucket?').map(({ name, ...hit }) => [name, passageOf({ name, ...hit })]),
    ).toEqual([
      ['gateway', expect.anything()],
      ['asked', 'A token bucket, 1000 requests per key.'],
    ])
  })

  it('is the newest like any other, when the newest is asked for', () => {
    ask('asked', '2026-11-20', 'A token bucket, 1000 requests per key.')
    expect(recalled('where were we?')).toEqual(['asked', 'tides'])
  })

  it('counts as a source once the person said more about it', () => {
    save('aside', '2026-11-19', ['A long list: oak, elm, ash, millrace, quay, pier, moor, dune, and heron.'])
    save('talk', '2026-11-20', [
      'Do you remember the millrace?',
      'Not yet: what about the millrace?',
      'The millrace heron comes at six.',
    ])
    chatcli.search('')
    expect(recalled('what did we say about the millrace and the heron?')[0]).toBe('talk')
  })

  it('is told when nothing else is left, by its answer', () => {
    chatcli.sessions.delete('gateway')
    ask('asked', '2026-11-20', 'A token bucket, 1000 requests per key.')
    expect(recalled(question)).toEqual(['asked'])
    const [hit] = hits(question)
    expect(hit === undefined ? '' : passageOf(hit)).toBe('A token bucket, 1000 requests per key.')
  })

  it('is where it was said, when the question was not about the past', () => {
    save('heron', '2026-11-20', ['Which heron wades in the millrace?', 'A grey heron wades in the millrace.'])
    chatcli.search('')
    const [hit] = hits('Which heron wades in the millrace?')
    expect(hit === undefined ? '' : passageOf(hit)).toBe('A grey heron wades in the millrace.')
  })
})

describe('asksTheSame', () => {
  it.each([
    ['What did we decide about the token bucket?', true],
    ['what did we decide on the token bucket', false],
    ['so what did we decide about the token bucket??', true],
    ['What should we decide about the token bucket?', false],
    ['What did we decide about the token bucket? I think it was 1000 requests per key.', false],
    ['', false],
  ])('%j: %s', (text, is) => {
    expect(asksTheSame(text, 'What did we decide about the token bucket?')).toBe(is)
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
