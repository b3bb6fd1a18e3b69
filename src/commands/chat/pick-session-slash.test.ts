import { describe, expect, it } from 'vitest'
import type { PickResult } from '../picker/pick-result.ts'
import { chatHarness } from './chat-harness.suite.ts'
import { runSlash } from './run-slash.ts'

async function pick(line: string, picked: PickResult | undefined) {
  const { chat, context } = await chatHarness()
  const asked: string[] = []
  const { lines } = await runSlash(line, {
    ...context,
    pick: async (query) => {
      asked.push(query)
      return picked
    },
  })
  return { chat, asked, text: lines.join('\n') }
}

describe('/session pick', () => {
  it('goes on with what was picked, and shows it around the message', async () => {
    const { chat, asked, text } = await pick('/session pick token bucket', {
      action: 'resume',
      name: 'proj-acme',
      message: 2,
    })
    expect(asked).toEqual(['token bucket'])
    expect(chat.conversation.name).toBe('proj-acme')
    expect(text).toContain('[2] assistant: We used a token bucket for the rate limiter')
    expect(text).toMatch(/proj-acme.*4 messages/)
  })

  it('changes nothing when nothing was picked', async () => {
    const { chat, text } = await pick('/session pick', undefined)
    expect(chat.conversation.name).toBeUndefined()
    expect(text).toBe('')
  })

  it('says where nobody can choose', async () => {
    const { context } = await chatHarness()
    await expect(runSlash('/session pick', context)).rejects.toMatchObject({ code: 'refused' })
  })
})
