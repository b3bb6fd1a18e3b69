import * as fs from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readText } from '../disk/read-text.ts'
import { openChatCli } from '../open-chatcli.ts'
import { growSample } from './grown-sample.suite.ts'
import { home, MAIN, nowMs, openHome, useImportHome } from './import-home.suite.ts'
import type { ImportResult } from './imports-api.ts'

const sample = useImportHome()
const { run, names, nameOf } = sample
const sums = ({ tools }: ImportResult) =>
  tools.map(({ tool, units, imported, unchanged, skipped, newMessages }) => {
    expect(imported + unchanged + skipped).toBe(units)
    return [tool, units, imported, unchanged, skipped, newMessages]
  })

describe('an import', () => {
  it('makes a session of each conversation, and sums up', async () => {
    const result = await run()
    expect(sums(result)).toEqual([
      ['claude-code', 4, 3, 0, 1, 27],
      ['codex', 9, 9, 0, 0, 32],
    ])
    expect(names()).toHaveLength(12)
    expect(names().every((name) => /^(claude-code|codex)\.[a-z0-9-]+-[0-9a-f]{8}$/.test(name))).toBe(true)
    expect(result.skips.map(({ tool, reason }) => `${tool} ${reason}`).toSorted()).toEqual([
      'claude-code damaged',
      'claude-code probe',
      'claude-code unknown',
      'codex damaged',
      'codex unknown',
    ])
    const summary = sample.chatcli.sessions.summary(nameOf(MAIN))
    expect(summary).toMatchObject({
      title: 'Regenmesser 雨',
      machine: false,
      createdAt: Date.UTC(2026, 3, 2, 7, 0, 4),
    })
    expect(summary.source).toEqual({
      tool: 'claude-code',
      native_id: '5e550001-0000-4000-8000-000000000001',
      title: 'Regenmesser 雨',
      path: sample.machine.path(
        '.claude/projects/-home-ada-weather/5e550001-0000-4000-8000-000000000001.jsonl',
      ),
      cwd: '/home/ada/weather',
      branch: 'main',
      model: 'claude-demo-5',
    })
    const record = sample.chatcli.sessions.record(nameOf(MAIN))
    expect(record.messages.map(({ message }) => message.content)).toContain('Debounced.')
    expect(record.messages.find(({ message }) => message.content === 'Debounced.')?.state).toBe('rewound')
    const window = sample.chatcli.sessions.load(nameOf(MAIN)).messages
    expect(window.map(({ content }) => content)).not.toContain('Debounced.')
    const child = sample.chatcli.sessions.summary(nameOf('claude-code.calibration-'))
    expect(child.source).toMatchObject({ kind: 'sub-agent', parent: '5e550001-0000-4000-8000-000000000001' })
  })

  it('P76, P77: is found by a search, a shared message once', async () => {
    await run()
    const hits = sample.chatcli.search('Regenmesser doppelt').sessions
    expect(hits.map(({ name }) => name)).toEqual([nameOf(MAIN)])
  })

  it('adds nothing the second time, and reads nothing either', async () => {
    await run()
    const before = names().map((name) => sample.chatcli.sessions.record(name))
    expect(sums(await run())).toEqual([
      ['claude-code', 4, 0, 4, 0, 0],
      ['codex', 9, 0, 9, 0, 0],
    ])
    const all = await run({ all: true })
    expect(
      all.tools.map(
        ({ newSessions, grownSessions, newMessages }) => newSessions + grownSessions + newMessages,
      ),
    ).toEqual([0, 0])
    expect(names().map((name) => sample.chatcli.sessions.record(name))).toEqual(before)
  })

  it('takes up what a file has more, under the name a person gave the session', async () => {
    await run()
    const before = sample.chatcli.sessions.record(nameOf(MAIN))
    sample.chatcli.sessions.rename(nameOf(MAIN), 'weather')
    growSample(sample.machine, 'One more')
    const [claude] = (await run({ tool: 'claude-code' })).tools
    expect(claude).toMatchObject({
      imported: 1,
      unchanged: 3,
      newSessions: 0,
      grownSessions: 1,
      newMessages: 1,
    })
    const after = sample.chatcli.sessions.record('weather')
    expect(after.id).toBe(before.id)
    expect(after.messages.map(({ message }) => message.content)).toEqual([
      ...before.messages.map(({ message }) => message.content),
      'One more',
    ])
  })

  it('leaves what a person went on with, retitled and pinned as it is, and adds what its source has more', async () => {
    await run()
    const name = nameOf(MAIN)
    const live = sample.chatcli.sessions.open(name)
    live.append([{ role: 'user', content: 'Said here' }])
    live.set({ title: 'My weather', pinned: true })
    live.save()
    live.close()
    const before = sample.chatcli.sessions.record(name).messages.map(({ message }) => message.content)
    growSample(sample.machine, 'One more')
    expect((await run({ tool: 'claude-code' })).tools[0]).toMatchObject({ grownSessions: 1, newMessages: 1 })
    const record = sample.chatcli.sessions.record(name)
    expect(record.messages.map(({ message }) => message.content)).toEqual([...before, 'One more'])
    expect(record.damage).toEqual([])
    const { title, pinned, source } = sample.chatcli.sessions.summary(name)
    expect([title, pinned, source?.tool]).toEqual(['My weather', true, 'claude-code'])
    expect(sample.chatcli.sessions.load(name)).toMatchObject({ notes: [], damage: [] })
    expect(sample.chatcli.sessions.load(name).messages.map(({ content }) => content)).not.toContain(
      'Debounced.',
    )
    expect((await run({ all: true })).tools[0]).toMatchObject({ newMessages: 0 })
  })

  it('P80: keeps what its source forgets', async () => {
    expect((await run()).gone).toEqual({ all: 0, new: 0 })
    const count = names().length
    const sinceOf = (name: string) => sample.chatcli.sessions.summary(name).sourceGoneAt
    const away = sample.machine.path('away')
    fs.renameSync(sample.machine.path('.claude/projects'), away)
    // What was not looked for is not missed.
    expect((await run({ tool: 'codex' })).gone).toEqual({ all: 0, new: 0 })
    expect((await run({ paths: [sample.machine.path('.codex')] })).gone).toBeUndefined()
    expect((await run({ dryRun: true })).gone).toBeUndefined()
    expect((await run()).gone).toEqual({ all: 4, new: 4 })
    expect((await run()).gone).toEqual({ all: 4, new: 0 })
    expect(names()).toHaveLength(count)
    expect(sinceOf(nameOf(MAIN))).toBe(nowMs)
    const listed = sample.chatcli.sessions.list().sessions
    expect(listed.filter(({ sourceGoneAt }) => sourceGoneAt === nowMs)).toHaveLength(4)
    // Another process knows it too, and that it is over.
    const later = openHome(sample.disk)
    expect(later.sessions.summary(nameOf(MAIN)).sourceGoneAt).toBe(nowMs)
    fs.renameSync(away, sample.machine.path('.claude/projects'))
    expect((await run()).gone).toEqual({ all: 0, new: 0 })
    expect(sinceOf(nameOf(MAIN))).toBeUndefined()
    expect(later.sessions.summary(nameOf(MAIN)).sourceGoneAt).toBeUndefined()
  })

  it('P80: does not miss what was moved to the archive of its tool, or lies where a person named it', async () => {
    await run({ paths: [sample.machine.path('.claude')], tool: 'claude-code' })
    await run()
    const environment = { CLAUDE_CONFIG_DIR: sample.machine.path('nowhere') }
    const elsewhere = { ...sample.machine, environment }
    const [from, to] = ['.codex/sessions', '.codex/archived_sessions'].map((name) =>
      sample.machine.path(name),
    )
    fs.mkdirSync(to ?? '', { recursive: true })
    for (const name of fs.readdirSync(from ?? '', { recursive: true, encoding: 'utf8' }))
      if (name.endsWith('.jsonl')) fs.renameSync(`${from}/${name}`, `${to}/${name.split('/').at(-1)}`)
    expect((await (await sample.chatcli.imports()).run(elsewhere)).gone).toEqual({ all: 0, new: 0 })
  })

  it('is never expired, however old and however few are kept', async () => {
    await run()
    const own = sample.chatcli.sessions.create()
    own.append([{ role: 'user', content: 'Nobody named this' }])
    own.bind('autosave-20261101-000000', { machine: true })
    own.save()
    own.close()
    const late = openChatCli({ home, disk: sample.disk, now: () => Date.UTC(2026, 11, 20) })
    const storage = await late.storage()
    const { items } = storage.prune({ policy: { ttlDays: 30, keep: 1, trashDays: 30 } })
    expect(items.map(({ name }) => name)).toEqual(['autosave-20261101-000000'])
    expect(names()).toHaveLength(13)
  })

  it('leaves a purged session away for ever, and one in the trash while it is there', async () => {
    await run()
    const [purged, trashed] = [nameOf(MAIN), nameOf('codex.garden-beds-')]
    sample.chatcli.sessions.delete(purged, { purge: true })
    sample.chatcli.sessions.delete(trashed)
    const { skips } = await run({ all: true })
    expect(names()).not.toContain(purged)
    expect(names()).not.toContain(trashed)
    expect(skips.map(({ reason }) => reason)).toEqual(expect.arrayContaining(['purged', 'in-trash']))
    sample.chatcli.sessions.restore(trashed)
    expect((await run({ all: true })).skips.map(({ reason }) => reason)).not.toContain('in-trash')
  })

  it('only counts in a dry run', async () => {
    const result = await run({ dryRun: true })
    expect(result.tools.map(({ newSessions }) => newSessions)).toEqual([4, 8])
    expect(result.tools.map(({ newMessages }) => newMessages)).toEqual([27, 32])
    expect(sample.disk.list(home)).toEqual([])
    // Whoever looked first, with the same opened memory, imports everything all the same.
    expect(sums(await run()).map(([, , imported]) => imported)).toEqual([3, 9])
    expect(names()).toHaveLength(12)
  })

  it('syncs the folder once for many sessions, and the cursor last', async () => {
    // It goes on in the session of another file, which must be in place for that.
    fs.rmSync(sample.machine.path('.codex/sessions/2026/09'), { recursive: true })
    const before = sample.disk.log.length
    await run({ tool: 'codex' })
    const calls = sample.disk.log.slice(before).map(({ name, path }) => `${name} ${path}`)
    expect(calls.filter((call) => call === `syncFolder ${home}/sessions`)).toHaveLength(1)
    const placed = calls.indexOf(`syncFolder ${home}/sessions`)
    const noted = calls.findIndex((call) => /^(write|createExclusive) .*imports\/codex\.jsonl$/.test(call))
    expect(noted).toBeGreaterThan(placed)
  })
})

