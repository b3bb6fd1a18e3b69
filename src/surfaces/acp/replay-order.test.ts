import { describe, expect, it } from 'vitest'
import { says } from '../../agent/scripted-model.suite.ts'
import type { Message } from '../../conversation/message.ts'
import { acpHomeWorld, askingTool, callsTool, chooses, type Editor, loaded } from './acp-harness.suite.ts'
import { methods, type SessionUpdate } from '@agentclientprotocol/sdk/unstable'

/** One line for each update: what it is, and what it says. */
function lines(updates: readonly SessionUpdate[]): readonly string[] {
  return updates.map((update) => {
    switch (update.sessionUpdate) {
      case 'user_message_chunk':
      case 'agent_message_chunk':
      case 'agent_thought_chunk': {
        const { content } = update
        return `${update.sessionUpdate.split('_')[1] === 'thought' ? 'thought' : update.sessionUpdate.split('_')[0]}: ${content.type === 'text' ? content.text : content.type}`
      }
      case 'tool_call':
        return `call ${update.toolCallId}`
      case 'tool_call_update':
        return `result ${update.toolCallId} ${update.status}`
      case 'plan':
        return `plan: ${update.entries.map(({ content }) => content).join()}`
      default:
        return update.sessionUpdate
    }
  })
}

async function rowOf(editor: Editor): Promise<string> {
  const { sessions } = await editor.agent.request(methods.agent.session.list, {})
  return sessions[0]?.sessionId ?? ''
}

const call = (id: string, name = 'Read', args: unknown = { file_path: '/a' }): Message => ({
  role: 'assistant',
  content: '',
  tool_calls: [{ id, name, arguments: args }],
})
const result = (id: string, content = 'ok'): Message => ({ role: 'tool', content, tool_call_id: id })

describe('the order of what is replayed', () => {
  it('is that of an import, also when it goes on in a fork and after a restart', async () => {
    const home = acpHomeWorld()
    const first = await home.editor()
    const todos = [{ content: 'Measure', status: 'pending' }]
    first.chatcli.sessions.save(
      'taken-in',
      [
        { role: 'system', content: 'You are terse.' },
        { role: 'user', content: 'Plan it' },
        { role: 'assistant', content: 'hm', meta: { thinking: true } },
        {
          ...call('a'),
          content: 'I look.',
          tool_calls: [...(call('a').tool_calls ?? []), ...(call('b').tool_calls ?? [])],
        },
        result('b'),
        result('a'),
        call('t', 'TodoWrite', { todos }),
        result('t'),
        call('a'),
        { ...result('a', 'no such file'), is_error: true },
        { role: 'assistant', content: 'so', meta: { thinking: true } },
        { role: 'assistant', content: 'Done.' },
      ],
      { source: { tool: 'claude-code' } },
    )
    const imported = [
      'user: Plan it',
      'thought: hm',
      'agent: I look.',
      'call a',
      'call b',
      'result b completed',
      'result a completed',
      'plan: Measure',
      'call a~2',
      'result a~2 failed',
      'thought: so',
      'agent: Done.',
    ]
    const id = await rowOf(first)
    expect(lines(await loaded(first, id))).toEqual(imported)
    await first.prompt(id, 'And now?')
    const here = await loaded(first, id)
    expect(lines(here)).toEqual([...imported, 'user: And now?', 'agent: answer 0'])
    await first.leave()
    expect(await loaded(await home.editor(), id)).toEqual(here)
  })

  it('is that in which it was said, whatever was compacted, rewound, or taken back since', async () => {
    const home = acpHomeWorld()
    const turns = Array.from({ length: 12 }, (_, i) => [
      [{ kind: 'thinking' as const, text: `t${i}` }, ...callsTool('write', { path: `${i}.md` }, `c${i}`)],
      says(`a${i}`),
    ]).flat()
    const editor = await home.editor({
      answers: [...turns, says('The summary.'), says('last')],
      tools: [askingTool()],
      settings: { mode: 'coder' },
      permission: chooses('allow_always'),
    })
    const id = await editor.begin()
    for (let i = 0; i < 12; i++) await editor.prompt(id, `q${i}`)
    const turn = (i: number): string[] => [
      `user: q${i}`,
      `thought: t${i}`,
      `call c${i}`,
      `result c${i} completed`,
      `agent: a${i}`,
    ]
    const all = Array.from({ length: 12 }, (_, i) => turn(i))
    expect(lines(await loaded(editor, id))).toEqual(all.flat())
    await editor.prompt(id, '/compact')
    expect(lines(await loaded(editor, id))).toEqual(all.flat())
    await editor.prompt(id, '/rewind 1')
    await editor.prompt(id, 'again')
    const here = await loaded(editor, id)
    expect(lines(here).slice(0, 55)).toEqual(all.slice(0, 11).flat())
    expect(lines(here)[55]).toBe('user: again')
    await editor.leave()
    expect(await loaded(await home.editor(), id)).toEqual(here)
  })
})
