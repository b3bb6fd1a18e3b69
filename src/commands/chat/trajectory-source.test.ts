import { expect, it } from 'vitest'
import type { Tool } from '../../agent/tool.ts'
import { scriptedModel, says } from '../../agent/scripted-model.suite.ts'
import { trajectoryFolder } from '../../agent/trajectory-folder.ts'
import { readText } from '../../disk/read-text.ts'
import { textFor } from '../../text/text-for.ts'
import { callsSession, chatHarness } from './chat-harness.suite.ts'
import { trajectorySource } from './trajectory-source.ts'

it('gives an agent the tool for the conversation it is in, and a model that only talks none', async () => {
  const harness = await chatHarness({ answers: [says('twice a day'), callsSession('list'), says('those')] })
  const { chat, chatcli, disk, say } = harness
  const source = trajectorySource({
    chatcli,
    folder: trajectoryFolder({ disk, home: '/home/chatcli', now: () => 0, timeZone: 'UTC' }),
    files: () => {
      throw new Error('no working folder')
    },
    newMark: () => 'mark',
    text: textFor('en'),
  })
  const toolFor = async (mode: 'chat' | 'agent', isLocal: boolean): Promise<Tool | undefined> => {
    const model = scriptedModel([], { isLocal })
    const { conversation } = chat
    const signal = new AbortController().signal
    return (
      await source({
        words: '',
        messages: [],
        mode,
        model,
        conversation,
        signal,
        mayRecall: () => Promise.resolve(isLocal),
      })
    ).tools?.[0]
  }
  const show = { cmd: 'show' }
  await say('tides?')
  expect(await toolFor('chat', true)).toBeUndefined()
  const tool = await toolFor('agent', false)
  const { isError } = (await tool?.run({ cmd: 'export' }, { signal: new AbortController().signal })) ?? {}
  expect(isError).toBe(false)
  expect(readText(disk, '/home/chatcli/exports/trajectory-19700101-000000.jsonl')).toContain('twice a day')
  expect(tool?.needs(show)).toBeUndefined()
  // What was recalled with a model on this machine goes to a provider when the person allows it.
  await say('what else is there?')
  expect((await toolFor('agent', true))?.needs(show)).toBeUndefined()
  expect((await toolFor('agent', false))?.needs(show)).toMatchObject({ scope: 'recall to scripted' })
})
