import type { ProgramPlace } from '../command.ts'
import { followLink } from '../../disk/follow-link.ts'
import type { McpClient } from './mcp-client.ts'

/** How clients are told to use this program: by starting it, or over HTTP. */
export type ServerCall =
  | {
      readonly kind: 'start'
      /** Absolute, so that it starts without the search path of a shell too. */
      readonly command: string
      readonly args: readonly string[]
      /** What it cannot know from a shell then. */
      readonly environment: Readonly<Record<string, string>>
    }
  | { readonly kind: 'reach'; readonly url: string; readonly tokenVariable: string | undefined }

/** Members that say how a server is started or reached: those of another form go when one is written. */
const formKeys = ['type', 'command', 'args', 'url', 'httpUrl', 'headers', 'bearer_token_env_var'] as const

/** Names of the same engine that stay when it is updated. */
const lastingNodes = ['/opt/homebrew/bin/node', '/usr/local/bin/node', '/usr/bin/node']

/**
 * How this program is started from anywhere.
 *
 * @param verb `mcp-server` or `acp`
 */
export function startCall(
  { node, script }: ProgramPlace,
  verb: 'mcp-server' | 'acp',
  environment: Readonly<Record<string, string>>,
): ServerCall {
  const command = lastingNodes.find((path) => path !== node && followLink(path) === node) ?? node
  return { kind: 'start', command, args: [script, verb], environment }
}

/**
 * The entry of this program for a client.
 *
 * @param old what stands there; members of the person's own stay
 * @returns members that are to go are undefined
 */
export function entryFor(
  client: McpClient,
  call: ServerCall,
  old: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  const gone = Object.fromEntries(formKeys.map((key) => [key, undefined]))
  const isKept = (key: string): boolean => key === 'enabled' && key in old
  const kept = (entry: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
    Object.fromEntries(Object.entries(entry).filter(([key]) => !isKept(key)))
  if (call.kind === 'reach') {
    const reached = client.reached?.(call.url, client.readsVariables ? call.tokenVariable : undefined) ?? {}
    // Headers of the person's own hold what they need, a token too.
    const headers = reached['headers'] ?? (old['url'] === call.url ? old['headers'] : undefined)
    return { ...gone, [client.environmentKey]: undefined, ...kept(reached), headers }
  }
  const environment = { ...(old[client.environmentKey] as object | undefined), ...call.environment }
  return {
    ...gone,
    ...kept(client.started(call.command, call.args)),
    ...(Object.keys(environment).length === 0 ? {} : { [client.environmentKey]: environment }),
  }
}

/** The entry of the agent that Zed starts for ACP. */
export const zedAgent: Pick<McpClient, 'section' | 'started'> = {
  section: 'agent_servers',
  started: (command, args) => ({ type: 'custom', command, args }),
}
