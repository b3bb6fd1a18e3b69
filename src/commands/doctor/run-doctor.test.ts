import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createRealDisk } from '../../disk/real-disk.ts'
import { openChatCli } from '../../open-chatcli.ts'
import type { CliEdge } from '../../surfaces/cli/cli-edge.ts'
import { cliHarness, type CliRun } from '../../surfaces/cli/cli-harness.suite.ts'
import { textFor } from '../../text/text-for.ts'
import { openVault } from '../key/vault.ts'

let folder = ''
let home = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'doctor-'))
  home = join(folder, 'home')
})
afterEach(() => rmSync(folder, { recursive: true }))

function doctor(options: readonly string[] = [], environment: Record<string, string> = {}): Promise<CliRun> {
  const disk = async (): Promise<ReturnType<typeof createRealDisk>> => createRealDisk()
  const all = { HOME: folder, CHATCLI_HOME: home, TZ: 'UTC', ...environment }
  return cliHarness({ disk, now: Date.now, environment: all }).run('doctor', ...options)
}

interface Found {
  readonly check: string
  readonly severity: string
  readonly measured: string
  readonly remedy: string | null
  readonly places: readonly { readonly path: string }[]
  readonly fixed: boolean | null
}

function findings({ out }: CliRun): Record<string, Found> {
  const { findings: found } = JSON.parse(out) as { findings: Found[] }
  return Object.fromEntries(found.map((finding) => [finding.check, finding]))
}

/** A home with one session, as this program makes it. */
function healthy(): void {
  const chatcli = openChatCli({ home })
  const live = chatcli.sessions.create()
  live.append([{ role: 'user', content: 'how long?' }])
  live.bind('plan')
  live.save()
  live.close()
  chatcli.index.refresh()
}

