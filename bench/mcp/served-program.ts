import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

/** How the server is spoken to. */
export type Wire = 'stdio' | 'http'

/** `chatcli mcp-server` in a process of its own, and a client of the newest revision. */
export interface ServedProgram {
  readonly client: Client
  /** Of the server. */
  readonly pid: number | undefined
  /** Memory of the server that is in use, in MB (RSS). */
  readonly memory: () => number
  /** Processor time that the server has used, in milliseconds; undefined where the system does not tell. */
  readonly processorTime: () => number | undefined
  readonly close: () => Promise<void>
}

/** Starts the built program on a home. @param settings more of its environment */
export async function serveProgram(
  cli: string,
  home: string,
  wire: Wire,
  settings: Readonly<Record<string, string>> = {},
): Promise<ServedProgram> {
  const environment = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    CHATCLI_HOME: home,
    CHATCLI_MCP_CALLS_PER_SECOND: '0',
    ...settings,
  }
  const client = new Client({ name: 'bench', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
  if (wire === 'stdio') {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [cli, 'mcp-server'],
      env: environment,
    })
    await client.connect(transport)
    return {
      client,
      pid: transport.pid ?? undefined,
      memory: () => memoryOf(transport.pid),
      processorTime: () => processorTimeOf(transport.pid),
      close: () => client.close(),
    }
  }
  const child = spawn(process.execPath, [cli, 'mcp-server', '--http', '--port', '0'], {
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const transport: Transport = new StreamableHTTPClientTransport(new URL(await addressOf(child)))
  await client.connect(transport)
  return {
    client,
    pid: child.pid,
    memory: () => memoryOf(child.pid),
    processorTime: () => processorTimeOf(child.pid),
    async close() {
      await client.close()
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'close')
    },
  }
}

async function addressOf(child: ChildProcess): Promise<string> {
  let said = ''
  return new Promise((resolve, reject) => {
    // It is read to its end: what the server says later must not fill the pipe.
    child.stderr?.on('data', (chunk) => {
      said += String(chunk)
      const url = /http:\S+/.exec(said)?.[0]
      if (url !== undefined) resolve(url)
    })
    child.once('close', () => reject(new Error(`The server did not start: ${said}`)))
  })
}

function memoryOf(pid: number | null | undefined): number {
  const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
  return Number(stdout) / 1024
}

/** Linux counts it in hundredths of a second. */
function processorTimeOf(pid: number | null | undefined): number | undefined {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return undefined
  // The name of the program may hold spaces and brackets.
  const fields = readFileSync(file, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}
