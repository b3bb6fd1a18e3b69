import type { InputRequiredResult } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { JsonObject } from '../../../commands/command.ts'
import { ChatCliError } from '../../../errors.ts'
import { type McpTool, type ToolAnswer, type ToolCall, defineTool } from '../mcp-tool.ts'
import { recalledFields } from '../recalled-fields.ts'
import { sessionAttach } from './session-attach.ts'
import { sessionClear } from './session-clear.ts'
import { sessionDelete } from './session-delete.ts'
import { sessionDetach } from './session-detach.ts'
import { sessionFork } from './session-fork.ts'
import { sessionList } from './session-list.ts'
import { sessionSave } from './session-save.ts'
import { sessionSearch } from './session-search.ts'
import { sessionStatus } from './session-status.ts'

const actions = [
  'save',
  'load',
  'attach',
  'detach',
  'status',
  'list',
  'delete',
  'clear',
  'active',
  'policy_mode',
  'search',
  'fork',
] as const

const input = z.object({
  action: z.enum(actions),
  session: z.string().min(1).optional().describe('Your name for the live conversation, or its handle'),
  name: z
    .string()
    .optional()
    .describe('Of a saved session; of fork the one to copy; of policy_mode the mode'),
  query: z.string().optional().describe('Of search'),
  to: z.string().optional().describe('Of fork: the name of the copy'),
  confirm: z.boolean().optional().describe('Of delete and clear: true once the person agreed'),
})
const output = z.object({
  action: z.enum(actions),
  message: z.string(),
  result: z.record(z.string(), z.unknown()),
  recalled: recalledFields.recalled.optional(),
  recalledEnd: recalledFields.recalledEnd.optional(),
})

type Asked = z.output<typeof input>
type Action = (typeof actions)[number]

/** The one tool that clients know from the Go program. */
export const manageSession: McpTool = defineTool({
  name: 'manage_session',
  title: 'Manage sessions',
  kind: 'destructive',
  about:
    'All actions on sessions in one tool, for clients written to it: save, load, attach, detach, status, list, delete, clear, active, policy_mode, search, fork. New clients use the session_ tools.',
  input,
  output,
  run: manage,
})

async function manage(asked: Asked, given: ToolCall): Promise<ToolAnswer | InputRequiredResult> {
  const call = { ...given, ownConversation: named(asked.session, given) }
  if (asked.action === 'policy_mode') return { result: policyMode(asked, call) }
  const { tool, args } = deed(asked, call)
  const checked = tool.check(args)
  if (!checked.success) throw new ChatCliError('usage', checked.error.issues[0]?.message ?? '')
  const answer = await tool.run(checked.data, call)
  if (!('result' in answer)) return answer as InputRequiredResult
  const result = answer.result as JsonObject
  return {
    ...answer,
    result: { action: asked.action, message: call.world.text.mcp.done(asked.action), result },
  }
}

/** What the action is in the tools of today. */
function deed(asked: Asked, call: ToolCall): { readonly tool: McpTool; readonly args: JsonObject } {
  const { action, query, to, confirm } = asked
  const name = asked.name === '' ? undefined : asked.name
  const need = (value: string | undefined, field: string): string => {
    if (value !== undefined && value !== '') return value
    throw new ChatCliError('usage', call.world.text.mcp.missingArgument(`manage_session ${action}`, field), {
      hint: '',
    })
  }
  const sure = confirm === undefined ? {} : { confirm }
  const deeds: Readonly<Record<Exclude<Action, 'policy_mode'>, () => readonly [McpTool, JsonObject]>> = {
    save: () => [sessionSave, name === undefined ? {} : { name }],
    load: () => [sessionAttach, { name: need(name, 'name'), load: true }],
    attach: () => [sessionAttach, { name: need(name, 'name') }],
    detach: () => [sessionDetach, {}],
    status: () => [sessionStatus, {}],
    list: () => [sessionList, {}],
    delete: () => [sessionDelete, { name: need(name, 'name'), ...sure }],
    clear: () => [sessionClear, sure],
    active: () => [sessionStatus, {}],
    search: () => [sessionSearch, { query: need(query, 'query') }],
    fork: () => [sessionFork, { name: need(name, 'name'), to: need(to, 'to') }],
  }
  const [tool, args] = deeds[action as keyof typeof deeds]()
  return { tool, args }
}

/** A conversation by the name that the client has for it; made when it is new. */
function named(session: string | undefined, call: ToolCall): ToolCall['ownConversation'] {
  const { conversations, principal, world, ownConversation } = call
  if (session === undefined) return ownConversation
  const find = async (): Promise<string | undefined> => (await conversations.find(session, principal))?.id
  return {
    find,
    make: async () =>
      (await find()) ?? (await conversations.create({ principal, cwd: world.cwd, id: session })).id,
  }
}

/** What tools may do here is decided by what the person allowed, and not by a client. */
function policyMode({ action, name = '' }: Asked, { world }: ToolCall): JsonObject {
  const { mcp } = world.text
  if (!['', 'status', 'interactive', 'ask', 'manual', 'off'].includes(name.trim().toLowerCase())) {
    throw new ChatCliError('refused', mcp.noAutoMode, { hint: mcp.noAutoModeHint })
  }
  return { action, message: mcp.done(action), result: { mode: 'interactive' } }
}
