import { describe, expect, it } from 'vitest'
import { says } from '../../agent/scripted-model.suite.ts'
import { readText } from '../../disk/read-text.ts'
import { openChatCli } from '../../open-chatcli.ts'
import { sampleMemory } from '../sample-memory.suite.ts'
import { callsSession, chatHarness } from './chat-harness.suite.ts'
import { exportActive } from './export-active.ts'

describe('/export', () => {
  it('writes the conversation at hand into a new file of the home, in either form', async () => {
    const harness = await chatHarness({ answers: [callsSession('list'), says('two sessions')] })
    const { say, slash, disk, chatcli } = harness
    await say('what is there?')
    const [first, second] = [await slash('/export'), await slash('/export --format sharegpt')]
    expect(first).toMatch(/^Exported 4 entries to \/home\/chatcli\/exports\/trajectory-\d{8}-\d{6}\.jsonl/)
    const files = disk.list('/home/chatcli/exports')
    expect(files).toHaveLength(2)
    expect(second).toContain(files.find((file) => file.endsWith('-2.jsonl')))
    for (const [i, file] of files.sort((a, b) => a.length - b.length).entries()) {
      const path = `/home/chatcli/exports/${file}`
      expect(disk.stat(path)?.mode).toBe(0o600)
      chatcli.sessions.save(`again-${i}`, readText(disk, path))
      expect(chatcli.sessions.load(`again-${i}`).messages.map(({ content }) => content)).toEqual(
        harness.window,
      )
    }
    expect(readText(disk, `/home/chatcli/exports/${files[1]}`)).toContain('"from":"human"')
  })

  it('takes a path, and writes over nothing', async () => {
    const { say, slash, disk } = await chatHarness({ answers: [says('twice a day')] })
    await say('tides?')
    expect(await slash('/export tides.jsonl sharegpt')).toContain('/desk/tides.jsonl')
    const before = readText(disk, '/desk/tides.jsonl')
    await expect(slash('/export tides.jsonl')).rejects.toMatchObject({ code: 'exists' })
    expect(readText(disk, '/desk/tides.jsonl')).toBe(before)
    await expect(slash('/export /desk')).rejects.toMatchObject({ code: 'usage' })
  })

  it('has the session that it is bound to, also what was compacted, as the session export has it', async () => {
    const { say, slash, disk, chatcli } = await chatHarness({ answers: [says('twice a day')] })
    await slash('/session load proj-acme')
    await say('tides?')
    await slash('/export acme.jsonl')
    expect(readText(disk, '/desk/acme.jsonl')).toBe(chatcli.transcripts.export('proj-acme', 'jsonl').text)
  })

  it('calls a file for reading what it is', async () => {
    const { say, slash } = await chatHarness({ answers: [says('twice a day')] })
    await say('tides?')
    expect(await slash('/export md')).toMatch(/\/exports\/trajectory-[\d-]+\.md /)
  })

  it.each([true, false])(
    'has what a full disk refused, behind what it took; transcripts: %s',
    async (transcripts) => {
      const memory = sampleMemory()
      const { disk, now } = memory
      const chatcli = openChatCli({ home: '/home/chatcli', disk, now, transcripts })
      const answers = [says('twice a day'), says('at noon')]
      const { say, slash, chat } = await chatHarness({ answers, memory: { ...memory, chatcli } })
      await slash('/session attach proj-acme')
      await say('tides?')
      disk.failAt(1, 'ENOSPC', { names: ['write'], forever: true })
      await say('high water?')
      const { text, entries } = exportActive(chatcli, chat.conversation, 'sharegpt')
      const said = text
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { readonly value: string }).value)
      expect(said.slice(-4)).toEqual(['tides?', 'twice a day', 'high water?', 'at noon'])
      expect([said.length, entries]).toEqual([8, 8])
    },
  )

  it('has what is in memory only', async () => {
    const memory = sampleMemory()
    const { disk, now } = memory
    const chatcli = openChatCli({ home: '/home/chatcli', disk, now, transcripts: false })
    const { say, slash } = await chatHarness({
      answers: [says('twice a day')],
      memory: { ...memory, chatcli },
    })
    await expect(slash('/export')).rejects.toMatchObject({ code: 'not-found' })
    await say('tides?')
    expect(await slash('/export a.jsonl sharegpt')).toContain('live history')
    expect(
      readText(disk, '/desk/a.jsonl')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([
      { from: 'human', value: 'tides?' },
      { from: 'gpt', value: 'twice a day' },
    ])
  })

  it.each(['--format xml', '--form jsonl', 'a b', 'jsonl md', '--format'])(
    'does not take %s',
    async (words) => {
      const { slash } = await chatHarness({ answers: [] })
      await expect(slash(`/export ${words}`)).rejects.toMatchObject({ code: 'usage' })
    },
  )
})
