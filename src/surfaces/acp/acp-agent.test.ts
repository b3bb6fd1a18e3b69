import { methods } from '@agentclientprotocol/sdk/unstable'
import { describe, expect, it } from 'vitest'
import { says } from '../../agent/scripted-model.suite.ts'
import { ChatCliError } from '../../errors.ts'
import {
  acpHomeWorld,
  askingTool,
  callsTool,
  chooses,
  loaded,
  refusal,
  wordsIn,
} from './acp-harness.suite.ts'

const { session } = methods.agent

describe('a session', () => {
  it('begins with modes, models and what can be typed', async () => {
    const editor = await acpHomeWorld().editor()
    const begun = await editor.agent.request(session.new, { cwd: '/desk', mcpServers: [] })
    expect(begun.modes?.availableModes.map(({ id }) => id)).toEqual(['chat', 'agent', 'coder'])
    expect(begun.configOptions?.map(({ id, currentValue }) => [id, currentValue])).toEqual([
      ['mode', 'chat'],
      ['model', 'parrot-1'],
    ])
    // It comes behind the answer that names the session.
    await new Promise(setImmediate)
    const commands = editor.take().find(({ sessionUpdate }) => sessionUpdate === 'available_commands_update')
    const names =
      commands?.sessionUpdate === 'available_commands_update'
        ? commands.availableCommands.map(({ name }) => name)
        : []
    expect(names).toEqual(
      expect.arrayContaining(['session', 'compact', 'rewind', 'context', 'export', 'search']),
    )
    expect(names).not.toContain('exit')
  })

  it('answers, and says how the turn ended and how full the window is', async () => {
    const editor = await acpHomeWorld().editor({
      answers: [
        [
          { kind: 'thinking', text: 'the moon' },
          { kind: 'text', text: 'High ' },
          { kind: 'text', text: 'water' },
          { kind: 'end', reason: 'stop', usage: { inputTokens: 90, outputTokens: 10 } },
        ],
        [
          { kind: 'text', text: 'cut' },
          { kind: 'end', reason: 'length', usage: undefined },
        ],
        [new ChatCliError('provider', 'The key is not accepted', { hint: 'Check it.' })],
      ],
    })
    const id = await editor.begin()
    expect(await editor.prompt(id, 'When?')).toEqual({ stopReason: 'end_turn' })
    const updates = editor.take()
    expect(wordsIn(updates, 'agent_message_chunk')).toBe('High water')
    expect(wordsIn(updates, 'agent_thought_chunk')).toBe('the moon')
    expect(updates).toContainEqual(
      expect.objectContaining({ sessionUpdate: 'session_info_update', title: 'When?' }),
    )
    expect((await editor.prompt(id, 'And then?')).stopReason).toBe('max_tokens')
    expect((await editor.prompt(id, 'Why?')).stopReason).toBe('refusal')
    expect(editor.heard()).toContain('The key is not accepted')
  })

  it('answers from memory when no model is set up', async () => {
    const home = acpHomeWorld()
    const editor = await home.editor({ answers: null })
    editor.chatcli.sessions.save('tides', [{ role: 'user', content: 'High water at the pier is at noon' }])
    const id = await editor.begin()
    expect(await editor.prompt(id, 'high water pier')).toEqual({ stopReason: 'end_turn' })
    const answer = editor.heard()
    expect(answer).toContain('From past conversations')
    expect(answer).toContain('at noon')
    expect(wordsIn(await loaded(editor, id), 'agent_message_chunk')).toBe(answer)
  })

  it('refuses a second prompt while it answers, and stops when it is told to', async () => {
    const editor = await acpHomeWorld().editor({ answers: [[{ kind: 'text', text: 'Well' }, 'stall']] })
    const id = await editor.begin()
    const first = editor.prompt(id, 'Tell me a long story')
    expect((await refusal(editor.prompt(id, 'And another'))).code).toBe(-32600)
    await editor.agent.notify(session.cancel, { sessionId: id })
    expect(await first).toEqual({ stopReason: 'cancelled' })
    const record = await loaded(editor, id)
    expect(wordsIn(record, 'user_message_chunk')).toBe('Tell me a long story')
  })

  it('is stopped by a cancellation that comes right behind the prompt', async () => {
    const editor = await acpHomeWorld().editor({ answers: [['stall']] })
    const id = await editor.begin()
    const prompt = editor.prompt(id, 'Never mind')
    void editor.agent.notify(session.cancel, { sessionId: id })
    expect(await prompt).toEqual({ stopReason: 'cancelled' })
  })

  it('refuses what says nothing, and what there is not', async () => {
    const editor = await acpHomeWorld().editor()
    const id = await editor.begin()
    const { agent } = editor
    expect((await refusal(editor.prompt(id, ' '))).code).toBe(-32602)
    expect((await refusal(editor.prompt('nowhere', 'hello'))).code).toBe(-32002)
    expect((await refusal(agent.request(session.new, { cwd: 'desk', mcpServers: [] }))).code).toBe(-32602)
    expect((await refusal(agent.request(session.list, { cursor: 'xyz' }))).code).toBe(-32602)
    expect((await refusal(agent.request(session.setMode, { sessionId: id, modeId: 'poet' }))).code).toBe(
      -32602,
    )
    const option = { sessionId: id, configId: 'model', value: 'cat-1' }
    expect((await refusal(agent.request(session.setConfigOption, option))).message).toContain('cat-1')
  })
})

