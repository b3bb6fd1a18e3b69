import { describe, expect, it } from 'vitest'
import { says } from '../../agent/scripted-model.suite.ts'
import { callsSession, chatHarness } from './chat-harness.suite.ts'

const title = (cmd: string): string => `⏺ @session ${cmd}`

describe('/output', () => {
  it('unfolds the tool calls of the newest turn that made some', async () => {
    const list = callsSession('list')
    const stats = callsSession('search', { query: 'high water' })
    const { slash, say } = await chatHarness({ answers: [list, stats, says('Two.'), says('Yes.')] })
    await say('What is there?')
    await say('Sure?')
    const shown = await slash('/output')
    expect(shown).toContain(`${title('list')}\nSaved sessions:`)
    expect(shown).toContain('proj-acme')
    expect(shown).toContain(`\n\n${title('search · query: high water')}\n`)
    expect(shown).not.toContain('recalled-')
    expect(await slash('/output 1')).toBe(shown.slice(0, shown.indexOf(`\n\n${title('search')}`)))
  })

  it('is safe in a terminal', async () => {
    const { slash, say, chatcli } = await chatHarness({
      answers: [callsSession('get', { name: 'trap' }), says('Hm.')],
    })
    chatcli.sessions.save('trap', [
      { role: 'user', content: 'red\u001B[31m \u001B]0;owned\u0007\u202Etxt\nblue' },
    ])
    await say('Read it.')
    expect(await slash('/output')).toContain('red txt\n')
    expect(await slash('/output')).not.toMatch(/[\u001B\u202E]/)
  })

  it.each(['0', '-1', '2', 'all'])('there is no result %s', async (wanted) => {
    const { slash, say } = await chatHarness({ answers: [callsSession('list'), says('Two.')] })
    await say('What is there?')
    await expect(slash(`/output ${wanted}`)).rejects.toMatchObject({
      code: 'usage',
      message: `There is no result ${wanted}; 1 tool was used.`,
    })
  })

  it('says that no tool was used', async () => {
    const { slash, say } = await chatHarness({ answers: [says('Hello.')] })
    await say('hi')
    expect(await slash('/output')).toBe('No tool was used yet.')
  })
})
