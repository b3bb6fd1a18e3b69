import { describe, expect, it } from 'vitest'
import { assistant, found, HOME, said, testHome, turns, user } from './test-home.suite.ts'

describe('the session file', () => {
  it('has its keys in the published order, so that its first 4 KB tell what a list needs', () => {
    const home = testHome()
    const long = turns(300, 'a long story about the tide and the harbour')
    home.chatcli.sessions.save('tide-notes', long, {
      title: 'Tides and harbours',
      source: { tool: 'codex', id: 'x1', cwd: '/home/ada/boats' },
    })
    const live = home.chatcli.sessions.open('tide-notes')
    live.set({ private: true, attachments: [{ context: 'map' }], archive_keys: ['k1'], cost: { total: 2 } })
    live.save()
    live.close()
    const keys = Object.keys(home.json(home.session('tide-notes')))
    const order =
      'version id name title created_at updated_at messages machine private source transcript_id fold snapshot_hash ' +
      'checkpoints attachments archive_keys cost chat_history agent_history coder_history shared_memory'
    expect(keys).toEqual(order.split(' ').filter((key) => key !== 'checkpoints'))

    expect(home.has(`${HOME}/state/catalogue.json`)).toBe(false)
    const disk = home.disk.anotherProcess()
    const list = home.surface({ disk }).sessions.list()
    expect(list.sessions[0]).toMatchObject({
      title: 'Tides and harbours',
      messages: 600,
      private: true,
      machine: false,
      source: { tool: 'codex' },
    })
    const read = disk.log.filter(({ name, path }) => name === 'read' && path.endsWith('tide-notes.json'))
    expect(read.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(4096)
  })

  it('is readable as published: version, roles, texts, meta and tool calls where they were', () => {
    const home = testHome()
    const call = { id: 'c1', type: 'function', name: 'read_file', arguments: { path: 'a.txt' } }
    const messages = [
      { role: 'system', content: 'Be kind.' },
      { role: 'user', content: 'read it', meta: { mode: 'coder' } },
      { role: 'assistant', content: '', tool_calls: [call] },
      { role: 'tool', content: 'text of a', tool_call_id: 'c1' },
    ]
    home.chatcli.sessions.save('tide-notes', messages)
    const file = home.json(home.session('tide-notes'))
    expect(file).toMatchObject({
      version: 2,
      chat_history: messages,
      agent_history: [],
      coder_history: [],
      shared_memory: [],
    })
  })

  it('is 0600 in folders of 0700, and no temp file is left', () => {
    const home = testHome()
    home.chatcli.sessions.save('tide-notes', turns(1))
    home.chatcli.sessions.rename('tide-notes', 'sea-notes')
    home.chatcli.sessions.delete('sea-notes')
    for (const path of home.files()) {
      expect(home.disk.stat(path)?.mode, path).toBe(0o600)
      expect(path).not.toMatch(/tmp/)
    }
  })
})

describe('the title', () => {
  it('is the first words of a person: not a prompt, a summary, tool feedback or a skill', () => {
    const home = testHome()
    home.chatcli.sessions.save('tide-notes', [
      { role: 'system', content: 'You are terse.' },
      { role: 'user', content: '[summary of 12 messages]', meta: { is_summary: true, summary_of: 12 } },
      { role: 'user', content: 'tool feedback', meta: { agent_feedback: true } },
      { role: 'user', content: 'skill text', meta: { skill_names: 'sailing' } },
      user('  When does\n the tide   turn? '),
      user('and tomorrow?'),
    ])
    expect(home.chatcli.sessions.list().sessions[0]?.title).toBe('When does the tide turn?')
  })

  it('stays the first words after these were compacted away', () => {
    const home = testHome()
    home.chatcli.sessions.save('tide-notes', turns(3))
    const live = home.chatcli.sessions.open('tide-notes')
    const window = live.state().window
    live.record({
      kind: 'rewrite',
      reason: 'compact',
      removes: window.slice(0, 4).map(({ ref }) => [ref[0], ref[1], ref[1]] as const),
      puts: [
        {
          of: window.slice(0, 4).map(({ ref }) => [ref[0], ref[1], ref[1]] as const),
          message: { role: 'user', content: 'A summary', meta: { is_summary: true, summary_of: 4 } },
        },
      ],
      before: 6,
      after: 3,
      digest: '',
    })
    live.append([user('next')])
    live.save()
    live.close()
    const chatcli = home.surface()
    expect(said(chatcli, 'tide-notes')).toEqual(['A summary', 'tide question 2', 'tide answer 2', 'next'])
    expect(chatcli.sessions.list().sessions[0]?.title).toBe('tide question 0')
    const states = chatcli.sessions.record('tide-notes').messages.map(({ state }) => state)
    expect(states.filter((state) => state === 'compacted')).toHaveLength(4)
    expect(found(chatcli, '"answer 0"')).toEqual(['tide-notes'])
  })

  it('that was set wins, is cut nowhere, and goes back to the first words when it is taken back', () => {
    const home = testHome()
    const live = home.chatcli.sessions.create({ name: 'tide-notes' })
    live.append([user('When does the tide turn?'), assistant('At noon.')])
    live.save()
    const title = 'T'.repeat(100)
    live.set({ title })
    live.save()
    expect(home.chatcli.sessions.list().sessions[0]?.title).toBe(title)
    live.set({ title: null })
    live.save()
    expect(home.chatcli.sessions.list().sessions[0]?.title).toBe('When does the tide turn?')
  })

  it('is cut at 60 code points, never inside one', () => {
    const home = testHome()
    home.chatcli.sessions.save('tide-notes', [user('🌊'.repeat(80))])
    expect(home.chatcli.sessions.list().sessions[0]?.title).toBe(`${'🌊'.repeat(60)}…`)
  })
})

describe('times of messages that have none', () => {
  const week = Date.UTC(2026, 4, 27, 12)

  it('come from the date in an autosave name, then updated_at, then the time of the file, and are marked', () => {
    const home = testHome()
    const chat_history = [user('undated words')]
    home.put(home.session('autosave-20260527-120000'), chat_history)
    home.put(home.session('updated'), { version: 2, updated_at: '2026-05-27T12:00:00Z', chat_history })
    home.put(home.session('by-file'), { version: 2, chat_history })
    home.disk.touch(home.session('by-file'), week)
    for (const name of ['autosave-20260527-120000', 'updated', 'by-file']) {
      const [message] = home.chatcli.sessions.record(name).messages
      expect(message?.approximate, name).toBe(true)
      // The name of an autosave is in the time of the machine.
      const expected = name.startsWith('autosave') ? new Date(2026, 4, 27, 12).getTime() : week
      expect(message?.at, name).toBe(expected)
    }
  })

  it('answer a question about last week, and stay marked when the session gets a transcript', () => {
    const home = testHome()
    home.put(home.session('by-file'), { version: 2, chat_history: [user('the sluice was painted')] })
    home.disk.touch(home.session('by-file'), week)
    home.put(home.session('other'), { version: 2, chat_history: [user('the sluice was painted again')] })
    home.disk.touch(home.session('other'), Date.UTC(2025, 4, 27))
    const ask = () => home.surface().search('sluice last week')
    expect(ask().times).toMatchObject([{ phrase: 'last week' }])
    expect(ask().sessions[0]?.name).toBe('by-file')
    const live = home.chatcli.sessions.open('by-file')
    live.append([user('something new today')])
    live.save()
    live.close()
    expect(ask().sessions[0]?.name).toBe('by-file')
    const record = home.surface().sessions.record('by-file')
    expect(record.messages.map(({ approximate }) => approximate)).toEqual([true, false])
    expect(record.messages[0]?.at).toBe(week)
  })

  it('do not replace the time a message has', () => {
    const home = testHome()
    const created_at = '2024-02-29T08:00:00.000Z'
    home.put(home.session('autosave-20260527-120000'), [{ ...user('dated'), created_at }])
    const [message] = home.chatcli.sessions.record('autosave-20260527-120000').messages
    expect(message).toMatchObject({ at: Date.parse(created_at), approximate: false })
  })
})
