import * as fs from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createRealDisk } from '../disk/real-disk.ts'
import { ownSample, sampleMachine, type SampleMachine } from '../importers/sample-machine.suite.ts'
import { displayWidth } from '../text/display-width.ts'
import { cliHarness, type CliHarness } from '../surfaces/cli/cli-harness.suite.ts'

let machine: SampleMachine
beforeEach(() => {
  machine = sampleMachine({ '.claude': ownSample('claude-code'), '.codex': ownSample('codex') })
})
afterEach(() => machine.remove())

function harness(more: Parameters<typeof cliHarness>[0] = {}): CliHarness {
  const environment = { HOME: machine.folder, TZ: 'UTC' }
  return cliHarness({ environment, disk: async () => createRealDisk(), ...more })
}

describe('import', () => {
  it('shows what there is, and imports nothing without being asked', async () => {
    const cli = harness()
    const run = await cli.run('import')
    expect(run.code).toBe(0)
    expect(run.out).toMatch(/Claude Code +4 .*4 files \(.*\)\n.*Codex +9 /)
    expect(run.err).toContain('chatcli import --all')
    expect(cli.chatcli.sessions.list({ source: 'claude-code' }).total).toBe(0)
  })

  it('imports with --all, sums up, and has nothing to do the second time', async () => {
    const cli = harness()
    const { out, err } = await cli.run('import', '--all')
    expect(out).toContain('Claude Code: 4 files = 3 with something new + 0 without + 1 left out')
    expect(out).toContain('Codex: 9 files = 9 with something new + 0 without + 0 left out')
    expect(out).toContain('12 new sessions, 1 added to, 59 new messages.')
    expect(out).toContain('was asked by a program, not by you (/usage)')
    expect(err).toContain('chatcli search')
    expect((await cli.run('search', 'Regenmesser')).out).toContain('claude-code.regenmesser')
    expect((await cli.run('import')).err).toContain('imported already')
    expect((await cli.run('import', '--all')).out).toContain('Nothing new.')
  })

  it('takes a path, one tool, and a time, and says what it cannot', async () => {
    const cli = harness()
    const dry = JSON.parse(
      (await cli.run('import', `${machine.folder}/.codex`, '--dry-run', '--json')).out,
    ) as {
      readonly imported: boolean
      readonly tools: readonly { readonly tool: string; readonly newSessions: number }[]
    }
    expect(dry).toMatchObject({ imported: false, tools: [{ tool: 'codex', newSessions: 8 }] })
    expect(cli.chatcli.sessions.list({ source: 'codex' }).total).toBe(0)
    expect((await cli.run('import', '--all', '--tool', 'codex', '--since', '2099-01-01')).out).toContain(
      'No history',
    )
    expect(await cli.run('import', '--tool', 'telex')).toMatchObject({ code: 2 })
    expect(await cli.run('import', `${machine.folder}/nothing`)).toMatchObject({ code: 3 })
  })

  it('leaves out and lists what is no history, among what is', async () => {
    const cli = harness()
    fs.writeFileSync(`${machine.folder}/README.md`, '# Samples\n')
    const run = await cli.run('import', `${machine.folder}/README.md`, `${machine.folder}/.codex`)
    expect(run.code).toBe(0)
    expect(run.out).toContain('8 new sessions')
    expect(run.out).toContain('README.md: is not a history of any tool that is known here')
    expect(await cli.run('import', `${machine.folder}/README.md`)).toMatchObject({ code: 3 })
    const json = JSON.parse(
      (await cli.run('import', `${machine.folder}/README.md`, `${machine.folder}/.codex`, '--json')).out,
    ) as { readonly skipped: readonly object[] }
    expect(json.skipped[0]).toMatchObject({ tool: null, reason: 'not-a-history' })
  })

  it('P80: says what is kept here and gone there, in a list and in a session', async () => {
    const cli = harness()
    await cli.run('import', '--all')
    fs.rmSync(`${machine.folder}/.codex/sessions`, { recursive: true })
    const { out } = await cli.run('import', '--all')
    expect(out).toMatch(/\d conversations whose files were deleted there since are kept here\./)
    const json = JSON.parse((await cli.run('session', 'list', '--source', 'codex', '--json')).out) as {
      readonly sessions: readonly { readonly name: string; readonly sourceGoneSince: string | null }[]
    }
    const gone = json.sessions.filter(({ sourceGoneSince }) => sourceGoneSince !== null)
    expect(gone.length).toBeGreaterThan(0)
    expect((await cli.run('session', 'list', '--source', 'codex')).out).toContain('(codex, gone there)')
    const shown = await cli.run('session', 'show', gone[0]?.name ?? '')
    expect(shown.err).toContain('Imported from codex, where its file is gone since 2026-04-01')
    const all = JSON.parse((await cli.run('import', '--all', '--json')).out) as object
    expect(all).toMatchObject({ sourceGone: { sessions: gone.length, new: 0 } })
  })

  it('P82: warns of what is about to go, and keeps its columns straight whatever the script', async () => {
    const cli = harness({
      now: () => Date.now() + 28 * 86_400_000,
      environment: { HOME: machine.folder, TZ: 'UTC' },
    })
    const { out } = await cli.run('import')
    const rows = out.split('\n').filter((row) => row.startsWith('  '))
    expect(new Set(rows.map((row) => row.search(/\S+ +\S+ +\S+B?/))).size).toBe(1)
    expect(out).toContain(
      'Claude Code deletes what was not changed for 30 days: 4 files that are not imported yet will be gone within a week.',
    )
    const run = await cli.run('import', '--all')
    expect(run.out).not.toContain('gone within a week')
    expect(run.err).toContain('Claude Code deletes its histories after 30 days; what was imported stays.')
    expect(run.err).toContain('chatcli import --watch')
    const json = JSON.parse((await cli.run('import', '--json')).out) as { readonly found: readonly object[] }
    expect(json.found).toMatchObject([
      { tool: 'claude-code', keepsDays: 30, goingSoon: 0 },
      { keepsDays: null },
    ])
  })

  it('shows a bar with rate and time, no wider than the terminal', async () => {
    const shown: string[] = []
    let now = Date.UTC(2026, 10, 1)
    const cli = harness({
      showProgress: (line) => shown.push(line),
      now: () => (now += 150),
      isTty: true,
      columns: 50,
    })
    await cli.run('import', '--all')
    expect(shown.at(-1)).toBe('')
    expect(shown.slice(0, -1).some((line) => /^█+░* \d+ %, (Claude Code|Codex), .*\/s/.test(line))).toBe(true)
    expect(shown.every((line) => displayWidth(line) < 50)).toBe(true)
  })

  it('goes without a column where the terminal is narrow', async () => {
    const { out } = await harness({ isTty: true, columns: 36 }).run('import')
    expect(out).toMatch(/^ {2}Claude Code +4 files \(\d.*\)$/m)
    const rows = out.split('\n').filter((row) => row.startsWith('  '))
    expect(rows.length).toBeGreaterThan(1)
    for (const row of rows) expect(displayWidth(row)).toBeLessThanOrEqual(36)
  })

  it('stops when it is told to, says so, and goes on from there', async () => {
    let stop: () => void = () => undefined
    let isReleased = false
    const onStop = (listener: () => void) => {
      stop = listener
      return () => void (isReleased = true)
    }
    const shown: string[] = []
    const showProgress = (line: string): void => {
      shown.push(line)
      stop()
    }
    let now = Date.UTC(2026, 10, 1)
    const cli = harness({ onStop, showProgress, now: () => (now += 1000) })
    const run = await cli.run('import', '--all')
    expect(run.code).toBe(130)
    expect(run.out).toContain('Stopped before the end.')
    expect(isReleased).toBe(true)
    const rest = harness()
    const left = cli.chatcli.sessions.list().total
    expect(left).toBeLessThan(12)
    expect((await rest.run('import', '--all')).code).toBe(0)
  })

  it('watches until it is stopped, after the first import', async () => {
    let stop: () => void = () => undefined
    const onStop = (listener: () => void) => {
      stop = listener
      return () => undefined
    }
    const written: string[] = []
    const stdout = {
      write(text: string) {
        written.push(text)
        if (text.includes('Watching')) stop()
      },
    }
    const cli = harness({ onStop, stdout })
    expect((await cli.run('import', '--watch')).code).toBe(0)
    expect(written.join('')).toMatch(/12 new sessions[^]*Watching for more[^]*Stopped watching/)
    expect(await cli.run('import', '--watch', '--dry-run')).toMatchObject({ code: 2 })
  })

  it('sums up by cause what does not fit a terminal, and lists all of it elsewhere', async () => {
    const path = machine.path('.claude/projects/-home-ada-weather/5e550009-0000-4000-8000-000000000009.jsonl')
    const said = { type: 'user', uuid: 'u1', message: { role: 'user', content: 'Hi' } }
    fs.writeFileSync(path, `${JSON.stringify(said)}\n${'{broken\n'.repeat(30)}`)
    const shown = (await harness({ isTty: true }).run('import', path)).out
    expect(shown).toContain('30 × cannot be read')
    expect(shown.match(/at byte/g)).toHaveLength(20)
    expect(shown).toContain('--again --dry-run --json')
    expect((await harness().run('import', path)).out.match(/at byte/g)).toHaveLength(30)
  })

  it('asks where somebody is there to answer', async () => {
    const asked: string[] = []
    const answer = (text: string) => async (question: string) => {
      asked.push(question)
      return text
    }
    const no = harness({ ask: answer('n') })
    expect((await no.run('import')).err).toContain('Nothing was imported.')
    expect(asked[0]).toContain('Import 13 files')
    const yes = harness({ ask: answer('') })
    expect((await yes.run('import')).out).toContain('12 new sessions')
  })
})
