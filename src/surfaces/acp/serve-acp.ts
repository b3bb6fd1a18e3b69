import { Readable, Writable } from 'node:stream'
import { type AgentConnection, ndJsonStream } from '@agentclientprotocol/sdk/unstable'
import { importOnStart } from '../../commands/import/import-on-start.ts'
import { retainInBackground } from '../../commands/chat/retain-in-background.ts'
import type { ServeRequest } from '../../commands/serve-request.ts'
import { touchFile } from '../../disk/file-system-facts.ts'
import { acpAgent } from './acp-agent.ts'
import { AcpSessions } from './acp-sessions.ts'
import { answeringStream } from './answering-stream.ts'
import { connectedClient } from './connected-client.ts'
import { openAcpWorld } from './open-acp-world.ts'

/** An editor sends whole files along. */
const longestMessage = 256 * 2 ** 20

/**
 * Serves an editor over standard input and output until it leaves. What is wrong with the settings, the home or its key
 * is told to the editor by whatever it asks for: it is the only one that listens.
 *
 * @param out where the protocol goes
 * @returns the exit code
 */
export async function serveAcp(
  request: ServeRequest,
  process: NodeJS.Process,
  out: Writable,
): Promise<number> {
  const { text, cwd } = request.base
  const { stdin, stderr } = process
  const leaving = new AbortController()
  const opened: { connection?: AgentConnection } = {}
  const sessions: AcpSessions = new AcpSessions({
    text,
    cwd,
    client: connectedClient(() => opened.connection?.client),
    async openWorld(asking) {
      const world = await openAcpWorld(request, asking, { fetch: globalThis.fetch, signal: leaving.signal })
      const { chatcli } = world.context
      const { settings } = world
      const { signal } = leaving
      const tell = (lines: readonly string[]): void => lines.forEach((line) => stderr.write(`${line}\n`))
      void retainInBackground({ chatcli, settings, text, signal, touch: touchFile }).then(tell)
      void importOnStart(world.context, { settings, signal }).then(tell)
      return world
    },
  })
  const output = Writable.toWeb(out) as WritableStream<Uint8Array>
  const input = Readable.toWeb(stdin) as ReadableStream<Uint8Array>
  const messages = ndJsonStream(output, input, { maxMessageBytes: longestMessage })
  const connection = acpAgent(sessions, text).connect(answeringStream(messages, () => sessions.end()))
  opened.connection = connection
  const release = onSignal(process, () => {
    sessions.end()
    connection.close()
  })
  try {
    await connection.closed
  } finally {
    leaving.abort()
    await sessions.leave()
    release()
    stdin.destroy()
  }
  return 0
}

/** Whoever types Ctrl-C twice does not want to wait: what was said is on the disk. @returns what ends it */
function onSignal(process: NodeJS.Process, end: () => void): () => void {
  const signals: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP']
  let first: NodeJS.Signals | undefined
  const given = (signal: NodeJS.Signals): void => {
    if (first === 'SIGINT' && signal === 'SIGINT') process.exit(130)
    first ??= signal
    end()
  }
  for (const signal of signals) process.on(signal, given)
  return () => {
    for (const signal of signals) process.off(signal, given)
  }
}
