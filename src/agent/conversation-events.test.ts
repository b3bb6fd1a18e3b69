import { expect, it } from 'vitest'
import { type ConversationEvent, conversationEvents } from './conversation-events.ts'

const over: ConversationEvent = {
  kind: 'turn-completed',
  at: { transcriptId: 't', name: undefined },
  turn: '1',
  mode: 'chat',
  end: 'done',
}

it('tells everybody at once, in order, also when somebody throws', () => {
  const events = conversationEvents()
  const told: string[] = []
  events.subscribe(() => told.push('first'))
  events.subscribe(() => {
    throw new Error('on the way')
  })
  events.subscribe(({ kind }) => told.push(kind))
  events.publish(over)
  expect(told).toEqual(['first', 'turn-completed'])
})

it('tells nobody who has gone, and who goes or comes meanwhile from the next event on', () => {
  const events = conversationEvents()
  const told: string[] = []
  const leave = events.subscribe(() => {
    told.push('first')
    leave()
    events.subscribe(() => told.push('late'))
  })
  events.publish(over)
  events.publish(over)
  expect(told).toEqual(['first', 'late'])
})

it('ends one of two subscriptions of the same listener', () => {
  const events = conversationEvents()
  let count = 0
  const listener = (): void => void count++
  const leave = events.subscribe(listener)
  events.subscribe(listener)
  leave()
  events.publish(over)
  expect(count).toBe(1)
})
