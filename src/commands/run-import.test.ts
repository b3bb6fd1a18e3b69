import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createRealDisk } from '../disk/real-disk.ts'
import { ownSample, sampleMachine, type SampleMachine } from '../importers/sample-machine.suite.ts'
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
