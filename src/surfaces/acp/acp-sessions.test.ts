import { methods, type SessionInfo } from '@agentclientprotocol/sdk/unstable'
import { describe, expect, it } from 'vitest'
import { says } from '../../agent/scripted-model.suite.ts'
import {
  acpHomeWorld,
  askingTool,
  callsTool,
  chooses,
  type Editor,
  loaded,
  refusal,
  wordsIn,
} from './acp-harness.suite.ts'

const { session } = methods.agent

async function listed(editor: Editor, cwd?: string): Promise<readonly SessionInfo[]> {
  const { sessions } = await editor.agent.request(session.list, cwd === undefined ? {} : { cwd })
  return sessions
}

describe('what is loaded', () => {
  it('P89: is everything in order, the same to the byte after a restart', async () => {
    const home = acpHomeWorld()
    const first = await home.editor({
      answers: [
        [
          { kind: 'thinking', text: 'Is it written down?' },
          { kind: 'text', text: 'I write it down.' },
          ...callsTool('write', { path: 'notes.md', content: 'tide' }),
        ],
        says('Done.'),
        says('At noon.'),
      ],
      tools: [askingTool()],
      settings: { mode: 'coder' },
      permission: chooses('allow_once'),
    })
    const id = await first.begin()
    await first.prompt(id, 'Write it down')
    await first.prompt(id, 'When is high water?')
    const here = await loaded(first, id)
    await first.leave()

    const later = await home.editor()
    const again = await loaded(later, id)
    expect(JSON.stringify(again)).toBe(JSON.stringify(here))
    expect(again.map(({ sessionUpdate }) => sessionUpdate)).toEqual([
      'user_message_chunk',
      'agent_thought_chunk',
      'agent_message_chunk',
      'tool_call',
      'tool_call_update',
      'agent_message_chunk',
      'user_message_chunk',
      'agent_message_chunk',
    ])
    const ids = again.flatMap((update) => ('messageId' in update ? [update.messageId] : []))
    expect(new Set(ids).size).toBe(ids.length)
    expect(again[4]).toMatchObject({
      status: 'completed',
      content: [{ type: 'diff' }, { type: 'content', content: { text: expect.stringContaining('wrote') } }],
    })
  })

  it('keeps mode, folder and binding over a restart', async () => {
    const home = acpHomeWorld()
    const first = await home.editor()
    const id = await first.begin('/desk')
    await first.agent.request(session.setMode, { sessionId: id, modeId: 'agent' })
    await first.prompt(id, 'Hello')
    await first.prompt(id, '/session save harbour')
    await first.leave()
    const later = await home.editor()
    const resumed = await later.agent.request(session.resume, { sessionId: id, cwd: '/desk' })
    expect(resumed.modes?.currentModeId).toBe('agent')
    expect(later.take()).toEqual([])
    expect(await listed(later)).toMatchObject([
      {
        sessionId: id,
        cwd: '/desk',
        title: 'harbour: Hello',
        _meta: { messageCount: 2, session: 'harbour' },
      },
    ])
    await later.prompt(id, 'Go on')
    await later.agent.request(session.resume, { sessionId: id, cwd: '/desk/boat' })
    expect(await listed(later, '/desk/boat')).toMatchObject([{ sessionId: id, cwd: '/desk/boat' }])
    expect(later.chatcli.sessions.load('harbour').messages.map(({ content }) => content)).toEqual([
      'Hello',
      'answer 0',
      'Go on',
      'answer 0',
    ])
  })

  it('keeps the model that was chosen, and says when it is gone', async () => {
    const home = acpHomeWorld()
    const first = await home.editor()
    const modelOf = async (editor: Editor, sessionId: string): Promise<unknown> => {
      const { configOptions } = await editor.agent.request(session.resume, { sessionId, cwd: '/desk' })
      return configOptions?.find(({ id }) => id === 'model')?.currentValue
    }
    const [a, b] = [await first.begin(), await first.begin()]
    await new Promise(setImmediate)
    const choice = { sessionId: a, configId: 'model', value: 'parrot-2' }
    await first.agent.request(session.setConfigOption, choice)
    await first.prompt(a, 'Hello')
    await first.prompt(b, '/model parrot-2')
    await first.prompt(b, 'Hello')
    await first.leave()
    const later = await home.editor()
    expect([await modelOf(later, a), await modelOf(later, b)]).toEqual(['parrot-2', 'parrot-2'])
    await later.prompt(a, 'Go on')
    const { messages } = later.chatcli.sessions.load(`mcp-${a}`)
    expect(messages.flatMap(({ meta }) => meta?.['model'] ?? [])).toEqual(['parrot-2', 'parrot-2'])
    await later.leave()

    const without = await home.editor({ withoutModels: ['parrot-2'] })
    expect(await modelOf(without, a)).toBe('parrot-1')
    without.take()
    await without.prompt(a, 'And now?')
    expect(without.heard()).toContain('There is no parrot-2')
    await without.leave()
    expect(await modelOf(await home.editor(), a)).toBe('parrot-2')
  })

  it('has what was compacted in full, and not what was rewound', async () => {
    const editor = await acpHomeWorld().editor({
      answers: Array.from({ length: 30 }, (_, i) => says(`a${i}`)),
    })
    const id = await editor.begin()
    for (let i = 0; i < 12; i++) await editor.prompt(id, `question ${i}`)
    await editor.prompt(id, '/compact')
    await editor.prompt(id, '/rewind 1')
    const words = wordsIn(await loaded(editor, id), 'user_message_chunk')
    expect(words).toContain('question 0question 1')
    expect(words).toContain('question 10')
    expect(words).not.toContain('question 11')
  })

  it('P83: masks secrets in results, and leaves the words of the person alone', async () => {
    const secret = `sk-ant-api03-${'a1B2c3D4e5'.repeat(9)}AA`
    const home = acpHomeWorld()
    const editor = await home.editor()
    editor.chatcli.sessions.save('keys', [
      { role: 'user', content: `Use ${secret}` },
      {
        role: 'assistant',
        content: '',
        tool_calls: [{ id: 'c', name: 'run', arguments: { command: `curl -H ${secret}` } }],
      },
      { role: 'tool', content: `key ${secret}`, tool_call_id: 'c' },
    ])
    const [row] = await listed(editor)
    const updates = await loaded(editor, row?.sessionId ?? '')
    expect(wordsIn(updates, 'user_message_chunk')).toContain(secret)
    expect(JSON.stringify(updates.slice(1))).not.toContain(secret)
    expect(updates.length).toBe(3)
    const open = await home.editor({ settings: { maskSecrets: false } })
    expect(JSON.stringify(await loaded(open, row?.sessionId ?? '')).split(secret)).toHaveLength(4)
  })

  it('shows plans and thoughts of the tools it was taken in from, and calls that were cut off', async () => {
    const editor = await acpHomeWorld().editor()
    const todos = [{ content: 'Measure', status: 'in_progress' }]
    editor.chatcli.sessions.save('taken-in', [
      { role: 'system', content: 'You are terse.' },
      { role: 'user', content: 'Plan it' },
      { role: 'assistant', content: 'hm', meta: { thinking: true } },
      { role: 'assistant', content: '', tool_calls: [{ id: 't', name: 'TodoWrite', arguments: { todos } }] },
      { role: 'tool', content: 'ok', tool_call_id: 't' },
      {
        role: 'assistant',
        content: '',
        tool_calls: [{ id: 'r', name: 'Read', arguments: { file_path: '/a' } }],
      },
    ])
    const [row] = await listed(editor)
    expect(await loaded(editor, row?.sessionId ?? '')).toMatchObject([
      { sessionUpdate: 'user_message_chunk' },
      { sessionUpdate: 'agent_thought_chunk', content: { text: 'hm' } },
      { sessionUpdate: 'plan', entries: [{ content: 'Measure', status: 'in_progress' }] },
      { sessionUpdate: 'tool_call', kind: 'read', status: 'failed' },
    ])
  })
})

