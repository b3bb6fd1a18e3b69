import { describe, expect, it } from 'vitest'
import { runTool } from './run-tool.ts'
import { sampleContext, sampleMemory } from './sample-memory.suite.ts'

describe('tool session', () => {
  it.each([
    ['search', { query: 'doubloons' }],
    ['get', { name: 'pay' }],
    ['list', {}],
  ])('%s shows no model what came from a hidden source', (cmd, args) => {
    const memory = sampleMemory()
    const source = { tool: 'Scribe' }
    memory.chatcli.sessions.save('pay', [{ role: 'user', content: '4200 doubloons' }], {
      source,
      title: 'Pay',
    })
    const words = [JSON.stringify({ cmd, args })]
    const environment = { HOME: '/home', CHATCLI_HOME: '/home/chatcli', CHATCLI_HIDDEN_SOURCES: 'scribe' }
    const answered = (context: ReturnType<typeof sampleContext>): string => {
      try {
        return runTool(context, { words, options: {} }).text
      } catch (error) {
        return String(error)
      }
    }
    expect(answered(sampleContext(memory))).toMatch(/4200|Pay/)
    expect(answered(sampleContext(memory, { environment }))).not.toMatch(/4200|Pay/)
  })
})