describe('tools', () => {
  const write = { path: 'notes.md', content: 'tide' }

  it('shows a call with its place and its change, asks, and tells the result', async () => {
    const editor = await acpHomeWorld().editor({
      answers: [callsTool('write', write), says('Done.')],
      tools: [askingTool()],
      settings: { mode: 'coder' },
      permission: chooses('allow_once'),
    })
    const id = await editor.begin()
    await editor.prompt(id, 'Write it down')
    const calls = editor.take().filter(({ sessionUpdate }) => sessionUpdate.startsWith('tool_call'))
    expect(calls).toMatchObject([
      {
        sessionUpdate: 'tool_call',
        toolCallId: 'call-1',
        kind: 'edit',
        status: 'pending',
        locations: [{ path: '/desk/notes.md' }],
        content: [{ type: 'diff', path: '/desk/notes.md', newText: 'tide' }],
      },
      { toolCallId: 'call-1', status: 'in_progress' },
      { toolCallId: 'call-1', status: 'completed' },
    ])
    expect(editor.questions).toMatchObject([
      { toolCall: { toolCallId: 'call-1' }, options: [{}, {}, {}, { optionId: 'reject_always' }] },
    ])
  })

  it.each([
    ['allow_always', true, 1],
    ['reject_once', false, 2],
    ['reject_always', false, 1],
    ['something else', false, 2],
  ])('does as the person says: %s', async (optionId, isAllowed, asked) => {
    const editor = await acpHomeWorld().editor({
      answers: [callsTool('write', write), says('One.'), callsTool('write', write), says('Two.')],
      tools: [askingTool()],
      settings: { mode: 'agent' },
      permission: chooses(optionId),
    })
    const id = await editor.begin()
    await editor.prompt(id, 'First')
    const [result] = editor
      .take()
      .filter(
        (update) => 'status' in update && update.status !== 'pending' && update.status !== 'in_progress',
      )
    expect(result).toMatchObject({ status: isAllowed ? 'completed' : 'failed' })
    await editor.prompt(id, 'Second')
    expect(editor.questions.length).toBe(asked)
  })

  it('stop when the prompt is cancelled while the person is asked', async () => {
    let asked = (): void => undefined
    const asking = new Promise<void>((resolve) => (asked = resolve))
    const editor = await acpHomeWorld().editor({
      answers: [callsTool('write', write), says('never')],
      tools: [askingTool()],
      settings: { mode: 'agent' },
      permission: () => {
        asked()
        return new Promise(() => undefined)
      },
    })
    const id = await editor.begin()
    const prompt = editor.prompt(id, 'Write it down')
    await asking
    await editor.agent.notify(session.cancel, { sessionId: id })
    expect(await prompt).toEqual({ stopReason: 'cancelled' })
    expect(editor.heard()).toBe('')
  })

  it('gives calls of later turns ids of their own, whatever the model calls them', async () => {
    const editor = await acpHomeWorld().editor({
      answers: [callsTool('write', write), says('One.'), callsTool('write', write), says('Two.')],
      tools: [askingTool()],
      settings: { mode: 'agent' },
      permission: chooses('allow_always'),
    })
    const id = await editor.begin()
    await editor.prompt(id, 'First')
    await editor.prompt(id, 'Second')
    const begun = editor
      .take()
      .flatMap((update) => (update.sessionUpdate === 'tool_call' ? [update.toolCallId] : []))
    expect(begun).toEqual(['call-1', 'call-1~2'])
  })
})

