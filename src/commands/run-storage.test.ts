import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeFolderDurably } from '../disk/make-folder-durably.ts'
import { cliHarness, type CliHarness, portuguese } from '../surfaces/cli/cli-harness.suite.ts'

const DAY = 86_400_000
const today = Date.UTC(2026, 3, 1, 9)

function put({ disk }: CliHarness, path: string, text: string, days: number): void {
  makeFolderDurably(disk, dirname(path))
  const fd = disk.createExclusive(path)
  disk.write(fd, Buffer.from(text))
  disk.close(fd)
  disk.touch(path, today - days * DAY)
}

/** The sample memory, used today, with machine sessions of so many days ago. */
function harness(
  days: readonly number[] = [100, 95, 1],
  more: Parameters<typeof cliHarness>[0] = {},
): CliHarness {
  const cli = cliHarness(more)
  const session = JSON.stringify({ version: 2, chat_history: [{ role: 'user', content: 'zephyr' }] })
  for (const each of days) put(cli, `/home/chatcli/sessions/autosave-${each}.json`, session, each)
  cli.disk.touch('/home/chatcli/sessions/tide-notes.json', today)
  return cli
}

describe('chatcli storage', () => {
  it('shows a line per store, with what would go', async () => {
    const { code, out, err } = await harness().run('storage')
    expect(code).toBe(0)
    expect(out).toMatch(/^ {2}sessions +5 +\d.* 2 \(\d+ B\) +those the program named: 90 days, 600 per kind/m)
    expect(out).toMatch(/^ {2}trash +0 +0 B +nothing +30 days$/m)
    expect(err).toContain('chatcli storage prune')
    expect((await harness([], portuguese).run('storage')).out).toContain('nunca é limpo')
  })

  it('shows one store, and knows no other', async () => {
    const json = JSON.parse((await harness().run('storage', 'sessions', '--json')).out) as Record<
      string,
      unknown
    >
    expect(json).toMatchObject({
      schemaVersion: 1,
      home: '/home/chatcli',
      policy: { sessionTtlDays: 90, autosaveKeep: 600, trashDays: 30, fromHome: [] },
      clock: { verdict: 'fine' },
      stores: [{ store: 'sessions', files: 5, wouldGo: { items: 2, reasons: { ttl: 2 } } }],
    })
    const { code, err } = await harness().run('storage', 'attic')
    expect(code).toBe(2)
    expect(err).toContain('sessions, transcripts')
  })

  it('refuses to remove anything by a lifetime it does not understand, and the rest works', async () => {
    const environment = { HOME: '/home', TZ: 'UTC', CHATCLI_SESSION_TTL: '1Y' }
    const cli = harness([400], { environment })
    const { code, err } = await cli.run('storage', 'prune', '--apply')
    expect(code).toBe(2)
    expect(err).toContain('CHATCLI_SESSION_TTL=90d')
    expect(cli.disk.stat('/home/chatcli/sessions/autosave-400.json')).toBeDefined()
    expect((await cli.run('session', 'list')).code).toBe(0)
  })
})