describe('the list', () => {
  it('has sessions of editors and named ones, newest first, by folder, page by page', async () => {
    const home = acpHomeWorld()
    const editor = await home.editor()
    expect(await listed(editor)).toEqual([])
    for (let i = 0; i < 60; i++)
      editor.chatcli.sessions.save(`tide-${i}`, [{ role: 'user', content: `Tide ${i}` }])
    editor.chatcli.sessions.save('elsewhere', [{ role: 'user', content: 'Far' }], {
      source: { tool: 'codex', cwd: '/far' },
    })
    const id = await editor.begin()
    await editor.prompt(id, 'Now')
    const first = await editor.agent.request(session.list, {})
    expect(first.sessions).toHaveLength(50)
    expect(first.sessions[0]).toMatchObject({ sessionId: id, title: 'Now', cwd: '/desk' })
    const second = await editor.agent.request(session.list, { cursor: first.nextCursor ?? '' })
    expect(second.nextCursor).toBeUndefined()
    const all = [...first.sessions, ...second.sessions]
    expect(new Set(all.map(({ sessionId }) => sessionId)).size).toBe(62)
    expect((await listed(editor, '/far')).filter(({ cwd }) => cwd === '/desk')).toEqual([])
    const near = await editor.agent.request(session.list, { cwd: '/desk/', cursor: first.nextCursor ?? '' })
    expect(near.sessions.map(({ title }) => title)).not.toContain('elsewhere: Far')
  })

  it('lets an editor take up a named session, and go on in it', async () => {
    const editor = await acpHomeWorld().editor()
    editor.chatcli.sessions.save('tides', [
      { role: 'user', content: 'When is high water?' },
      { role: 'assistant', content: 'At noon.' },
    ])
    const [row] = await listed(editor, '/desk')
    const id = row?.sessionId ?? ''
    expect(wordsIn(await loaded(editor, id), 'agent_message_chunk')).toBe('At noon.')
    await editor.prompt(id, 'And low water?')
    expect(editor.chatcli.sessions.load('tides').messages).toHaveLength(4)
    expect((await listed(editor)).map(({ sessionId }) => sessionId)).toEqual([id])
  })
})

