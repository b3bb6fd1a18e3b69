import { describe, expect, it } from 'vitest'
import { createSimulatedDisk } from '../disk/simulated-disk.ts'
import { ChatCliError } from '../errors.ts'
import type { LiveConversation } from './live-conversation.ts'
import { loadConversation } from './load-conversation.ts'
import { newLive, openLive } from './open-live.ts'
import { testContext } from './store-context.ts'

const user = (content: string, id?: string) => ({
  role: 'user',
  content,
  ...(id === undefined ? {} : { id }),
})
const texts = (live: LiveConversation): string[] => live.state().window.map(({ message }) => message.content)

function codeOf(work: () => unknown): string {
  try {
    work()
    return 'no error'
  } catch (error) {
    return error instanceof ChatCliError ? error.code : 'another error'
  }
}

describe('a live conversation', () => {
  it('is on the disk after an append, and in the session file after a save', () => {
    const context = testContext(createSimulatedDisk())
    const live = newLive(context, { name: 'cache-plan' })
    live.append([user('how long?'), { role: 'assistant', content: 'ten minutes' }])
    live.save()
    live.append([user('and then?')])
    live.close()
    const { fold, notes } = loadConversation(context, 'cache-plan')
    expect(fold.window().map(({ message }) => message.content)).toEqual([
      'how long?',
      'ten minutes',
      'and then?',
    ])
    expect(notes).toEqual([])
  })

  it('sees what another writer of the session appended, in the same order as that one', () => {
    const context = testContext(createSimulatedDisk())
    const first = newLive(context, { name: 'cache-plan' })
    first.append([user('one')])
    first.save()
    const second = openLive(context, 'cache-plan')
    first.append([user('two')])
    second.append([user('three')])
    first.catchUp()
    expect(texts(first)).toEqual(['one', 'two', 'three'])
    expect(texts(second)).toEqual(texts(first))
  })

  it('tells once what came from elsewhere, however often it looked', () => {
    const context = testContext(createSimulatedDisk())
    const live = newLive(context, { name: 'cache-plan' })
    live.append([user('how long?')])
    live.save()
    const other = openLive(context, 'cache-plan')
    for (const words of ['a day?', 'a week?']) {
      other.append([user(words)])
      live.catchUp()
    }
    expect(live.takeNotices()).toEqual([{ kind: 'caught-up', messages: 2 }])
    expect(live.takeNotices()).toEqual([])
  })

  it('writes a message once that is handed over again under its id, after a restart too', () => {
    const context = testContext(createSimulatedDisk())
    const live = newLive(context, { name: 'cache-plan' })
    const { refs } = live.append([user('one', 'x1')])
    live.save()
    expect(live.append([user('one', 'x1'), user('two', 'x2')]).refs[0]).toEqual(refs[0])
    live.close()
    const again = openLive(context, 'cache-plan')
    expect(again.append([user('one', 'x1')]).refs).toEqual(refs)
    expect(texts(again)).toEqual(['one', 'two'])
  })

  it('goes on in the turn it began when a turn that was cut short is handed over again', () => {
    const context = testContext(createSimulatedDisk())
    const live = newLive(context, { name: 'cache-plan' })
    live.append([user('asks', 'a1')], { end: false })
    live.save()
    const other = openLive(context, 'cache-plan')
    other.append([user('something else')])
    const again = openLive(context, 'cache-plan')
    again.append([user('asks', 'a1'), user('answers', 'a2')])
    expect(texts(again)).toEqual(['asks', 'answers', 'something else'])
  })

  it('refuses another text under an id instead of hiding it', () => {
    const live = newLive(testContext(createSimulatedDisk()))
    live.append([user('one', 'x')])
    expect(codeOf(() => live.append([user('two', 'x')]))).toBe('conflict')
    expect(codeOf(() => live.append([user('three', 'y'), user('four', 'y')]))).toBe('conflict')
    expect(texts(live)).toEqual(['one'])
    live.append([user('two')])
    expect(texts(live)).toEqual(['one', 'two'])
  })

  it('takes nothing more once it is closed', () => {
    const disk = createSimulatedDisk()
    const live = newLive(testContext(disk))
    live.append([user('one')])
    live.close()
    live.close()
    expect(codeOf(() => live.append([user('two')]))).toBe('refused')
    expect(disk.openFiles).toBe(0)
  })
})
