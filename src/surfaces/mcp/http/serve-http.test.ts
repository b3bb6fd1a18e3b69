import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { createRealDisk } from '../../../disk/real-disk.ts'
import { readSettings } from '../../../settings.ts'
import { english } from '../../../text/catalogue.ts'
import type { HttpListener } from './listen-http.ts'
import { serveHttp } from './serve-http.ts'
import { toyFactory } from './toy-factory.suite.ts'

const good = 'a-token-that-is-long-enough'
const folder = mkdtempSync(join(tmpdir(), 'chatcli-http-'))
const open: HttpListener[] = []

afterEach(async () => {
  for (const listener of open.splice(0)) await listener.close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function serve(
  options: Record<string, string>,
  environment: Record<string, string> = {},
): Promise<{ readonly lines: readonly string[]; readonly url: string }> {
  const lines: string[] = []
  const listener = await serveHttp({
    factory: toyFactory().factory,
    input: { words: [], options: { port: '0', ...options } },
    settings: readSettings({ HOME: folder, ...environment }),
    disk: createRealDisk(),
    text: english,
    note: (line) => lines.push(line),
    now: () => 0,
    randomHex: (digits) => 'a'.repeat(digits),
    onError: () => undefined,
  })
  open.push(listener)
  return { lines, url: listener.url }
}

async function statusOf(url: string, headers: Record<string, string> = {}): Promise<number> {
  return (await fetch(url, { headers: { accept: 'text/event-stream', ...headers } })).status
}

function file(name: string, text: string, mode = 0o600): string {
  const path = join(folder, name)
  writeFileSync(path, text, { mode })
  return path
}

describe('serveHttp', () => {
  it('says where it is, on this machine only unless told otherwise', async () => {
    const { lines, url } = await serve({})
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/)
    expect(lines).toEqual([english.mcpHttp.listening(url), english.mcpHttp.forEverybodyHere])
    expect(await statusOf(url)).toBe(405)
  })

  it.each(['0.0.0.0', '::', '192.168.0.1', 'memory.example'])(
    'does not start on %s without a token',
    async (host) =>
      expect(serve({ host })).rejects.toMatchObject({
        code: 'refused',
        hint: expect.stringContaining('CHATCLI_MCP_TOKEN_FILE'),
      }),
  )

  it('starts where others reach it with a token, and warns that it is not encrypted', async () => {
    const { lines, url } = await serve({ host: '0.0.0.0' }, { CHATCLI_MCP_TOKEN: good })
    expect(lines).toContain(english.mcpHttp.inTheClear)
    const here = url.replace('0.0.0.0', '127.0.0.1')
    expect(await statusOf(here)).toBe(401)
    expect(await statusOf(here, { authorization: `Bearer ${good}` })).toBe(405)
  })

  it('takes tokens from a file, one a line, and says when others can read it', async () => {
    const path = file('tokens', `# of the office\n${good}\n\nanother-token-for-the-laptop\r\n`, 0o644)
    const { lines, url } = await serve({}, { CHATCLI_MCP_TOKEN_FILE: path })
    expect(lines).toContain(english.mcpHttp.openTokenFile(path))
    expect(lines).toContain(english.mcpHttp.withTokens(2))
    for (const token of [good, 'another-token-for-the-laptop'])
      expect(await statusOf(url, { authorization: `Bearer ${token}` })).toBe(405)
    expect(lines.join('\n')).not.toContain(good)
  })

  it('says that a command line is no place for one', async () =>
    expect((await serve({ token: good })).lines).toContain(english.mcpHttp.onCommandLine))

  it.each([
    ['a short one', () => ({ CHATCLI_MCP_TOKEN: 'short' }), 'usage'],
    ['one with spaces', () => ({ CHATCLI_MCP_TOKEN: 'this is a sentence with spaces' }), 'usage'],
    ['a file that is not there', () => ({ CHATCLI_MCP_TOKEN_FILE: join(folder, 'none') }), 'not-found'],
    ['an empty file', () => ({ CHATCLI_MCP_TOKEN_FILE: file('empty', '# nothing\n') }), 'usage'],
    ['a folder', () => ({ CHATCLI_MCP_TOKEN_FILE: folder }), 'not-found'],
  ])('does not start with %s', async (_, environment, code) =>
    expect(serve({}, environment())).rejects.toMatchObject({ code }),
  )

  it.each(['65536', '-1', 'x', '1.5'])('has no port %s', async (port) =>
    expect(serve({ port })).rejects.toMatchObject({ code: 'usage' }),
  )
})