describe('a sealed home', () => {
  it('shows nothing of what was said, in no name either', async () => {
    const key = Buffer.alloc(32, 7).toString('base64')
    const sealed = openChatCli({ home, disk: sample.disk, now: () => nowMs, encryptionKey: key })
    await (await sealed.imports()).run(sample.machine)
    const sessions = sealed.sessions.list().sessions
    expect(sessions).toHaveLength(12)
    expect(
      sessions.every(({ name }) => /^(claude-code|codex)\.(\d{4}-\d\d-\d\d|undated)-[0-9a-f]{8}$/.test(name)),
    ).toBe(true)
    expect(sealed.search('Regenmesser').sessions).toHaveLength(1)
    for (const folder of ['sessions', 'state/imports']) {
      for (const name of sample.disk.list(`${home}/${folder}`))
        expect(readText(sample.disk, `${home}/${folder}/${name}`)).not.toMatch(
          /Regenmesser|ada-weather|weather/,
        )
    }
    const again = await (await sealed.imports()).run(sample.machine)
    expect(again.tools.map(({ unchanged }) => unchanged)).toEqual([4, 9])
  })
})

describe('a conversation that is too long for a file written whole', () => {
  const id = '5e55000f-0000-4000-8000-00000000000f'
  const path = (): string => sample.machine.path(`.claude/projects/-home-ada-weather/${id}.jsonl`)
  const line = (n: number, content: string): string => {
    const timestamp = new Date(Date.UTC(2026, 5, 1) + n * 1000).toISOString()
    const uuid = `long-${n}`
    const parentUuid = n === 0 ? null : `long-${n - 1}`
    const message = { role: 'user', content: `${n} ${content}` }
    return `${JSON.stringify({ type: 'user', uuid, parentUuid, timestamp, sessionId: id, message })}\n`
  }

  it('becomes a transcript with a short snapshot, and grows like any other', async () => {
    const words = 'wind '.repeat(2 ** 17)
    for (let n = 0; n < 60; n++) fs.appendFileSync(path(), line(n, words))
    await run({ tool: 'claude-code' })
    const name = nameOf('claude-code.0-wind')
    const summary = sample.chatcli.sessions.summary(name)
    expect(summary).toMatchObject({ messages: 1, machine: false, createdAt: Date.UTC(2026, 5, 1) })
    expect(summary.size).toBeLessThan(2 ** 21)
    const record = sample.chatcli.sessions.record(name)
    expect(record.messages.map(({ message }) => Number(message.content.split(' ')[0]))).toEqual([
      ...Array(60).keys(),
    ])
    expect(record.messages.map(({ state }) => state)).toEqual([
      ...Array<string>(59).fill('compacted'),
      'live',
    ])
    expect(record.damage).toEqual([])
    expect(sample.chatcli.sessions.load(name).notes).toEqual([])
    fs.appendFileSync(path(), line(60, 'and rain'))
    expect((await run({ tool: 'claude-code' })).tools[0]).toMatchObject({ grownSessions: 1, newMessages: 1 })
    expect(sample.chatcli.sessions.load(name).messages.map(({ content }) => content.slice(0, 11))).toEqual([
      '59 wind win',
      '60 and rain',
    ])
    expect(sample.chatcli.sessions.record(name).messages).toHaveLength(61)
    expect((await run({ tool: 'claude-code', all: true })).tools[0]).toMatchObject({
      grownSessions: 0,
      newMessages: 0,
    })
  })
})
