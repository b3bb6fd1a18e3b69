import fc from 'fast-check'
import { parse } from 'smol-toml'
import { describe, expect, it } from 'vitest'
import { makeFolderDurably } from '../../disk/make-folder-durably.ts'
import { readText } from '../../disk/read-text.ts'
import type { SimulatedDisk } from '../../disk/simulated-disk.ts'
import { writeDurably } from '../../disk/write-durably.ts'
import { type CliRun, cliHarness } from '../../surfaces/cli/cli-harness.suite.ts'
import { clientNames } from './client-names.ts'
import { mcpClients } from './mcp-client.ts'
import { parseJsonc } from './parse-jsonc.ts'

const program = { node: '/opt/node/bin/node', script: '/opt/chatcli/dist/cli.js', platform: 'linux' }
const environment = { HOME: '/home', TZ: 'UTC' }
const place = { platform: 'linux', home: '/home', cwd: '/desk', environment }
let names = 0

interface Machine {
  readonly disk: SimulatedDisk
  readonly run: (...argv: readonly string[]) => Promise<CliRun>
}

function put(disk: SimulatedDisk, path: string, text: string): void {
  makeFolderDurably(disk, path.slice(0, path.lastIndexOf('/')))
  const replace = disk.stat(path) !== undefined
  writeDurably(disk, path, Buffer.from(text), { replace, randomName: () => `written-${names++}` })
}

function fileOf(name: string, scope: 'user' | 'project' = 'user'): string {
  return mcpClients.find((client) => client.name === name)?.files(scope, place)?.[0] ?? ''
}

function machine(files: Readonly<Record<string, string>> = {}, more: object = {}): Machine {
  const harness = cliHarness({ program, environment, ...more })
  for (const [path, text] of Object.entries(files)) put(harness.disk, path, text)
  return { disk: harness.disk, run: async (...argv) => harness.run(...argv) }
}

function entryIn(disk: SimulatedDisk, name: string, path: string = fileOf(name)): unknown {
  const client = mcpClients.find((known) => known.name === name)
  const text = readText(disk, path)
  const values = (client?.format === 'toml' ? parse(text) : parseJsonc(text)?.value) as Record<string, never>
  return (values[client?.section ?? ''] as Record<string, unknown> | undefined)?.['chatcli']
}

function backups(disk: SimulatedDisk, folder: string): readonly string[] {
  return disk.list(folder).filter((file) => file.includes('before-chatcli'))
}

const jsonOf = ({ out }: CliRun): { clients: { client: string; action?: string; error?: unknown }[] } =>
  JSON.parse(out)

