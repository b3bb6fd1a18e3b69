import type { Writable } from 'node:stream'
import { allowedTools } from '../../commands/chat/allowed-tools.ts'
import { chatSettings } from '../../commands/chat/chat-settings.ts'
import { isOn } from '../../commands/input-values.ts'
import { localPrincipal } from '../../commands/serving/local-principal.ts'
import { ServedConversations } from '../../commands/serving/served-conversations.ts'
import { importOnStart } from '../../commands/import/import-on-start.ts'
import { retainInBackground } from '../../commands/chat/retain-in-background.ts'
import { touchFile } from '../../disk/file-system-facts.ts'
import { openChat } from '../../commands/chat/open-chat.ts'
import type { ServeRequest } from '../../commands/serve-request.ts'
import { chooseModel } from '../../models/choose-model.ts'
import type { Settings } from '../../settings.ts'
import { readSettings } from '../../settings.ts'
import { randomHex } from '../../store/random-hex.ts'
import { checkNoHttp } from './http/check-no-http.ts'
import { withKnownSessions } from './known-sessions.ts'
import type { McpMemory, McpWorld } from './mcp-world.ts'
import { StoreChanges } from './resources/store-changes.ts'
import { serveOverStdio } from './serve-over-stdio.ts'
import { unknownTools } from './tools-for.ts'

/**
 * Serves an MCP client over standard input and output until it leaves. What is wrong with the settings, the home or its
 * key is told to the client, by whatever it asks for: it is the only one that listens.
 *
 * @param out where the protocol goes
 * @returns the exit code
 */
export async function serveMcp(
  request: ServeRequest,
  process: NodeJS.Process,
  out: Writable,
): Promise<number> {
  const { base } = request
  const { settings, allow, problem } = settingsOf(request)
  const leaving = new AbortController()
  let opened: Promise<McpMemory> | undefined
  const retained = (memory: McpMemory): McpMemory => {
    if (hasKey(memory)) {
      const { chatcli } = memory
      const { signal } = leaving
      const tell = (lines: readonly string[]): void =>
        lines.forEach((line) => process.stderr.write(`${line}\n`))
      void retainInBackground({ chatcli, settings, text: base.text, signal, touch: touchFile }).then(tell)
      void importOnStart({ ...base, chatcli }, { settings, signal }).then(tell)
    }
    return memory
  }
  const world: McpWorld = {
    memory() {
      opened ??= openMemory(request, { settings, allow, problem }).then(retained)
      // What was wrong may be mended meanwhile.
      opened.catch(() => (opened = undefined))
      return opened
    },
    settings,
    text: base.text,
    now: base.now,
    randomHex,
    after,
    leaving: leaving.signal,
    cwd: base.cwd,
    hasModel: hasModel(settings),
    principal: () => localPrincipal,
    changes: new StoreChanges({
      chatcli: async () => (await world.memory()).chatcli,
      hiddenSources: settings.hiddenSources,
      every,
    }),
  }
  for (const name of unknownTools(settings.mcpTools))
    process.stderr.write(`${base.text.mcp.unknownTool(name)}\n`)
  if (isOn(request.input, 'http')) {
    if (problem !== undefined) throw problem
    const { serveOverHttp } = await import('./http/serve-over-http.ts')
    await serveOverHttp(world, request, process)
  } else {
    checkNoHttp(request.input, base.text)
    await serveOverStdio(world, process, out)
  }
  leaving.abort()
  await (await opened?.catch(() => undefined))?.conversations.leave()
  return 0
}

interface McpSettings {
  readonly settings: Settings
  /** Tools that may run without a question. */
  readonly allow: readonly string[]
  readonly problem?: unknown
}

function settingsOf({ input, base }: ServeRequest): McpSettings {
  try {
    const allow = allowedTools(input.options, base.text)
    return { settings: chatSettings(input.options, base.environment, base.config()), allow }
  } catch (problem) {
    return { settings: readSettings({ HOME: base.environment['HOME'] }), allow: [], problem }
  }
}

async function openMemory(
  request: ServeRequest,
  { settings, allow, problem }: McpSettings,
): Promise<McpMemory> {
  if (problem !== undefined) throw problem
  const context = await request.open(settings)
  const { disk, now, cwd } = context
  const chatcli = withKnownSessions(context.chatcli, now)
  return {
    chatcli,
    conversations: new ServedConversations({
      chatcli: context.chatcli,
      surface: 'mcp',
      openChat: ({ cwd: folder, mirror }) =>
        openChat({ ...context, cwd: folder }, { settings, fetch: globalThis.fetch, allow, mirror }),
      disk,
      settings,
      cwd,
      now,
      randomHex,
    }),
    requireKey: () => disk.seal?.requireKey(),
  }
}

function hasKey({ requireKey }: McpMemory): boolean {
  try {
    requireKey()
    return true
  } catch {
    // Whoever writes is told.
    return false
  }
}

function hasModel(settings: Settings): boolean {
  try {
    return chooseModel(settings) !== undefined
  } catch {
    // It is set up, and wrong: whoever uses it is told.
    return true
  }
}

function every(work: () => void, ms: number): () => void {
  const timer = setInterval(work, ms)
  timer.unref()
  return () => clearInterval(timer)
}

function after(work: () => void, ms: number): () => void {
  const timer = setTimeout(work, ms)
  timer.unref()
  return () => clearTimeout(timer)
}