describe('chatcli doctor', () => {
  it('warns of a tool that is about to delete what was not imported', async () => {
    healthy()
    const project = join(folder, '.claude/projects/-home-ada-weather')
    mkdirSync(project, { recursive: true })
    const path = join(project, '5e550001-0000-4000-8000-000000000001.jsonl')
    const line = { type: 'user', uuid: 'u1', message: { role: 'user', content: 'How warm is it?' } }
    writeFileSync(path, `${JSON.stringify(line)}\n`)
    expect(findings(await doctor(['--json']))['imports']).toMatchObject({
      severity: 'ok',
      measured: '1 file not imported yet',
    })
    const old = Date.now() / 1000 - 26 * 86_400
    utimesSync(path, old, old)
    const { imports } = findings(await doctor(['--json']))
    expect(imports).toMatchObject({ severity: 'warning' })
    expect(imports?.measured).toContain('Claude Code deletes')
    expect(imports?.remedy).toContain('chatcli import')
  })

  it('finds nothing wrong with a home that is not there, and makes none', async () => {
    const { code, out } = await doctor()
    expect([code, out]).toEqual([0, expect.stringContaining('there is no home folder yet')])
    expect(readdirSync(folder)).toEqual([])
  })

  it('finds nothing wrong with a healthy home, and changes nothing', async () => {
    healthy()
    const before = readdirSync(home)
    const { code, out } = await doctor(['--read-data'])
    expect(out).toContain('Everything is as it should be.')
    expect(out).toMatch(/writing safely: written, synced and read back/)
    expect(out).toMatch(/transcripts: nothing amiss \(1 of 1 read\)/)
    expect(code).toBe(0)
    expect(readdirSync(home)).toEqual(before)
    expect((await doctor([], { CHATCLI_LANG: 'pt-BR' })).out).toContain('Está tudo como deve estar.')
  })

  it('says of everything what is wrong, what there should be and what helps', async () => {
    healthy()
    chmodSync(join(home, 'sessions/plan.json'), 0o644)
    symlinkSync('/etc/hostname', join(home, 'sessions/elsewhere.json'))
    writeFileSync(join(home, 'sessions/con.json'), '{}', { mode: 0o600 })
    writeFileSync(join(home, 'sessions/PLAN.json'), readFileSync(join(home, 'sessions/plan.json')), {
      mode: 0o600,
    })
    const [transcript = ''] = readdirSync(join(home, 'transcripts'))
    writeFileSync(join(home, 'transcripts', transcript), '{"half', { flag: 'a' })
    const { code, out } = await doctor(['--json'])
    expect(code).toBe(2)
    const found = findings({ code, out, err: '' })
    expect(found['modes']).toMatchObject({
      severity: 'error',
      places: [{ path: 'sessions/plan.json', measured: '0644', expected: '0600' }],
      fixable: true,
    })
    expect(found['links']).toMatchObject({
      severity: 'warning',
      places: [{ path: 'sessions/elsewhere.json' }],
    })
    expect(found['names']?.places.map(({ path }) => path)).toEqual([
      'sessions/con.json',
      'sessions/plan.json',
    ])
    expect(found['damage']).toMatchObject({
      severity: 'error',
      places: [{ path: `transcripts/${transcript}` }],
    })
    for (const { severity, remedy } of Object.values(found)) expect(severity === 'ok').toBe(remedy === null)
  })

  it('mends permissions, temp files and sessions that have a transcript, and shortens nothing', async () => {
    healthy()
    const path = join(home, 'sessions/plan.json')
    chmodSync(home, 0o755)
    writeFileSync(path, '{"version": 2, "chat_h')
    const { code, err } = await doctor(['--fix'])
    expect([code, err]).toEqual([0, expect.stringContaining('sessions: fixed')])
    expect(statSync(home).mode & 0o777).toBe(0o700)
    const kept = readdirSync(join(home, 'sessions')).find((file) => file.includes('.damaged-'))
    expect(readFileSync(join(home, 'sessions', kept ?? ''), 'utf8')).toBe('{"version": 2, "chat_h')
    const { messages } = openChatCli({ home }).sessions.load('plan')
    expect(messages.map(({ content }) => content)).toEqual(['how long?'])
  })

  it('keeps the bytes of a damaged transcript', async () => {
    healthy()
    const [transcript = ''] = readdirSync(join(home, 'transcripts'))
    const path = join(home, 'transcripts', transcript)
    writeFileSync(path, '\0\0\0{"half', { flag: 'a' })
    const before = readFileSync(path)
    expect((await doctor(['--fix'])).code).toBe(2)
    expect(readFileSync(path)).toEqual(before)
  })

  it('says what retention would remove, and whether the clock is believed', async () => {
    healthy()
    const old = join(home, 'sessions/autosave-old.json')
    writeFileSync(old, '{"version":2,"chat_history":[]}', { mode: 0o600 })
    utimesSync(old, 1, 1)
    const found = findings(await doctor(['--json']))
    expect(found['retention']).toMatchObject({
      severity: 'info',
      measured: expect.stringContaining('1 thing') as string,
    })
    expect(found['clock']?.severity).toBe('ok')
    expect(statSync(old).mtimeMs).toBe(1000)
  })

  it('works with settings that stop everything else', async () => {
    healthy()
    const found = findings(await doctor(['--json'], { CHATCLI_TIMEOUT: 'soon', CHATCLI_SESSION_TTL: '1Y' }))
    expect(found['settings']).toMatchObject({
      severity: 'error',
      measured: expect.stringContaining('soon') as string,
    })
    expect(found['modes']?.severity).toBe('ok')
    const other = findings(await doctor(['--json'], { CHATCLI_SESSION_TTL: '1Y' }))
    expect(other['settings']?.measured).toContain('CHATCLI_SESSION_TTL')
  })

  it('works with a home that cannot be opened', async () => {
    healthy()
    writeFileSync(join(home, 'home.json'), '{"form')
    expect(findings(await doctor(['--json']))['opens']).toMatchObject({ severity: 'error' })
    writeFileSync(join(home, 'home.json'), '{"format":99}')
    expect((await doctor()).out).toContain('Update chatcli')
    const disk = createRealDisk()
    const run = async (): Promise<string> => ''
    const vault: CliEdge['vault'] = (settings) =>
      openVault({ settings, disk, run, askSecret: undefined, text: textFor('en'), uid: 0, now: Date.now })
    const withVault = cliHarness({
      disk: async () => disk,
      now: Date.now,
      environment: { HOME: folder, CHATCLI_HOME: home },
      vault,
    })
    const { key, opens } = findings(await withVault.run('doctor', '--json'))
    expect([key, opens?.severity]).toEqual([undefined, 'error'])
    rmSync(home, { recursive: true })
    writeFileSync(home, '')
    expect((await doctor()).code).toBe(2)
  })

  it('names the programs that go by this name', async () => {
    const places = ['a', 'b'].map((name) => join(folder, name))
    for (const place of places) {
      mkdirSync(place)
      writeFileSync(join(place, 'chatcli'), '')
    }
    const { code, out } = await doctor([], { PATH: places.join(':') })
    expect([code, out]).toEqual([1, expect.stringContaining(join(folder, 'b', 'chatcli'))])
  })
})
