import { describe, expect, it } from 'vitest'
import { createSimulatedDisk } from '../disk/simulated-disk.ts'
import { loadConversation } from './load-conversation.ts'
import { newLive, openLive } from './open-live.ts'
import { recordOf } from './record-of.ts'
import { testContext } from './store-context.ts'

const user = (content: string) => ({ role: 'user', content })
const assistant = (content: string) => ({ role: 'assistant', content })

describe('a live conversation', () => {
  it('is on the disk after an append, and in the session file after a save', () => {
    const context = testContext(createSimulatedDisk())
    const live = newLive(context, { name: 'cache-plan' })
    live.append([user('how long?'), assistant('ten minutes')])
    live.save()
    live.append([user('and then?'), assistant('evict')])
    live.close()
    const loaded = loadConversation(context, 'cache-plan')
    expect(loaded.fold.window().map(({ message }) => message.content)).toEqual([
      'how long?',
      'ten minutes',
      'and then?',
      'evict',
    ])
    expect(loaded.notes).toEqual([])
    const record = recordOf(loadConversation(context, 'cache-plan', { whole: true }))
    expect(record.messages.map(({ position, state }) => [position, state])).toEqual([
      [0, 'live'],
      [1, 'live'],
      [2, 'live'],
      [3, 'live'],
    ])
    const again = openLive(context, 'cache-plan')
    again.append([user('third')])
    expect(again.takeNotices()).toEqual([])
    again.save()
    const other = openLive(context, 'cache-plan')
    again.append([user('fourth')])
    other.append([user('fifth')])
    again.catchUp()
    expect(
      again
        .state()
        .window.map(({ message }) => message.content)
        .slice(-2),
    ).toEqual(['fourth', 'fifth'])
    expect(other.state().window.map(({ message }) => message.content)).toEqual(
      again.state().window.map(({ message }) => message.content),
    )
  })
})
