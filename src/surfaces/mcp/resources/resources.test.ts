import { afterEach, describe, expect, it } from 'vitest'
import { eras, mcpHarness } from '../mcp-harness.suite.ts'

let harness = mcpHarness()
afterEach(async () => {
  await harness.close()
  harness = mcpHarness()
})

const textOf = ({ contents }: { contents: readonly object[] }): string =>
  (contents[0] as { text: string }).text

function privateDiary(): void {
  const live = harness.chatcli.sessions.create({ name: 'diary' })
  live.append([{ role: 'user', content: 'Dear diary' }])
  live.set({ private: true })
  live.save()
  live.close()
}

describe.each(Object.entries(eras))('resources over %s', (_, options) => {
  it('are the open sessions, page by page, with what a client may know of them', async () => {
    for (let i = 0; i < 104; i++)
      harness.chatcli.sessions.save(`note-${i}`, [{ role: 'user', content: `Note ${i}` }])
    privateDiary()
    const client = await harness.connect(options)
    const first = await client.listResources()
    const second = await client.listResources({ cursor: first.nextCursor })
    const uris = [...first.resources, ...second.resources].map(({ uri }) => uri)
    expect(second.nextCursor).toBeUndefined()
    expect(new Set(uris).size).toBe(107)
    expect(uris[0]).toBe('store://stats')
    expect(uris).toContain('session://proj-acme')
    expect(uris).not.toContain('session://diary')
    expect(second.resources.find(({ name }) => name === 'proj-acme')).toMatchObject({
      title: 'Gateway of ACME',
      annotations: { lastModified: '2026-03-14T12:00:00.000Z', priority: 0.7 },
    })
  })

  it('are read fenced, without system prompts, from both ends', async () => {
    const client = await harness.connect(options)
    const session = textOf(await client.readResource({ uri: 'session://proj-acme' }))
    expect(session).toMatch(
      /^Recalled from past conversations: data[^]*recalled-\d+ begin\n[^]*token bucket[^]*end$/,
    )
    expect(session).not.toContain('terse')
    const some = textOf(await client.readResource({ uri: 'session://tide-notes/messages/3-5' }))
    expect(some).toContain('[3] assistant: High water at pier 3')
    expect(some).not.toContain('pier 6')
    expect(some).toContain('19 messages more: session://tide-notes/messages/6-24')
    const live = harness.chatcli.sessions.create({ name: 'spoken' })
    live.append([{ role: 'user', content: 'Said aloud' }])
    live.save()
    const uri = `transcript://${live.transcriptId}`
    live.close()
    expect(textOf(await client.readResource({ uri }))).toContain('[0] user: Said aloud')
    expect(JSON.parse(textOf(await client.readResource({ uri: 'store://stats' })))).toMatchObject({
      sessions: 3,
    })
  })

  it('that are none, or private, are not found', async () => {
    privateDiary()
    const client = await harness.connect(options)
    for (const uri of [
      'session://diary',
      'session://nobody',
      'session://tide-notes/messages/90-95',
      'file:///etc/passwd',
      'session://../x',
    ])
      await expect(client.readResource({ uri }), uri).rejects.toMatchObject({ code: -32602 })
  })

  it('complete names and ids', async () => {
    const client = await harness.connect(options)
    const ref = { type: 'ref/resource', uri: 'session://{name}' } as const
    const { completion } = await client.complete({ ref, argument: { name: 'name', value: 'ti' } })
    expect(completion).toMatchObject({ values: ['tide-notes'], total: 1, hasMore: false })
    const prompt = { type: 'ref/prompt', name: 'continue-session' } as const
    const names = await client.complete({ ref: prompt, argument: { name: 'name', value: '' } })
    expect(names.completion.values).toContain('proj-acme')
  })

  it('refuse a wrong cursor, and take an empty one', async () => {
    const client = await harness.connect(options)
    await expect(client.listResources({ cursor: 'nonsense' })).rejects.toMatchObject({ code: -32602 })
    expect((await client.listResources({ cursor: '' })).resources).toHaveLength(3)
  })
})

describe('changes', () => {
  it('by another surface are told to whoever subscribed, before 2026-07-28', async () => {
    const client = await harness.connect({ versionNegotiation: { mode: 'legacy' } })
    const told: string[] = []
    client.setNotificationHandler(
      'notifications/resources/updated',
      ({ params }) => void told.push(params.uri),
    )
    client.setNotificationHandler('notifications/resources/list_changed', () => void told.push('list'))
    await client.subscribeResource({ uri: 'session://tide-notes' })
    await harness.look()
    const live = harness.chatcli.sessions.open('tide-notes')
    live.append([{ role: 'user', content: 'Low water' }])
    live.save()
    live.close()
    harness.chatcli.sessions.save('fresh', [{ role: 'user', content: 'New' }])
    await harness.look()
    await client.ping()
    expect(told).toEqual(['list', 'session://tide-notes'])
    await client.unsubscribeResource({ uri: 'session://tide-notes' })
    harness.chatcli.sessions.delete('tide-notes')
    await harness.look()
    await client.ping()
    expect(told).toEqual(['list', 'session://tide-notes', 'list'])
  })

  it.each(['legacy', 'auto'] as const)('of a page of messages are told too, %s', async (mode) => {
    const uri = 'session://tide-notes/messages/0-3'
    const client = await harness.connect({ versionNegotiation: { mode } })
    const told: string[] = []
    client.setNotificationHandler(
      'notifications/resources/updated',
      ({ params }) => void told.push(params.uri),
    )
    if (mode === 'legacy') await client.subscribeResource({ uri })
    else await client.listen({ resourceSubscriptions: [uri] })
    await harness.look()
    const live = harness.chatcli.sessions.open('tide-notes')
    live.append([{ role: 'user', content: 'Low water' }])
    live.save()
    live.close()
    harness.chatcli.sessions.rename('proj-acme', 'acme')
    await harness.look()
    await client.listTools()
    expect(told).toEqual([uri])
  })

  it('are told to whoever listens, from 2026-07-28 on', async () => {
    const client = await harness.connect({ versionNegotiation: { mode: 'auto' } })
    const told: string[] = []
    client.setNotificationHandler(
      'notifications/resources/updated',
      ({ params }) => void told.push(params.uri),
    )
    client.setNotificationHandler('notifications/resources/list_changed', () => void told.push('list'))
    const listening = await client.listen({
      resourceSubscriptions: ['session://proj-acme'],
      resourcesListChanged: true,
    })
    await harness.look()
    harness.chatcli.sessions.rename('tide-notes', 'tides')
    const live = harness.chatcli.sessions.open('proj-acme')
    live.append([{ role: 'user', content: 'Again' }])
    live.save()
    live.close()
    await harness.look()
    await client.listTools()
    expect(told).toEqual(['list', 'session://proj-acme'])
    await listening.close()
  })
})
