import { describe, expect, it } from 'vitest'
import { cliHarness, portuguese } from '../surfaces/cli/cli-harness.suite.ts'

describe('chatcli index', () => {
  it('says how the index stands', async () => {
    const cli = cliHarness()
    const { code, out } = await cli.run('index', 'status')
    expect(code).toBe(0)
    expect(out).toMatch(/^\d+ of \d+ sessions, \d+ messages/)
    const json = JSON.parse((await cli.run('index', 'status', '--json')).out) as Record<string, number>
    expect(json['indexed']).toBe(json['sessions'])
    expect(json['segments']).toBeGreaterThan(0)
    expect((await cliHarness(portuguese).run('index', 'status')).out).toMatch(/^\d+ de \d+ sess/)
  })

  it('makes it anew, and finds nothing wrong with it', async () => {
    const cli = cliHarness()
    const before = (await cli.run('search', 'tide', '--json')).out
    expect((await cli.run('index', 'rebuild')).code).toBe(0)
    expect((await cli.run('search', 'tide', '--json')).out).toBe(before)
    expect(JSON.parse((await cli.run('index', 'verify', '--json')).out)).toMatchObject({ damaged: [] })
    expect((await cli.run('index', 'verify')).out).toContain('whole')
  })

  it('names what it can do', async () => {
    const { code, err } = await cliHarness().run('index', 'polish')
    expect(code).toBe(2)
    expect(err).toContain('rebuild')
  })
})
