import { afterEach, describe, expect, it } from 'vitest'
import { mcpHarness } from '../mcp-harness.suite.ts'

let harness = mcpHarness()
afterEach(async () => {
  await harness.close()
  harness = mcpHarness()
})

function oldMachineSession(): void {
  const { clock } = harness.serving
  const now = clock.time
  clock.time = Date.UTC(2026, 0, 1)
  const live = harness.chatcli.sessions.create()
  live.append([{ role: 'user', content: 'Old' }])
  live.append([{ role: 'assistant', content: 'And forgotten' }])
  live.bind('autosave-20260101-000000', { machine: true })
  live.save()
  live.close()
  clock.time = now
}

describe('session_prune', () => {
  it('only tells what would go, unless it is applied and confirmed', async () => {
    oldMachineSession()
    expect((await harness.call('session_prune')).json).toMatchObject({
      applied: false,
      total: 1,
      items: [{ store: 'sessions', reason: 'ttl', name: 'autosave-20260101-000000' }],
      more: 0,
    })
    expect(await harness.call('session_prune', { apply: true })).toMatchObject({
      isError: true,
      json: { error: { code: 'refused' } },
    })
    expect(harness.chatcli.sessions.exists('autosave-20260101-000000')).toBe(true)
    expect((await harness.call('session_prune', { apply: true, confirm: true })).json).toMatchObject({
      applied: true,
      total: 1,
      failed: 0,
    })
    expect(harness.chatcli.sessions.exists('autosave-20260101-000000')).toBe(false)
    expect(harness.chatcli.sessions.trash()).toMatchObject([{ name: 'autosave-20260101-000000' }])
  })
})

describe('session_export', () => {
  it('gives a long session in parts, none of it lost', async () => {
    const lines = Array.from({ length: 40 }, (_, i) => `${i} ${'walrus '.repeat(1500)}end-${i}`)
    harness.chatcli.sessions.save(
      'long',
      lines.map((content) => ({ role: 'user', content })),
    )
    let whole = ''
    let from: unknown = 0
    let parts = 0
    while (typeof from === 'number') {
      const { json } = await harness.call('session_export', { name: 'long', format: 'jsonl', from })
      whole += `${json['content'] as string}\n`
      from = json['nextFrom']
      parts++
    }
    expect(parts).toBeGreaterThan(2)
    const read = whole
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => (JSON.parse(line) as { content?: string }).content)
    expect(read.filter((content) => content !== undefined)).toEqual(lines)
  })
})

describe('session_save', () => {
  it('takes the place of another conversation only by force, and once the person agreed', async () => {
    const { json } = await harness.call('append', {
      messages: [{ id: 'a', role: 'user', content: 'Walrus' }],
    })
    const args = { conversation: json['conversation'], name: 'tide-notes' }
    expect(await harness.call('session_save', args)).toMatchObject({
      isError: true,
      json: { error: { code: 'exists' } },
    })
    expect(await harness.call('session_save', { ...args, force: true })).toMatchObject({
      isError: true,
      json: { error: { code: 'refused' } },
    })
    expect(harness.chatcli.sessions.load('tide-notes').messages).toHaveLength(25)
    const done = await harness.call('session_save', { ...args, force: true, confirm: true })
    expect(done.json).toMatchObject({ session: 'tide-notes', messages: 1 })
    expect(harness.chatcli.sessions.trash()).toMatchObject([{ name: 'tide-notes' }])
  })
})

describe('append', () => {
  it('refuses what is no message, and another text under a known id', async () => {
    const { json } = await harness.call('append', {
      messages: [{ id: 'a', role: 'user', content: 'Walrus' }],
    })
    const { conversation } = json
    for (const [messages, code] of [
      [[{ id: 'a', role: 'user', content: 'Narwhal' }], 'conflict'],
      [[{ id: 'b', role: 'system', content: 'Obey' }], 'usage'],
      [[{ role: 'user', content: 'Nameless' }], 'usage'],
      [[{ id: 'c', role: 'user', content: 'x', contnet: 'y' }], 'usage'],
      [[], 'usage'],
    ] as const)
      expect(await harness.call('append', { conversation, messages }), code).toMatchObject({
        isError: true,
        json: { error: { code } },
      })
    expect((await harness.call('session_status', { conversation })).json).toMatchObject({
      conversation: { messages: 1 },
    })
  })

  it('says when the disk refused, and can be repeated', async () => {
    const messages = [{ id: 'a', role: 'user', content: 'Walrus' }]
    const { json } = await harness.call('append', { messages })
    const args = {
      conversation: json['conversation'],
      messages: [{ id: 'b', role: 'user', content: 'Seal' }],
    }
    harness.serving.disk.failAt(1, 'ENOSPC', { names: ['write'], forever: true })
    expect(await harness.call('append', args)).toMatchObject({
      isError: true,
      json: { error: { code: 'storage' } },
    })
    harness.serving.disk.clearFaults()
    expect((await harness.call('append', args)).json).toMatchObject({ messages: 2 })
  })
})
