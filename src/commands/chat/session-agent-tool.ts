import type { Tool, ToolArguments } from '../../agent/tool.ts'
import type { ChatCli } from '../../chatcli.ts'
import { type SessionToolOptions, isSessionRead, runSessionTool, sessionCommand } from '../session-tool.ts'
import { fenceRecalled } from '../../agent/fence-recalled.ts'
import { maskSecrets } from '../../text/secrets/mask-secrets.ts'

export interface SessionAgentToolOptions extends SessionToolOptions {
  /** What the person is asked before what was said in the past goes to a provider; undefined for a model on this machine. */
  readonly consent?: { readonly subject: string; readonly scope: string } | undefined
  /** Put placeholders for secrets into what it answers; not, when not given. */
  readonly mask?: boolean
  /** Random letters and digits. */
  readonly newMark: () => string
}

/** `@session` for a model: it recalls past conversations, and keeps the one it is in. */
export function sessionAgentTool(chatcli: ChatCli, options: SessionAgentToolOptions): Tool {
  const { consent, newMark, mask = false } = options
  const masked = (text: string): string => (mask ? maskSecrets(text).text : text)
  return {
    name: 'session',
    about:
      'Search and read past conversations. cmd "search" (query, limit, sessions, strict), "get" (name, and query, offset, limit or message), "list"; "save", "fork" and "attach" (name) and "detach" keep the present conversation. Positions are 0-based.',
    input: {
      type: 'object',
      properties: {
        cmd: {
          type: 'string',
          enum: ['search', 'get', 'list', 'save', 'fork', 'attach', 'detach'],
        },
        args: {
          type: 'object',
          properties: {
            query: { type: 'string', description: 'A question or words, in any language.' },
            name: { type: 'string', description: 'Name of a session.' },
            offset: { type: 'integer' },
            limit: { type: 'integer' },
            message: { type: 'integer', description: 'Position of one message, to read it whole.' },
          },
        },
      },
      required: ['cmd'],
    },
    isReadOnly: (args) => isSessionRead(argvOf(args)),
    needs(args) {
      const command = sessionCommand(argvOf(args))
      const isGiven = command === 'attach' || isSessionRead(argvOf(args))
      return consent === undefined || !isGiven ? undefined : { tool: 'session', ...consent }
    },
    run(args) {
      const answer = runSessionTool(chatcli, argvOf(args), { ...options, clean: masked })
      const isRecalled = !answer.isError && isSessionRead(argvOf(args))
      const given = masked(answer.text)
      const text = isRecalled ? fenceRecalled(given, newMark()) : given
      return Promise.resolve({ text, isError: answer.isError })
    },
  }
}

function argvOf(args: ToolArguments): readonly string[] {
  return [JSON.stringify(args)]
}
