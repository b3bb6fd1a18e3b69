import { describe, expect, it } from 'vitest'
import type { ServeRequest } from '../../commands/serve-request.ts'
import { ChatCliError } from '../../errors.ts'
import { readSettings } from '../../settings.ts'
import { cliHarness } from './cli-harness.suite.ts'

describe('a command that serves a program', () => {
  it('is run by its surface, which opens the memory when it wants to', async () => {
    const served: ServeRequest[] = []
    const cli = cliHarness({
      serve: async (request) => {
        served.push(request)
        const { chatcli } = await request.open(readSettings({ HOME: '/home' }))
        return chatcli.sessions.exists('tide-notes') ? 7 : 1
      },
    })
    expect(await cli.run('acp', '--mode', 'agent')).toEqual({ code: 7, out: '', err: '' })
    expect(served).toMatchObject([{ path: 'acp', input: { words: [], options: { mode: 'agent' } } }])
  })

  it('tells on standard error what keeps it from beginning', async () => {
    const cli = cliHarness({
      serve: () => Promise.reject(new ChatCliError('locked', 'Another one is running')),
    })
    expect((await cli.run('acp', '--json')).err).toContain('There is no option --json here.')
    expect(await cli.run('acp')).toMatchObject({
      code: 6,
      out: '',
      err: expect.stringContaining('Another one'),
    })
  })
})
