import * as fs from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createRealDisk } from '../disk/real-disk.ts'
import { ownSample, sampleMachine, type SampleMachine } from '../importers/sample-machine.suite.ts'
import { type CliHarness, cliHarness } from '../surfaces/cli/cli-harness.suite.ts'

let machine: SampleMachine
let cli: CliHarness
beforeEach(() => {
  machine = sampleMachine({ '.claude': ownSample('claude-code') })
  const environment = { HOME: machine.folder, TZ: 'UTC' }
  cli = cliHarness({ environment, disk: async () => createRealDisk(), cwd: machine.folder })
})
afterEach(() => machine.remove())

describe('session export --as', () => {
  it('writes a history below the tool’s own folder, says what to type, and what was left behind', async () => {
    await cli.run('import', '--all')
    const { sessions } = cli.chatcli.sessions.list({ source: 'claude-code' })
    const name = sessions.find((session) => session.name.startsWith('claude-code.regenmesser-'))?.name ?? ''
    const { out, code } = await cli.run('session', 'export', name, '--as', 'codex', '--to', 'kept')
    expect(code).toBe(0)
    const path = /Written to (.*\.jsonl)/.exec(out)?.[1] ?? ''
    expect(path.startsWith(`${machine.folder}/kept/sessions/2026/04/02/rollout-2026-04-02T07-00-04-`)).toBe(
      true,
    )
    expect(out).toMatch(/cd \/home\/ada\/weather && CODEX_HOME=.*kept codex resume [0-9a-f-]{36}/)
    expect(out).toContain('what the model thought')
    const json = JSON.parse((await cli.run('session', 'export', name, '--as', 'pi', '--json')).out) as {
      readonly path: string
      readonly leftBehind: object
    }
    expect(json).toMatchObject({ name, as: 'pi', leftBehind: { thinking: 1 } })
    expect(json.path.startsWith(`${machine.folder}/.pi/agent/sessions/--home-ada-weather--/`)).toBe(true)
    expect(fs.existsSync(json.path)).toBe(true)
  })

  it('goes from one tool to another and back: it is imported as the conversation it was', async () => {
    const to = machine.path('other')
    await cli.run('session', 'export', 'proj-acme', '--as', 'pi', '--to', to)
    await cli.run('import', `${to}/sessions`, '--tool', 'pi')
    const [back] = cli.chatcli.sessions.list({ source: 'pi' }).sessions
    const said = (name: string): unknown[] =>
      cli.chatcli.sessions
        .load(name)
        .messages.filter(({ role }) => role !== 'system')
        .map(({ role, content }) => [role, content])
    expect(said(back?.name ?? '')).toEqual(said('proj-acme'))
    expect(back?.title).toBe(cli.chatcli.sessions.summary('proj-acme').title)
  })

  it.each(['claude-code', 'codex', 'gemini-cli', 'pi'])(
    'is found once, with what it was made of, when it comes back (%s)',
    async (tool) => {
      const to = machine.path('other')
      const query = cli.chatcli.sessions.load('proj-acme').messages.at(-1)?.content ?? ''
      const found = () => cli.chatcli.search(query).sessions
      const before = found().length
      const { out } = await cli.run('session', 'export', 'proj-acme', '--as', tool, '--to', to, '--json')
      const { path } = JSON.parse(out) as { readonly path: string }
      expect((await cli.run('import', path, '--tool', tool)).code).toBe(0)
      const [back] = cli.chatcli.sessions.list({ source: tool }).sessions
      expect(cli.chatcli.sessions.record(back?.name ?? '').family).toBe(
        cli.chatcli.sessions.record('proj-acme').family,
      )
      expect(found()).toHaveLength(before)
      // All over again, and what is made of it: still one family.
      expect((await cli.run('import', path, '--tool', tool, '--again')).out).toContain('Nothing new.')
      expect(cli.chatcli.sessions.record(back?.name ?? '').family).not.toBe(back?.id)
    },
  )

  it('says what it cannot', async () => {
    expect(await cli.run('session', 'export', 'proj-acme', '--as', 'telex')).toMatchObject({ code: 2 })
    expect(await cli.run('session', 'export', 'proj-acme', '--to', 'x')).toMatchObject({ code: 2 })
    expect(await cli.run('session', 'export', 'proj-acme', 'md', '--as', 'pi')).toMatchObject({ code: 2 })
    expect(await cli.run('session', 'export', 'nothing', '--as', 'pi')).toMatchObject({ code: 3 })
  })
})