describe('an end', () => {
  it('is closed, resumed, and deleted; what is not there is deleted already', async () => {
    const editor = await acpHomeWorld().editor()
    const id = await editor.begin()
    await editor.prompt(id, 'One')
    await editor.agent.request(session.close, { sessionId: id })
    await editor.agent.request(session.resume, { sessionId: id, cwd: '/desk' })
    await editor.prompt(id, 'Two')
    await editor.agent.request(session.delete, { sessionId: id })
    await editor.agent.request(session.delete, { sessionId: id })
    await editor.agent.request(session.delete, { sessionId: 'never' })
    await editor.agent.request(session.close, { sessionId: 'never' })
    expect(await listed(editor)).toEqual([])
    expect((await refusal(editor.prompt(id, 'Three'))).code).toBe(-32002)
    expect(editor.chatcli.sessions.trash().length).toBe(1)
  })

  it('moves a named session that is deleted from the list to the trash', async () => {
    const editor = await acpHomeWorld().editor()
    editor.chatcli.sessions.save('tides', [{ role: 'user', content: 'When?' }])
    const [row] = await listed(editor)
    await loaded(editor, row?.sessionId ?? '')
    await editor.agent.request(session.delete, { sessionId: row?.sessionId ?? '' })
    expect(editor.chatcli.sessions.exists('tides')).toBe(false)
    expect(editor.chatcli.sessions.trash().map(({ name }) => name)).toEqual(['tides'])
  })

  it('leaves the named session alone when its row was detached, or went to another one', async () => {
    const editor = await acpHomeWorld().editor()
    for (const name of ['tides', 'moon'])
      editor.chatcli.sessions.save(name, [
        { role: 'user', content: `About ${name}` },
        { role: 'assistant', content: 'Yes.' },
      ])
    const ids = new Map((await listed(editor)).map(({ sessionId, title }) => [title, sessionId]))
    const [tides = '', moon = ''] = [ids.get('tides: About tides'), ids.get('moon: About moon')]
    await loaded(editor, tides)
    await editor.prompt(tides, '/session detach')
    await loaded(editor, moon)
    await editor.prompt(moon, '/session attach harbour')
    await editor.prompt(moon, 'Elsewhere')
    const rows = (await listed(editor)).map(({ sessionId, _meta }) => [sessionId, _meta?.['session']])
    expect(rows).toEqual(
      expect.arrayContaining([
        ['tides', 'tides'],
        ['moon', 'moon'],
        [moon, 'harbour'],
      ]),
    )
    await editor.agent.request(session.delete, { sessionId: tides })
    await editor.agent.request(session.delete, { sessionId: moon })
    for (const name of ['tides', 'moon', 'harbour']) expect(editor.chatcli.sessions.exists(name)).toBe(true)
    expect(wordsIn(await loaded(editor, 'moon'), 'user_message_chunk')).toBe('About moon')
    await editor.agent.request(session.delete, { sessionId: 'moon' })
    expect(editor.chatcli.sessions.exists('moon')).toBe(false)
  })

  it('keeps what was said by an editor that vanishes in the middle of an answer', async () => {
    const home = acpHomeWorld()
    let began = (): void => undefined
    const answering = new Promise<void>((resolve) => (began = resolve))
    const editor = await home.editor({
      answers: [[{ kind: 'text', text: 'Once' }, () => began(), 'stall']],
    })
    const id = await editor.begin()
    const prompt = editor.prompt(id, 'Tell me').catch(() => 'gone')
    await answering
    await editor.leave()
    expect(await prompt).toBe('gone')
    const words = await loaded(await home.editor(), id)
    expect(wordsIn(words, 'user_message_chunk')).toBe('Tell me')
  })
})