describe('chatcli storage prune', () => {
  it.each([[[]], [['--dry-run']], [['--apply', '-n']], [['apply', '--dry-run']]])(
    'changes nothing with %j',
    async (options) => {
      const cli = harness()
      const { code, out, err } = await cli.run('storage', 'prune', ...options)
      expect(code).toBe(0)
      expect(out).toMatch(/^past its time \(2, .*autosave-100\n.*autosave-95$/ms)
      expect(err).toContain('--apply')
      expect(cli.disk.stat('/home/chatcli/sessions/autosave-100.json')).toBeDefined()
    },
  )

  it.each([['--apply'], ['--yes'], ['-y'], ['apply']])(
    'removes with %s, and a second time nothing',
    async (option) => {
      const cli = harness()
      const { out } = await cli.run('storage', 'prune', option, '--json')
      expect(JSON.parse(out)).toMatchObject({
        applied: true,
        items: [{ name: 'autosave-100' }, { name: 'autosave-95' }],
        removed: [{ store: 'sessions', reason: 'ttl', name: 'autosave-100' }, { name: 'autosave-95' }],
        failed: [],
      })
      expect((await cli.run('storage', 'prune', option)).out).toBe('There is nothing to remove.\n')
      expect((await cli.run('trash', 'list')).out).toContain('autosave-100')
      expect((await cli.run('search', 'zephyr', '--json')).out).not.toContain('autosave-95')
    },
  )

  it('takes one store, of which something could go', async () => {
    const cli = harness()
    expect((await cli.run('storage', 'prune', 'costs', '--apply')).out).toBe('There is nothing to remove.\n')
    const { code, err } = await cli.run('storage', 'prune', 'logs')
    expect([code, err]).toEqual([2, expect.stringContaining('Give one of these')])
    expect((await cli.run('storage', 'prune', 'costs', 'trash')).code).toBe(2)
  })

  it('refuses while the clock is far past the last time, with an exit code for cron', async () => {
    const cli = harness()
    cli.disk.unlink('/home/chatcli/home.json')
    put(
      cli,
      '/home/chatcli/home.json',
      JSON.stringify({ format: 1, high_water: new Date(today - 31 * DAY).toISOString() }),
      0,
    )
    const { code, out, err } = await cli.run('storage', 'prune', '--apply')
    expect([code, out]).toEqual([8, expect.stringContaining('nothing was removed')])
    expect(err).toContain('do it again')
    expect((await cli.run('storage', 'prune', '--apply')).code).toBe(0)
  })
})

describe('chatcli storage policy', () => {
  it('keeps in the home what the settings of others do not say', async () => {
    const cli = harness()
    expect(
      (await cli.run('storage', 'policy', '--ttl', '365d', '--keep', '700', '--trash-days', '0')).code,
    ).toBe(0)
    const { out, err } = await cli.run('storage', 'policy')
    expect(out).toMatch(/365 days\n.*700\n.*for ever/)
    expect(err).toContain('session-ttl is what the home asks for')
    expect((await cli.run('storage', 'prune')).out).toBe('There is nothing to remove.\n')
    expect((await cli.run('storage', 'policy', '--ttl', 'soon')).code).toBe(2)
  })
})

describe('chatcli trash', () => {
  async function withTrash(): Promise<CliHarness> {
    const cli = harness()
    await cli.run('session', 'delete', 'proj-acme')
    await cli.run('storage', 'prune', '--apply')
    return cli
  }

  it('lists, brings back by name, and brings back all that went by itself', async () => {
    const cli = await withTrash()
    const { trash } = JSON.parse((await cli.run('trash', 'list', '--json')).out) as { trash: object[] }
    expect(trash).toHaveLength(3)
    expect((await cli.run('trash', 'restore', 'proj-acme')).out).toContain('"proj-acme" restored')
    expect((await cli.run('trash', 'restore', '--expired')).out).toBe('2 sessions restored from the trash.\n')
    expect((await cli.run('trash', 'list')).out).toBe('The trash is empty.\n')
    expect((await cli.run('trash', 'restore')).code).toBe(2)
  })

  it('is emptied when somebody says so', async () => {
    const cli = await withTrash()
    expect((await cli.run('trash', 'empty')).code).toBe(8)
    expect((await cli.run('trash', 'empty', '--dry-run')).out).toContain('3 entries')
    expect((await cli.run('trash', 'empty', '--older-than', '1')).out).toContain('longer than 1 day')
    expect((await cli.run('trash', 'empty', 'nobody', '--yes')).code).toBe(3)
    expect((await cli.run('trash', 'empty', 'proj-acme', '--yes')).out).toContain('1 entry')
    expect((await cli.run('trash', 'list', '--json')).out).not.toContain('proj-acme')
    expect((await cli.run('trash', 'empty', '--yes', '--json')).code).toBe(0)
    expect(cli.disk.list('/home/chatcli/trash')).toEqual([])
  })

  it('asks first', async () => {
    const asked: string[] = []
    const cli = harness([100], {
      ask: async (question) => {
        asked.push(question)
        return 'y'
      },
    })
    await cli.run('storage', 'prune', '--apply')
    expect((await cli.run('trash', 'empty')).code).toBe(0)
    expect(asked).toEqual([expect.stringContaining('Remove 1 entry')])
  })
})
