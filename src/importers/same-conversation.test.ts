import * as fs from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { ChatCli } from '../chatcli.ts'
import { createSimulatedDisk } from '../disk/simulated-disk.ts'
import { nowMs, openHome } from './import-home.suite.ts'
import type { ImportResult, RunImportOptions } from './imports-api.ts'
import { sampleMachine, type SampleMachine } from './sample-machine.suite.ts'
import { changeDatabase, databaseSample, makeDatabase } from './shared/foreign-database.suite.ts'

let machine: SampleMachine
let chatcli: ChatCli
const begin = (places: Readonly<Record<string, string>> = {}): void => {
  machine = sampleMachine(places)
  chatcli = openHome(createSimulatedDisk({ nowMs }))
}
afterEach(() => machine.remove())
const run = async (options: RunImportOptions = {}): Promise<ImportResult> =>
  (await chatcli.imports()).run(machine, options)
const write = (name: string, lines: readonly object[]): void => {
  fs.mkdirSync(dirname(machine.path(name)), { recursive: true })
  fs.writeFileSync(machine.path(name), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
}
/** What was said in each session of a tool, by the end of its native id. */
const said = (tool: string): Record<string, string[]> =>
  Object.fromEntries(
    chatcli.sessions
      .list({ sort: 'name', source: tool })
      .sessions.map(({ name, source }) => [
        String(source?.['native_id']),
        chatcli.sessions.record(name).messages.map(({ message }) => message.content),
      ]),
  )

describe('P74: one native id in two projects', () => {
  const ID = '5e550001-0000-4000-8000-000000000001'
  const file = (project: string): string => `.claude/projects/-home-ada-${project}/${ID}.jsonl`
  const typed = (uuid: string, content: string, n: number): object => ({
    type: 'user',
    uuid,
    parentUuid: n === 0 ? null : undefined,
    timestamp: new Date(Date.UTC(2026, 5, 1) + n * 1000).toISOString(),
    message: { role: 'user', content },
  })

  it('is two conversations when they have nothing in common, and stays so when one grows', async () => {
    begin()
    write(file('alpha'), [typed('a-0', 'Sails of alpha', 0)])
    write(file('beta'), [typed('b-0', 'Oars of beta', 0)])
    fs.utimesSync(machine.path(file('beta')), 1000, 1000)
    expect((await run()).tools[0]).toMatchObject({ newSessions: 2, newMessages: 2 })
    expect(said('claude-code')).toEqual({ [ID]: ['Sails of alpha'], [`${ID}@b-0`]: ['Oars of beta'] })
    write(file('beta'), [typed('b-0', 'Oars of beta', 0), typed('b-1', 'More oars', 1)])
    expect((await run()).tools[0]).toMatchObject({ newSessions: 0, grownSessions: 1, newMessages: 1 })
    expect((await run({ all: true })).tools[0]).toMatchObject({ newSessions: 0, newMessages: 0 })
    // Wherever it lies then, and whatever is remembered of it.
    fs.renameSync(machine.path(dirname(file('beta'))), machine.path('.claude/projects/-home-ada-gamma'))
    expect((await run()).tools[0]).toMatchObject({ newSessions: 0, newMessages: 0 })
    expect(said('claude-code')[`${ID}@b-0`]).toEqual(['Oars of beta', 'More oars'])
    expect((await run({ dryRun: true, all: true })).tools[0]).toMatchObject({ newSessions: 0 })
  })

  it('is one conversation when one is a copy of the other, or was moved', async () => {
    begin()
    write(file('alpha'), [typed('a-0', 'Sails', 0)])
    await run()
    write(file('beta'), [typed('a-0', 'Sails', 0), typed('a-1', 'Ropes', 1)])
    fs.rmSync(machine.path(file('alpha')))
    await run()
    expect(said('claude-code')).toEqual({ [ID]: ['Sails', 'Ropes'] })
    write(file('beta'), [typed('a-0', 'Sails', 0), typed('a-1', 'Ropes', 1), typed('a-2', 'Knots', 2)])
    await run()
    expect(said('claude-code')).toEqual({ [ID]: ['Sails', 'Ropes', 'Knots'] })
  })
})

describe('a conversation of Cursor in two stores', () => {
  const id = 'cafe0006-0000-4000-8000-000000000006'
  const database = '.config/Cursor/User/globalStorage/state.vscdb'
  const log = `.cursor/projects/home-ada-loom/agent-transcripts/${id}/${id}.jsonl`
  const sample = databaseSample('cursor')

  it('is told once when the editor loses a bubble, and has it again', async () => {
    begin({ '.cursor': join(sample, 'dot-cursor'), '.config/Cursor/User': join(sample, 'User') })
    const change = (sql: string): void =>
      changeDatabase(machine.path(database), `PRAGMA locking_mode = EXCLUSIVE; ${sql}`)
    await run()
    expect(said('cursor')[id]).toEqual(['whole question', 'whole answer'])
    change(`DELETE FROM cursorDiskKV WHERE key = 'bubbleId:${id}:w2'`)
    write(log, [
      { role: 'user', message: { content: '<user_query>\nwhole question\n</user_query>' } },
      {
        role: 'assistant',
        message: { content: [{ type: 'tool_use', name: 'Loom', input: {} }] },
      },
      { role: 'assistant', message: { content: [{ type: 'text', text: 'whole  answer' }] } },
      { role: 'user', message: { content: '<user_query>only here</user_query>' } },
      { role: 'assistant', message: { content: [{ type: 'tool_use', name: 'Loom', input: {} }] } },
    ])
    // Another process, which asks the database again.
    machine = { ...machine, disk: { ...machine.disk } }
    await run({ all: true })
    expect(said('cursor')[id]).toEqual(['whole question', 'whole answer', 'only here', ''])
    change(`INSERT INTO cursorDiskKV VALUES('bubbleId:${id}:w2','{"type":2,"text":"whole answer"}')`)
    machine = { ...machine, disk: { ...machine.disk } }
    expect((await run({ all: true })).tools[0]).toMatchObject({ newMessages: 0 })
    expect(said('cursor')[id]).toEqual(['whole question', 'whole answer', 'only here', ''])
  })

  it('is told once when the transcript came first', async () => {
    begin()
    const ask = { role: 'user', message: { content: '<user_query>warp?</user_query>' } }
    const ok = { role: 'user', message: { content: '<user_query>ok</user_query>' } }
    write(log, [ask, ok, ok])
    await run()
    const composer = {
      composerId: id,
      fullConversationHeadersOnly: ['b1', 'b2', 'b3', 'b4'].map((bubbleId) => ({ bubbleId, type: 1 })),
    }
    const rows = ['warp?', 'ok', 'ok', 'ok'].map(
      (text, i) => `('bubbleId:${id}:b${i + 1}', '${JSON.stringify({ type: 1, text })}')`,
    )
    makeDatabase(
      machine.path(database),
      `CREATE TABLE cursorDiskKV (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB);
      INSERT INTO cursorDiskKV VALUES ('composerData:${id}', '${JSON.stringify(composer)}'), ${rows.join(', ')}`,
    )
    await run()
    expect(said('cursor')[id]).toEqual(['warp?', 'ok', 'ok', 'ok'])
  })
})

describe('a fork of opencode', () => {
  const database = '.local/share/opencode/opencode.db'
  const tables = `CREATE TABLE session (id TEXT PRIMARY KEY, project_id TEXT, parent_id TEXT, directory TEXT, title TEXT,
      version TEXT, revert TEXT, time_created INTEGER, time_updated INTEGER);
    CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT, time_created INTEGER, time_updated INTEGER, data TEXT);
    CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT, time_created INTEGER, time_updated INTEGER, data TEXT);`
  const session = (id: string, title: string, at: number): string =>
    `INSERT INTO session (id, directory, title, time_created, time_updated) VALUES ('${id}', '/home/ada/bees', '${title}', ${at}, ${at});`
  const message = (id: string, of: string, created: number, row: number, text: string): string =>
    `INSERT INTO message VALUES ('msg_${id}', '${of}', ${row}, ${row}, '{"role":"user","time":{"created":${created}}}');
    INSERT INTO part VALUES ('prt_${id}', 'msg_${id}', '${of}', ${row}, ${row}, '{"type":"text","text":"${text}"}');`
  const T = 1767604000000

  it('has only what was said in it, and names the session it was made of', async () => {
    begin()
    makeDatabase(
      machine.path(database),
      `${tables} ${session('ses_one', 'Hive', T)} ${session('ses_two', 'Hive (fork #1)', T + 9000)}
      ${message('1', 'ses_one', T, T, 'How many bees?')} ${message('2', 'ses_one', T + 1000, T + 1000, 'ok')}
      ${message('3', 'ses_two', T, T + 9001, 'How many bees?')} ${message('4', 'ses_two', T + 1000, T + 9002, 'ok')}
      ${message('5', 'ses_two', T + 9100, T + 9100, 'ok')}`,
    )
    expect((await run({ dryRun: true })).tools[0]).toMatchObject({ newSessions: 2, newMessages: 3 })
    expect((await run()).tools[0]).toMatchObject({ newSessions: 2, newMessages: 3 })
    expect(said('opencode')).toEqual({ ses_one: ['How many bees?', 'ok'], ses_two: ['ok'] })
    const fork = chatcli.sessions.list().sessions.find(({ title }) => title.includes('fork'))
    expect(fork?.source).toMatchObject({ parent: 'ses_one', kind: 'fork' })
    changeDatabase(machine.path(database), message('6', 'ses_two', T + 9900, T + 9900, 'and the queen?'))
    await run()
    expect(said('opencode')['ses_two']).toEqual(['ok', 'and the queen?'])
    expect((await run({ all: true })).tools[0]).toMatchObject({ newMessages: 0 })
  })
})