describe('a fork', () => {
  it('goes on by itself, under a name of its own', async () => {
    const editor = await acpHomeWorld().editor()
    const id = await editor.begin()
    await editor.prompt(id, 'The tide')
    const { sessionId: fork } = await editor.agent.request(session.fork, { sessionId: id, cwd: '/desk' })
    await editor.prompt(fork, 'Only here')
    expect(wordsIn(await loaded(editor, id), 'user_message_chunk')).toBe('The tide')
    expect(wordsIn(await loaded(editor, fork), 'user_message_chunk')).toBe('The tideOnly here')
    const { sessionId: other } = await editor.agent.request<{ readonly sessionId: string }>(
      '_chatcli/session/fork',
      { sessionId: fork, cwd: '/desk' },
    )
    expect(wordsIn(await loaded(editor, other), 'user_message_chunk')).toBe('The tideOnly here')
    const empty = await editor.agent.request(session.fork, { sessionId: await editor.begin(), cwd: '/desk' })
    expect(await loaded(editor, empty.sessionId)).toEqual([])
  })
})

describe('two editors', () => {
  it('on one named session see at their next turn what the other one said; nothing is lost', async () => {
    const home = acpHomeWorld()
    const [one, two] = [await home.editor(), await home.editor()]
    const [a, b] = [await one.begin(), await two.begin()]
    await one.prompt(a, '/session attach harbour')
    await one.prompt(a, 'From one')
    await two.prompt(b, '/session attach harbour')
    await two.prompt(b, 'From two')
    one.take()
    await one.prompt(a, 'One again')
    const updates = one.take()
    expect(wordsIn(updates, 'user_message_chunk')).toBe('From two')
    expect(wordsIn(updates, 'agent_message_chunk')).toContain('2 messages came from another surface.')
    await Promise.all([one.prompt(a, 'At once 1'), two.prompt(b, 'At once 2')])
    const words = wordsIn(await loaded(two, b), 'user_message_chunk')
    for (const said of ['From one', 'From two', 'One again', 'At once 1', 'At once 2'])
      expect(words).toContain(said)
    await one.leave()
    await two.leave()
  })

  it('are told what was said meanwhile once, and not again', async () => {
    const home = acpHomeWorld()
    const [one, two] = [await home.editor(), await home.editor()]
    const [a, b] = [await one.begin(), await two.begin()]
    await one.prompt(a, '/session attach pier')
    await one.prompt(a, 'First')
    await two.prompt(b, '/session load pier')
    two.take()
    await two.prompt(b, 'Second')
    expect(wordsIn(two.take(), 'user_message_chunk')).toBe('')
    await one.prompt(a, 'Third')
    await one.prompt(a, 'Fourth')
    expect(wordsIn(one.take(), 'user_message_chunk')).toBe('Second')
  })
})

describe('after a restart', () => {
  it('P91: a session has its id, and is as old as what was said last in it, whoever said it', async () => {
    const home = acpHomeWorld()
    const first = await home.editor()
    const id = await first.begin()
    await first.prompt(id, 'One')
    await first.prompt(id, '/session save harbour')
    const before = await listed(first)
    await first.leave()
    home.clock.time += 86_400_000
    const later = await home.editor()
    await loaded(later, id)
    expect(await listed(later)).toEqual(before)
    const other = await home.editor()
    const elsewhere = await other.begin()
    await other.prompt(elsewhere, '/session attach harbour')
    await other.prompt(elsewhere, 'Two')
    const row = (await listed(later)).find(({ sessionId }) => sessionId === id)
    expect(row?._meta).toEqual({ messageCount: 4, session: 'harbour' })
    expect(Date.parse(row?.updatedAt ?? '')).toBeGreaterThan(
      Date.parse(before[0]?.updatedAt ?? '') + 80_000_000,
    )
  })
})
