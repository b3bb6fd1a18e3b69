import { describe, expect, it } from 'vitest'
import { editTomlTable } from './edit-toml-table.ts'

const path = ['mcp_servers', 'chatcli'] as const
const ours = { command: '/opt/node', args: ['/opt/cli.js', 'mcp-server'], url: undefined }
const table = '[mcp_servers.chatcli]\ncommand = "/opt/node"\nargs = ["/opt/cli.js", "mcp-server"]\n'

describe('editTomlTable', () => {
  it.each([
    ['', table],
    ['model = "x" # mine\n', `model = "x" # mine\n\n${table}`],
    ['[mcp_servers.other]\ncommand = "y"\n\n\n', `[mcp_servers.other]\ncommand = "y"\n\n${table}`],
    ['a = 1\r\n', `a = 1\r\n\r\n${table.replaceAll('\n', '\r\n')}`],
    ['text = """\n[mcp_servers.chatcli]\n"""\n', `text = """\n[mcp_servers.chatcli]\n"""\n\n${table}`],
  ])('puts the table behind %j', async (text, after) => {
    expect(await editTomlTable(text, path, ours)).toBe(after)
    expect(await editTomlTable(after, path, ours)).toBe(after)
  })

  it('changes keys in place and leaves the others, with their comments', async () => {
    const text = `# top
[mcp_servers.chatcli] # ours
# how it starts
command = "/old/node" # old
args = ["/old/cli.js"]
url = "http://localhost"
startup_timeout_sec = 20

# about the other
[mcp_servers.other]
command = "y"
`
    expect(await editTomlTable(text, path, ours)).toBe(`# top
[mcp_servers.chatcli] # ours
# how it starts
command = "/opt/node" # old
args = ["/opt/cli.js", "mcp-server"]
startup_timeout_sec = 20

# about the other
[mcp_servers.other]
command = "y"
`)
  })

  it.each([
    [`a = 1\n\n${table}`, 'a = 1\n\n'],
    [table, ''],
    [`${table}\n# about b\n[b]\nc = 1\n`, '# about b\n[b]\nc = 1\n'],
    [`[a]\nb = 1\n${table}[mcp_servers.chatcli.env]\nX = "1"\n[c]\n`, '[a]\nb = 1\n[c]\n'],
    [`[mcp_servers."chatcli"]\ncommand = "x"\n[d]\n`, '[d]\n'],
    ['[mcp_servers.other]\ncommand = "y"\n', '[mcp_servers.other]\ncommand = "y"\n'],
  ])('takes the table out of %j', async (text, after) =>
    expect(await editTomlTable(text, path, undefined)).toBe(after),
  )

  it.each([
    'mcp_servers = { chatcli = { command = "x" } }\n',
    'mcp_servers.chatcli.command = "x"\n',
    'mcp_servers = {}\n',
  ])('leaves %j alone', async (text) => {
    expect(await editTomlTable(text, path, ours)).toBeUndefined()
  })

  it('does not read what is no TOML', async () =>
    expect(editTomlTable('a = \n', path, ours)).rejects.toThrow(/Invalid TOML/))
})
