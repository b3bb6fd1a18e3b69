import type { SessionUpdate } from '@agentclientprotocol/sdk/unstable'
import { methods } from '@agentclientprotocol/sdk/unstable'
import { describe, expect, it } from 'vitest'
import { type ScriptStep, says } from '../../agent/scripted-model.suite.ts'
import { acpHomeWorld, askingTool, callsTool, chooses, loaded, wordsIn } from './acp-harness.suite.ts'

const { session } = methods.agent
const think = (text: string): ScriptStep => ({ kind: 'thinking', text })

/** What an editor makes of it: the chunks of a message put together, calls by their id, in the order they began. */
function shown(updates: readonly SessionUpdate[]): readonly string[] {
  const parts = new Map<string, string>()
  for (const update of updates) {
    if (update.sessionUpdate === 'tool_call') parts.set(update.toolCallId, 'call')
    if (update.sessionUpdate === 'tool_call_update') parts.set(update.toolCallId, update.status ?? '')
    const isChunk =
      update.sessionUpdate === 'user_message_chunk' ||
      update.sessionUpdate === 'agent_message_chunk' ||
      update.sessionUpdate === 'agent_thought_chunk'
    if (!isChunk || !update.messageId || update.content.type !== 'text') continue
    const key = `${update.sessionUpdate} ${update.messageId}`
    parts.set(key, (parts.get(key) ?? '') + update.content.text)
  }
  return [...parts].map(([key, text]) => `${key}: ${text}`)
}

describe('what is told while it happens', () => {
  it('is what is replayed, under the same ids: thoughts, words, calls', async () => {
    const editor = await acpHomeWorld().editor({
      answers: [
        [think('Write it '), think('down?'), ...callsTool('write', { path: 'a.md', content: 'a' })],
        [
          think('Some '),
          { kind: 'text', text: 'Then ' },
          think('more'),
          { kind: 'text', text: 'this.' },
          ...callsTool('write', {}),
        ],
        [think('That is all.')],
        says('Yes.'),
      ],
      tools: [askingTool()],
      settings: { mode: 'coder' },
      permission: chooses('allow_always'),
    })
    const id = await editor.begin()
    editor.take()
    await editor.prompt(id, 'Write')
    await editor.prompt(id, 'Sure?')
    const live = shown(editor.take())
    expect(live).toHaveLength(7)
    const replayed = await loaded(editor, id)
    expect(shown(replayed).filter((line) => !line.startsWith('user_message_chunk'))).toEqual(live)
    expect(wordsIn(replayed, 'agent_thought_chunk')).toBe('Write it down?Some moreThat is all.')
  })

  it('is what is replayed, also without a model', async () => {
    const editor = await acpHomeWorld().editor({ answers: null })
    const key = `sk-ant-api03-${'a1B2c3D4e5'.repeat(9)}AA`
    editor.chatcli.sessions.save('tides', [{ role: 'user', content: `High water at the pier: ${key}` }])
    const id = await editor.begin()
    editor.take()
    await editor.prompt(id, 'high water pier')
    const live = shown(editor.take())
    expect(live).toHaveLength(1)
    expect(live[0]).toContain('High water at the pier: [secret: Anthropic key]')
    expect(shown(await loaded(editor, id))).toEqual(expect.arrayContaining([...live]))
  })

  it('calls a call the same, however often the session is resumed', async () => {
    const editor = await acpHomeWorld().editor({
      answers: [callsTool('write', {}), says('One.'), callsTool('write', {}), says('Two.')],
      tools: [askingTool()],
      settings: { mode: 'coder' },
    })
    const id = await editor.begin()
    await editor.prompt(id, 'One')
    for (let i = 0; i < 3; i++) await editor.agent.request(session.resume, { sessionId: id, cwd: '/desk' })
    editor.take()
    await editor.prompt(id, 'Two')
    const live = editor.take().flatMap((update) => ('toolCallId' in update ? [update.toolCallId] : []))
    const replayed = (await loaded(editor, id)).flatMap((update) =>
      'toolCallId' in update ? [update.toolCallId] : [],
    )
    expect([...new Set(live)]).toEqual([[...new Set(replayed)][1]])
  })

  it('has no change of a call that failed, here as there', async () => {
    const editor = await acpHomeWorld().editor({
      answers: [callsTool('write', { path: 'a.md', content: 'a' }), says('No.')],
      tools: [askingTool()],
      settings: { mode: 'coder' },
      permission: chooses('reject_once'),
    })
    const id = await editor.begin()
    await editor.prompt(id, 'Write')
    const last = (updates: readonly SessionUpdate[]): SessionUpdate | undefined =>
      updates.findLast(({ sessionUpdate }) => sessionUpdate === 'tool_call_update')
    const live = last(editor.take())
    expect(live).toMatchObject({ status: 'failed', content: [{ type: 'content' }] })
    expect(last(await loaded(editor, id))).toEqual(live)
  })
})

describe('what others say while an answer comes', () => {
  it('is shown at the next turn at the latest, and nothing of the own turn again', async () => {
    const home = acpHomeWorld()
    const other = await home.editor()
    const there = await other.begin()
    await other.prompt(there, '/session attach harbour')
    await other.prompt(there, 'First')
    const steps: (() => void)[] = []
    const editor = await home.editor({
      answers: [
        says('Here.'),
        [{ kind: 'text', text: 'Slowly' }, () => steps.shift()?.(), ...says('.')],
        says('Again.'),
      ],
    })
    const id = await editor.begin()
    await editor.prompt(id, '/session attach harbour')
    await editor.prompt(id, 'Second')
    editor.take()
    steps.push(
      () => void other.chatcli.sessions.open('harbour').append([{ role: 'user', content: 'Meanwhile' }]),
    )
    await editor.prompt(id, 'Third')
    await editor.prompt(id, 'Fourth')
    const updates = editor.take()
    expect(wordsIn(updates, 'user_message_chunk')).toBe('Meanwhile')
    const ids = updates.flatMap((update) =>
      update.sessionUpdate === 'agent_message_chunk' && update.messageId ? [update.messageId] : [],
    )
    expect(new Set(ids).size).toBe(2)
    expect(wordsIn(updates, 'agent_message_chunk').match(/Slowly/g)).toHaveLength(1)
    expect(wordsIn(await loaded(editor, id), 'user_message_chunk')).toBe('FirstSecondThirdMeanwhileFourth')
  })

  it('is shown also when the session was put down meanwhile, and with a command', async () => {
    const home = acpHomeWorld()
    const editor = await home.editor()
    const id = await editor.begin()
    await editor.prompt(id, '/session attach harbour')
    await editor.prompt(id, 'First')
    const say = (content: string): void => {
      const live = editor.chatcli.sessions.open('harbour')
      live.append([{ role: 'user', content }])
      live.save()
      live.close()
    }
    say('Between')
    // One after the other is put down when there are too many.
    for (let i = 0; i < 66; i++) await editor.prompt(await editor.begin(), 'Hello')
    editor.take()
    await editor.prompt(id, 'Second')
    expect(wordsIn(editor.take(), 'user_message_chunk')).toBe('Between')
    say('And now')
    await editor.prompt(id, 'Third')
    await editor.prompt(id, '/session status')
    expect(wordsIn(editor.take(), 'user_message_chunk')).toBe('And now')
  })
})
