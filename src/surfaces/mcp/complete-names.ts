import type { CompleteResult } from '@modelcontextprotocol/server'
import type { ChatCli, SessionSummary } from '../../chatcli.ts'
import { openSessions } from '../../commands/closed-sessions.ts'
import type { McpWorld } from './mcp-world.ts'

/** The protocol's bound. */
const most = 100

/** What an argument that is being typed may become: names of sessions or ids of transcripts, newest first. */
export function completeNames(
  chatcli: ChatCli,
  { settings }: McpWorld,
  { argument, value }: { readonly argument: string; readonly value: string },
): CompleteResult {
  const typed = value.toLowerCase()
  const of = candidateOf(argument)
  const open = openSessions(chatcli, settings.hiddenSources)
  const all = of === undefined ? [] : open.flatMap((session) => of(session) ?? [])
  const begins = all.filter((name) => name.toLowerCase().startsWith(typed))
  const holds = all.filter((name) => name.toLowerCase().indexOf(typed) > 0)
  const found = [...begins, ...holds]
  return {
    completion: { values: found.slice(0, most), total: found.length, hasMore: found.length > most },
  }
}

function candidateOf(argument: string): ((session: SessionSummary) => string | undefined) | undefined {
  if (argument === 'name') return ({ name }) => name
  if (argument === 'id') return ({ transcriptId }) => transcriptId
  return undefined
}
