import { afterEach, describe, expect, it } from 'vitest'
import { eras, mcpHarness } from '../mcp-harness.suite.ts'

let harness = mcpHarness()
afterEach(async () => {
  await harness.close()
  harness = mcpHarness()
})

describe.each(Object.entries(eras))('prompts over %s', (_, options) => {
  it('quote the memory, fenced, and say what to do with it', async () => {
    const client = await harness.connect(options)
    const { prompts } = await client.listPrompts()
    expect(prompts.map(({ name }) => name)).toEqual(['recall', 'summarize-session', 'continue-session'])
    for (const [name, args, says] of [
      ['recall', { topic: 'rate limiter' }, 'token bucket'],
      ['summarize-session', { name: 'proj-acme' }, 'What it was about'],
      ['continue-session', { name: 'tide-notes' }, 'pier 24'],
    ] as const) {
      const { messages } = await client.getPrompt({ name, arguments: args })
      const text = JSON.stringify(messages[0]?.content)
      expect(text.toLowerCase()).toContain(says.toLowerCase())
      expect(text).toMatch(/recalled-\w+ begin\\n.*\\nrecalled-\w+ end/)
      expect(text).not.toContain('terse')
    }
  })

  it('are refused without what they need', async () => {
    const client = await harness.connect(options)
    await expect(client.getPrompt({ name: 'recall' })).rejects.toMatchObject({ code: -32602 })
    await expect(client.getPrompt({ name: 'nothing' })).rejects.toMatchObject({ code: -32602 })
    const none = client.getPrompt({ name: 'summarize-session', arguments: { name: 'nobody' } })
    await expect(none).rejects.toMatchObject({ code: -32602, data: { code: 'not-found' } })
  })
})