describe('commands', () => {
  it('run on the session they are typed in, and on no other', async () => {
    const editor = await acpHomeWorld().editor()
    const [one, two] = [await editor.begin(), await editor.begin()]
    await editor.prompt(one, 'The first')
    await editor.prompt(two, 'The second')
    editor.take()
    await editor.prompt(one, '/session save harbour')
    expect(editor.heard()).toContain('harbour')
    await editor.prompt(two, '/session status')
    expect(editor.heard()).toContain('Not bound')
    await editor.prompt(one, '/rewind 1')
    editor.take()
    expect(wordsIn(await loaded(editor, one), 'user_message_chunk')).toBe('')
    expect(wordsIn(await loaded(editor, two), 'user_message_chunk')).toBe('The second')
  })

  it('tell a mode, a name and a mistake', async () => {
    const editor = await acpHomeWorld().editor()
    const id = await editor.begin()
    await editor.prompt(id, '/mode coder')
    expect(editor.take()).toContainEqual({ sessionUpdate: 'current_mode_update', currentModeId: 'coder' })
    await editor.prompt(id, '/chat what now?')
    const updates = editor.take()
    expect(updates).toContainEqual({ sessionUpdate: 'current_mode_update', currentModeId: 'chat' })
    expect(wordsIn(updates, 'agent_message_chunk')).toBe('answer 0')
    await editor.prompt(id, '/session save pier')
    await editor.prompt(id, '/session rename quay')
    expect(editor.take()).toContainEqual(
      expect.objectContaining({ sessionUpdate: 'session_info_update', title: 'quay: what now?' }),
    )
    expect(await editor.prompt(id, '/session lod quay')).toEqual({ stopReason: 'end_turn' })
    expect(editor.heard()).toContain('/session load')
    await editor.prompt(id, '/exit')
    expect(editor.heard()).toContain('The editor ends the session')
  })

  it('are what the chat knows: a path is something that is said', async () => {
    const editor = await acpHomeWorld().editor()
    const id = await editor.begin()
    await editor.prompt(id, '/usr/bin/tide fails')
    expect(editor.heard()).toBe('answer 0')
  })

  it('ask before they delete', async () => {
    const home = acpHomeWorld()
    const no = await home.editor({ permission: chooses('reject_once') })
    const id = await no.begin()
    await no.prompt(id, 'Keep me')
    await no.prompt(id, '/session save kept')
    await no.prompt(id, '/session delete kept')
    expect(no.questions.map(({ options }) => options.length)).toEqual([2])
    expect(no.chatcli.sessions.exists('kept')).toBe(true)
    const yes = await home.editor({ permission: chooses('allow_once'), language: 'pt-BR' })
    await yes.prompt(await yes.begin(), '/session delete kept')
    expect(yes.chatcli.sessions.exists('kept')).toBe(false)
  })
})

describe('a memory that cannot be opened', () => {
  it('is told to whoever asks for a session, and writes nothing', async () => {
    const home = acpHomeWorld()
    const trouble = new ChatCliError('key', 'This home is sealed', { hint: 'Set CHATCLI_ENCRYPTION_KEY.' })
    let isBroken = true
    const editor = await home.editor({ trouble: () => (isBroken ? trouble : undefined) })
    const error = await refusal(editor.agent.request(session.new, { cwd: '/desk', mcpServers: [] }))
    expect(error).toMatchObject({
      code: -32603,
      message: 'This home is sealed',
      data: { code: 'key', hint: 'Set CHATCLI_ENCRYPTION_KEY.' },
    })
    expect(home.disk.stat('/home/ada/.chatcli')).toBeUndefined()
    isBroken = false
    expect(await editor.begin()).toBeTruthy()
  })
})
