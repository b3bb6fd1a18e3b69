import { z } from 'zod'
import { type McpTool, defineTool } from '../mcp-tool.ts'
import { openSession } from '../open-session.ts'
import { sessionUri } from '../session-uri.ts'

const text = z.string()

/** Gives a session another name. */
export const sessionRename: McpTool = defineTool({
  name: 'session_rename',
  title: 'Rename a session',
  kind: 'write',
  about: 'Gives a saved session another name. Whoever is bound to it follows.',
  input: z.object({ name: z.string().min(1), to: z.string().min(1) }),
  output: z.object({ from: text, name: text, uri: text }),
  run({ name, to }, call) {
    openSession(name, call)
    call.chatcli.sessions.rename(name, to)
    return { result: { from: name, name: to, uri: sessionUri(to) } }
  },
})
