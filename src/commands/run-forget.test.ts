import { describe, expect, it } from 'vitest'
import { readWholeFile } from '../disk/read-file.ts'
import { walkFiles } from '../store/storage/walk-files.ts'
import { cliHarness, type CliHarness } from '../surfaces/cli/cli-harness.suite.ts'

function filesWith({ disk }: CliHarness, word: string): string[] {
  return [...walkFiles(disk, '/home')]
    .map(({ path }) => path)
    .filter((path) => Buffer.from(readWholeFile(disk, path)).toString('latin1').toLowerCase().includes(word))
}

describe('chatcli session forget', () => {
  it('takes a message out of everything, the index too', async () => {
    const cli = cliHarness()
    expect((await cli.run('search', 'bucket', '--json')).out).toContain('proj-acme')
    await cli.run('session', 'fork', 'proj-acme', 'proj-b')
    expect(filesWith(cli, 'bucket').some((path) => path.includes('/index/'))).toBe(true)
    const { code, out, err } = await cli.run('session', 'forget', 'proj-acme', '--message', '2', '--yes')
    expect([code, out]).toEqual([0, 'Message 2 of "proj-acme" is forgotten.\n'])
    expect(err).toContain('history of the prompt')
    expect((await cli.run('session', 'get', 'proj-acme')).out).toContain('[message forgotten]')
    expect((await cli.run('session', 'export', 'proj-acme', 'md', '-')).out).toContain('#2 — forgotten')
    expect((await cli.run('search', 'bucket')).code).toBe(1)
    expect(filesWith(cli, 'bucket')).toEqual([])
    expect((await cli.run('search', 'capped')).out).toContain('proj-acme')
  })

  it('asks, says what it would do, and needs a position that is there', async () => {
    const cli = cliHarness()
    expect((await cli.run('session', 'forget', 'proj-acme', '--message', '2')).code).toBe(8)
    expect((await cli.run('session', 'forget', 'proj-acme', '--message', '2', '--dry-run')).out).toContain(
      'token bucket',
    )
    expect((await cli.run('session', 'forget', 'proj-acme')).code).toBe(2)
    expect((await cli.run('session', 'forget', 'proj-acme', '--message', '99', '--yes')).code).toBe(3)
    expect(filesWith(cli, 'bucket').length).toBeGreaterThan(0)
  })
})
