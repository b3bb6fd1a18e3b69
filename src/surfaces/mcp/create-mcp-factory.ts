import {
  type CallToolResult,
  type ClientCapabilities,
  CLIENT_CAPABILITIES_META_KEY,
  type McpRequestContext,
  type McpServerFactory,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerCapabilities,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { JsonObject } from '../../commands/command.ts'
import { version } from '../../commands/version.ts'
import { AskingTurns } from './asking-turns.ts'
import { callTool } from './call-tool.ts'
import { Confirmations } from './confirmations.ts'
import { instructions } from './instructions.ts'
import { ownConversations } from './own-conversation.ts'
import type { McpTool, ToolAnswer } from './mcp-tool.ts'
import type { McpWorld } from './mcp-world.ts'
import { placeOf } from './page-cursor.ts'
import { servePrompts } from './prompts/serve-prompts.ts'
import { serveResources } from './resources/serve-resources.ts'
import { serveCompletion } from './serve-completion.ts'
import { toolsFor } from './tools-for.ts'

/** What a test server has beside the tools of this program. */
export interface McpExtras {
  readonly tools?: readonly McpTool[]
  readonly capabilities?: ServerCapabilities
  /** Changes a server before it is connected. */
  readonly prepare?: (server: Server, context: McpRequestContext) => void
}

/** Links to resources came with this revision. */
const withLinks = '2025-06-18'
/** Milliseconds that what a server lists may be taken for true. */
const listsHold = 60_000
const sessionsHold = 1000

/**
 * The MCP server of this program: what it makes serves one connection, or one request over HTTP, of any revision of the
 * protocol. Nothing that it lists depends on the connection.
 */
export function createMcpFactory(world: McpWorld, extras: McpExtras = {}): McpServerFactory {
  const tools = [...toolsFor(world), ...(extras.tools ?? [])]
  const byName = new Map(tools.map((tool) => [tool.name, tool]))
  const confirmations = new Confirmations(world)
  const turns = new AskingTurns<ToolAnswer>(world, confirmations)
  return (context) => {
    const server = newServer(world, { confirmations, capabilities: extras.capabilities })
    const own = context.era === 'legacy' ? ownConversations(world) : undefined
    const principal = world.principal(context.authInfo)
    server.setRequestHandler('tools/list', ({ params }) => {
      placeOf('tools', params?.cursor)
      return { tools: tools.map(({ definition }) => definition) }
    })
    server.setRequestHandler('tools/call', async ({ params }, request) => {
      const tool = byName.get(params.name)
      if (tool === undefined) throw noTool(params.name)
      const answer = await callTool(tool, {
        world,
        request,
        principal,
        ownConversation: own?.(principal, request.sessionId),
        canAsk: canAsk(server, request),
        confirmations,
        turns,
        values: (params.arguments ?? {}) as JsonObject,
      })
      return 'content' in answer ? withoutLinksFor(server, answer as CallToolResult) : answer
    })
    const isOneConnection = context.era === 'modern' && context.requestInfo === undefined
    if (world.settings.mcpResources) serveResources(server, world, isOneConnection)
    servePrompts(server, world)
    serveCompletion(server, world)
    extras.prepare?.(server, context)
    return server
  }
}

function newServer(
  world: McpWorld,
  {
    confirmations,
    capabilities,
  }: { readonly confirmations: Confirmations; readonly capabilities: ServerCapabilities | undefined },
): Server {
  const resources = world.settings.mcpResources ? { resources: { subscribe: true, listChanged: true } } : {}
  const lists = { ttlMs: listsHold, cacheScope: 'private' as const }
  const sessions = { ttlMs: sessionsHold, cacheScope: 'private' as const }
  return new Server(
    { name: 'chatcli', title: 'ChatCLI', version },
    {
      capabilities: { tools: {}, prompts: {}, completions: {}, ...resources, ...capabilities },
      instructions: instructions(world),
      requestState: { verify: (state, request) => confirmations.verify(state, request) },
      cacheHints: {
        'tools/list': lists,
        'prompts/list': lists,
        'resources/templates/list': lists,
        'server/discover': lists,
        'resources/list': sessions,
        'resources/read': sessions,
      },
    },
  )
}

function noTool(name: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name}`)
}

function canAsk(server: Server, { mcpReq }: ServerContext): boolean {
  const envelope = mcpReq.envelope as Record<string, unknown> | undefined
  const asked = envelope?.[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined
  // oxlint-disable-next-line typescript/no-deprecated -- the only place where older revisions have it
  const elicitation = (asked ?? server.getClientCapabilities())?.elicitation
  // Before there were two ways of it, it was declared by an empty object.
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)
}

function withoutLinksFor(server: Server, answer: CallToolResult): CallToolResult {
  // oxlint-disable-next-line typescript/no-deprecated -- the only place where older revisions have it
  const revision = server.getNegotiatedProtocolVersion()
  if (revision === undefined || revision >= withLinks) return answer
  return { ...answer, content: answer.content.filter(({ type }) => type !== 'resource_link') }
}
