import { describe, expect, it } from 'vitest'
import { said, sampleMemory } from '../sample-memory.suite.ts'
import { previewSession } from './preview-session.ts'

describe('previewSession', () => {
  it('shows the end of a session when nothing is looked for', () => {
    const { chatcli } = sampleMemory()
    const { page, position, hits } = previewSession(chatcli, 'tide-notes', '', undefined)
    expect(page.messages.map((message) => message.position)).toEqual(
      Array.from({ length: 12 }, (_, i) => i + 13),
    )
    expect(position).toBeUndefined()
    expect(hits).toEqual([])
  })

  it('opens at the best message, and knows all that match in their order', () => {
    const { chatcli } = sampleMemory()
    const { page, position, hits } = previewSession(chatcli, 'proj-acme', 'limiter', undefined)
    expect(position).toBe(2)
    expect(hits.map((hit) => hit.position)).toEqual([2, 3])
    expect(page.messages[0]).toMatchObject({ position: 0, text: '[system prompt not shown]' })
  })

  it('opens at the message it is told', () => {
    const { chatcli } = sampleMemory()
    const { page, position } = previewSession(chatcli, 'tide-notes', 'pier', 20)
    expect(position).toBe(20)
    expect(page.offset).toBe(17)
  })

  it('shows a long message near its match', () => {
    const { chatcli } = sampleMemory()
    const long = `${'Nothing of note here. '.repeat(2000)}The heron nests at quay seven. ${'And more. '.repeat(2000)}`
    chatcli.sessions.save('long', [said('user', long, 3)])
    const { page } = previewSession(chatcli, 'long', 'heron', undefined)
    expect(page.messages[0]?.text).toContain('The heron nests at quay seven.')
    expect(page.messages[0]?.text.length).toBeLessThan(5000)
  })
})
