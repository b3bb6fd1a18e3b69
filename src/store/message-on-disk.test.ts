import { describe, expect, it } from 'vitest'
import type { Message } from '../conversation/message.ts'
import { messageOnDisk } from './message-on-disk.ts'

const call = { id: 'call-1', name: 'write', arguments: { text: 'a lantern '.repeat(200) } }
const message: Message = {
  role: 'assistant',
  content: 'the tide table is in the harbour office; '.repeat(50),
  created_at: '2026-05-01T10:00:00.000Z',
  tool_calls: [call],
  id: 'm-1',
  note: 'of another program',
}

function standIn(of: Message = message): { readonly light: Message; readonly asked: () => number } {
  let asked = 0
  const light = messageOnDisk(of, JSON.stringify(of).length, () => (asked++, of))
  return { light, asked: () => asked }
}

describe('a message that stays on the disk', () => {
  it('looks like the message, also when it is copied or written as JSON', () => {
    const { light } = standIn()
    expect(JSON.stringify(light)).toBe(JSON.stringify(message))
    expect({ ...light }).toEqual(message)
    expect(Object.keys(light)).toEqual(Object.keys(message))
    const { content, ...rest } = light
    expect(content).toBe(message.content)
    expect(JSON.stringify(rest)).not.toContain('tide table')
  })

  it('is read only when what is long in it is asked for, and each time', () => {
    const { light, asked } = standIn()
    expect([light.role, light.id, light.created_at, light['note']]).toEqual([
      'assistant',
      'm-1',
      message.created_at,
      'of another program',
    ])
    expect(asked()).toBe(0)
    expect(light.content + light.content).toHaveLength(message.content.length * 2)
    expect(light.tool_calls).toEqual([call])
    expect(asked()).toBe(3)
  })

  it('is the message itself when nothing in it is long', () => {
    const small = { role: 'user', content: 'where?', tool_calls: null }
    expect(standIn(small).light).toBe(small)
  })

  it('leaves only what is long: calls with few words stay with it', () => {
    const few = { ...message, tool_calls: [{ id: 'call-1', name: 'read', arguments: {} }] }
    const { light, asked } = standIn(few)
    expect(light.tool_calls).toEqual(few.tool_calls)
    expect(asked()).toBe(0)
  })

  it('is not copied with what reads it: a copy holds its words itself', () => {
    const { light, asked } = standIn()
    const copy = { ...light }
    const before = asked()
    expect(copy.content).toBe(message.content)
    expect(Reflect.ownKeys(copy)).toEqual(Object.keys(message))
    expect(asked()).toBe(before)
  })
})