describe('mcp install', () => {
  it.each(clientNames)('tells %s how to start it, once, from paths that need no shell', async (name) => {
    const { disk, run } = machine()
    const first = await run('mcp', 'install', name)
    expect(first).toMatchObject({ code: 0, out: expect.stringContaining('Added.') })
    const entry = entryIn(disk, name) as Record<string, unknown>
    const started = [entry['command'], entry['args'] ?? []].flat(2)
    expect(started).toEqual([program.node, program.script, 'mcp-server'])
    const text = readText(disk, fileOf(name))
    expect((await run('mcp', 'install', name)).out).toContain('It is there already')
    expect(readText(disk, fileOf(name))).toBe(text)
    expect(backups(disk, fileOf(name).slice(0, fileOf(name).lastIndexOf('/')))).toEqual([])
    expect((await run('mcp', 'uninstall', name)).out).toContain('Taken out.')
    expect(entryIn(disk, name)).toBeUndefined()
    expect((await run('mcp', 'uninstall', name)).out).toContain('It is not there')
  })

  it.each(clientNames.filter((name) => name !== 'claude-desktop'))(
    'tells %s how to reach it',
    async (name) => {
      const { disk, run } = machine()
      await run('mcp', 'install', name)
      const reached = await run('mcp', 'install', name, '--http', 'https://memory.example/mcp')
      expect(reached.out).toContain('Changed.')
      const entry = JSON.stringify(entryIn(disk, name))
      expect(entry).toContain('https://memory.example/mcp')
      expect(entry).not.toContain(program.node)
      expect(`${entry}${reached.err}`).toContain(
        name === 'zed' ? 'Authorization: Bearer TOKEN' : 'CHATCLI_MCP_TOKEN',
      )
      await run('mcp', 'install', name)
      expect(JSON.stringify(entryIn(disk, name))).not.toContain('memory.example')
    },
  )

  it('keeps a copy of the old file, the comments, and what the person added to the entry', async () => {
    const path = fileOf('gemini-cli')
    const old = `{
  // mine
  "theme": "dark",
  "mcpServers": {
    "chatcli": {
      "command": "/old/node", // from before
      "args": ["/old/cli.js", "mcp-server"],
      "env": { "CHATCLI_LANG": "pt-BR" },
      "trust": true, // asked for
    },
  },
}
`
    const { disk, run } = machine({ [path]: old })
    const { out } = await run('mcp', 'install', 'gemini')
    const after = readText(disk, path)
    expect(after).toContain('// mine\n')
    expect(after).toContain('"command": "/opt/node/bin/node", // from before\n')
    expect(after).toContain('"env": { "CHATCLI_LANG": "pt-BR" },\n      "trust": true, // asked for\n')
    const [backup = ''] = backups(disk, '/home/.gemini')
    expect(readText(disk, `/home/.gemini/${backup}`)).toBe(old)
    expect(out).toContain(backup)
  })

  it('leaves who may read the file as it was; the copy is for its owner alone', async () => {
    const path = fileOf('cursor')
    const { disk, run } = machine({ [path]: '{}' })
    disk.setMode(path, 0o644)
    await run('mcp', 'install', 'cursor', 'codex')
    expect([disk.stat(path)?.mode, disk.stat(fileOf('codex'))?.mode]).toEqual([0o644, 0o600])
    const [backup = ''] = backups(disk, '/home/.cursor')
    expect(disk.stat(`/home/.cursor/${backup}`)?.mode).toBe(0o600)
  })

  it('writes nothing in a dry run, and shows the lines without the secrets around them', async () => {
    const path = fileOf('cursor')
    const secret = ['sk', 'ant', 'api03', 'Zx81kLmQ02vTrB77yUiPoA'].join('-')
    const old = `{\n  "mcpServers": {\n    "other": { "env": { "KEY": "${secret}" } }\n  }\n}\n`
    const { disk, run } = machine({ [path]: old })
    const { code, out } = await run('mcp', 'install', 'cursor', '--dry-run')
    expect([code, readText(disk, path), backups(disk, '/home/.cursor')]).toEqual([0, old, []])
    expect(out).toContain('+    "chatcli": {')
    expect(out).not.toContain(secret)
    expect(out).toContain('Nothing was written.')
  })

  it('only prints with --print', async () => {
    const { disk, run } = machine()
    const { out } = await run('mcp', 'install', 'codex', 'vscode', '--print')
    expect(out).toContain('[mcp_servers.chatcli]\ncommand = "/opt/node/bin/node"')
    expect(out).toContain('"servers": {')
    expect([fileOf('codex'), fileOf('vscode')].map((path) => disk.stat(path))).toEqual([undefined, undefined])
  })

  it('prints for the file that is there', async () => {
    const path = '/home/.config/opencode/opencode.jsonc'
    expect((await machine({ [path]: '{}' }).run('mcp', 'install', 'opencode', '--print')).out).toContain(path)
  })

  it.each([[], ['--print']])(
    'of those that are here passes over who reaches no server, %j',
    async (...more) => {
      const { disk, run } = machine({ [fileOf('claude-desktop')]: '{}', [fileOf('cursor')]: '{}' })
      const { code, out } = await run('mcp', 'install', '--yes', '--http', 'http://localhost:1/mcp', ...more)
      expect([code, out.includes('Cursor'), out.includes('Claude Desktop')]).toEqual([0, true, false])
      expect(readText(disk, fileOf('claude-desktop'))).toBe('{}')
    },
  )

  it.each([
    [['--http', 'http://localhost:1/mcp'], 'starts programs only'],
    [['--scope', 'project'], 'no settings for a project'],
  ])('prints nothing that does not work (%j)', async (options, reason) =>
    expect(await machine().run('mcp', 'install', 'claude-desktop', '--print', ...options)).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining(reason),
    }),
  )

  it('says that there is nowhere to look', async () =>
    expect(await machine({}, { environment: {} }).run('mcp', 'install', 'cursor')).toMatchObject({
      code: 2,
      err: expect.stringContaining('HOME'),
    }))

  it.each([
    ['cursor', '{ "mcpServers": '],
    ['cursor', '[]'],
    ['cursor', '{ "mcpServers": [] }'],
    ['cursor', '{ "mcpServers": { "chatcli": "x" } } trailing'],
    ['codex', 'model = \n'],
    ['codex', 'mcp_servers = { other = { command = "x" } }\n'],
  ])('leaves a file of %s alone that holds %j', async (name, text) => {
    const { disk, run } = machine({ [fileOf(name)]: text })
    for (const verb of ['install', 'uninstall']) {
      const { code, out } = await run('mcp', verb, name)
      const isFine = verb === 'uninstall' && /^(?:\[\]|mcp_servers|\{ "mcpServers": \[\])/.test(text)
      if (!isFine) expect([code, out]).toEqual([8, expect.stringContaining(fileOf(name))])
      expect(readText(disk, fileOf(name))).toBe(text)
    }
  })

  it('goes on with the others when one file is broken', async () => {
    const { disk, run } = machine({ [fileOf('cursor')]: '{', [fileOf('codex')]: '' })
    const result = await run('mcp', 'install', '--yes', '--json')
    expect(jsonOf(result).clients).toEqual([
      expect.objectContaining({ client: 'cursor', error: expect.objectContaining({ code: 'refused' }) }),
      expect.objectContaining({ client: 'codex', action: 'add', written: true }),
    ])
    expect(entryIn(disk, 'codex')).toBeDefined()
  })

  it('without names takes those that are here, and asks first', async () => {
    const files = { [fileOf('zed')]: '{}', '/home/.claude/history': '' }
    const quiet = machine(files)
    expect(await quiet.run('mcp', 'install')).toMatchObject({
      code: 2,
      err: expect.stringContaining('claude-code, zed'),
    })
    const questions: string[] = []
    for (const answer of ['', 'y']) {
      const ask = async (question: string): Promise<string> => (questions.push(question), answer)
      const asked = machine(files, { ask })
      const { out } = await asked.run('mcp', 'install')
      expect(out.includes('Nothing was written.')).toBe(answer === '')
      expect(entryIn(asked.disk, 'zed') !== undefined).toBe(answer === 'y')
      expect(asked.disk.stat(fileOf('cursor'))).toBeUndefined()
    }
    expect(questions[0]).toContain('Claude Code, Zed')
  })

  it('finds nothing where nothing is', async () =>
    expect(await machine().run('mcp', 'install')).toMatchObject({
      code: 3,
      err: expect.stringContaining('cursor'),
    }))

  it('writes into the folder of a project, and warns of its paths', async () => {
    const { disk, run } = machine()
    const { err } = await run('mcp', 'install', 'claude', 'zed', '--scope', 'project')
    expect(entryIn(disk, 'claude-code', '/desk/.mcp.json')).toBeDefined()
    expect(entryIn(disk, 'zed', '/desk/.zed/settings.json')).toBeDefined()
    expect(err).toContain('paths of this machine')
    const none = await run('mcp', 'install', 'claude-desktop', '--scope', 'project')
    expect([none.code, none.out]).toEqual([2, expect.stringContaining('Claude Desktop')])
  })

  it('passes a home of its own on, and no key', async () => {
    const key = Buffer.alloc(32, 7).toString('base64')
    const own = { ...environment, CHATCLI_HOME: '/elsewhere', CHATCLI_ENCRYPTION_KEY: key }
    const { disk, run } = machine({}, { environment: own })
    const { err } = await run('mcp', 'install', 'cursor', 'opencode', 'codex')
    expect(entryIn(disk, 'cursor')).toMatchObject({ env: { CHATCLI_HOME: '/elsewhere' } })
    expect(entryIn(disk, 'opencode')).toMatchObject({ environment: { CHATCLI_HOME: '/elsewhere' } })
    expect(entryIn(disk, 'codex')).toMatchObject({ env: { CHATCLI_HOME: '/elsewhere' } })
    for (const name of ['cursor', 'opencode', 'codex'])
      expect(readText(disk, fileOf(name))).not.toContain(key)
    expect(err).toContain('encryption-key-file')
  })

  it('sets Zed up as an agent too, beside the tools', async () => {
    const { disk, run } = machine()
    await run('mcp', 'install', 'zed')
    await run('mcp', 'install', 'zed', '--acp')
    const agent = { type: 'custom', command: program.node, args: [program.script, 'acp'] }
    expect(parseJsonc(readText(disk, fileOf('zed')))?.value).toMatchObject({
      agent_servers: { chatcli: agent },
    })
    await run('mcp', 'uninstall', 'zed', '--acp')
    expect(parseJsonc(readText(disk, fileOf('zed')))?.value).toMatchObject({ agent_servers: {} })
    expect(entryIn(disk, 'zed')).toBeDefined()
    expect(await run('mcp', 'install', 'cursor', '--acp')).toMatchObject({
      code: 2,
      err: expect.stringContaining('zed --acp'),
    })
  })

  it.each([
    [['nosuch'], 'claude-code'],
    [['zeed'], 'zed'],
    [['cursor', '--http', 'memory'], 'http://127.0.0.1'],
    [['cursor', '--http', 'ftp://memory/mcp'], 'http://127.0.0.1'],
    [['zed', '--acp', '--http', 'http://localhost/mcp'], '--acp'],
  ])('says what is wrong with %j', async (words, hint) =>
    expect(await machine().run('mcp', 'install', ...words)).toMatchObject({
      code: 2,
      err: expect.stringContaining(hint),
    }),
  )

  it('does not overwrite what another program writes at the same moment', async () => {
    const path = fileOf('cursor')
    const { disk, run } = machine({ [path]: '{}' })
    const create = disk.createExclusive.bind(disk)
    disk.createExclusive = (name, becomes) => {
      if (becomes === path) {
        disk.createExclusive = create
        put(disk, path, '{"mcpServers":{"new":{}}}')
      }
      return create(name, becomes)
    }
    expect(await run('mcp', 'install', 'cursor')).toMatchObject({ code: 6 })
    expect(readText(disk, path)).toBe('{"mcpServers":{"new":{}}}')
  })

  it('keeps everything else in files of any content', async () => {
    const json = fc.dictionary(
      fc.string(),
      fc.oneof(fc.jsonValue(), fc.dictionary(fc.string(), fc.jsonValue())),
    )
    await fc.assert(
      fc.asyncProperty(json, fc.dictionary(fc.string(), fc.jsonValue()), async (values, servers) => {
        const before = { ...values, mcpServers: servers }
        const { disk, run } = machine({ [fileOf('cursor')]: JSON.stringify(before, null, 2) })
        await run('mcp', 'install', 'cursor')
        const after = parseJsonc(readText(disk, fileOf('cursor')))?.value as typeof before
        const { chatcli, ...others } = after.mcpServers
        expect(chatcli).toMatchObject({ command: program.node })
        expect({ ...after, mcpServers: others }).toEqual(JSON.parse(JSON.stringify(before)))
      }),
      { numRuns: 50 },
    )
  })
})
