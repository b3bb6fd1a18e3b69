import type { McpServerFactory, ServerEventBus } from '@modelcontextprotocol/server'
import { countOption, textOption } from '../../../commands/input-values.ts'
import type { CommandInput } from '../../../commands/command.ts'
import type { Disk } from '../../../disk/disk.ts'
import { ChatCliError } from '../../../errors.ts'
import type { Settings } from '../../../settings.ts'
import type { Catalogue } from '../../../text/catalogue.ts'
import { createHttpApp } from './create-http-app.ts'
import { isLoopbackHost } from './http-access.ts'
import { httpTokens } from './http-tokens.ts'
import { type HttpListener, listenHttp } from './listen-http.ts'

/** The port when none is given. */
const defaultPort = 7411

export interface ServeHttpOptions {
  /** Makes the servers; `authInfo.clientId` is the principal. */
  readonly factory: McpServerFactory
  /** Where changes are told that clients listen to. */
  readonly bus?: ServerEventBus
  /** `--port`, `--host` and `--token`. */
  readonly input: CommandInput
  readonly settings: Settings
  /** For the file of tokens. */
  readonly disk: Disk
  readonly text: Catalogue
  /** Says a line to the person who started it; standard output is not for that. */
  readonly note: (line: string) => void
  /** Milliseconds; never goes back. */
  readonly now: () => number
  readonly randomHex: (digits: number) => string
  /** Told of what went wrong, without what was said. */
  readonly onError: (error: Error) => void
}

/**
 * Serves MCP over HTTP, and says where.
 *
 * @throws ChatCliError `refused` when others could reach it and no token is asked for, `usage`, `not-found`, `storage`
 */
export async function serveHttp(options: ServeHttpOptions): Promise<HttpListener> {
  const { input, settings, text, note, randomHex } = options
  const words = text.mcpHttp
  const host = textOption(input, 'host') ?? '127.0.0.1'
  const port = countOption(text, input, 'port', 0, 65_535) ?? defaultPort
  const isLoopback = isLoopbackHost(host)
  const { tokens, notes } = httpTokens(textOption(input, 'token'), settings, options.disk, text)
  if (!isLoopback && tokens.length === 0)
    throw new ChatCliError('refused', words.tokenNeeded(host), { hint: words.tokenNeededHint })
  const own = isLoopback || host === '0.0.0.0' || host === '::' ? [] : [host.toLowerCase()]
  const app = createHttpApp({
    factory: options.factory,
    access: { isLoopback, allowedHosts: [...own, ...settings.mcpAllowedHosts] },
    tokens,
    callsPerSecond: settings.mcpCallsPerSecond,
    ...(options.bus === undefined ? {} : { bus: options.bus }),
    now: options.now,
    newId: () => randomHex(32),
    onError: options.onError,
  })
  const listener = await listenHttp(app, { host, port, text: words })
  note(words.listening(listener.url))
  note(tokens.length === 0 ? words.forEverybodyHere : words.withTokens(tokens.length))
  if (!isLoopback) note(words.inTheClear)
  for (const line of notes) note(line)
  return listener
}
