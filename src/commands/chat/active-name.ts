import type { ActiveConversation } from '../../agent/active-conversation.ts'
import type { ChatCli } from '../../chatcli.ts'

/** What the list calls the conversation at hand; undefined for one of which nothing is on the disk. */
export function activeName({ sessions }: ChatCli, { live }: ActiveConversation): string | undefined {
  const listed = sessions.list().sessions
  const bound = listed.find(({ name }) => name === live.name)
  return (bound ?? listed.find(({ transcriptId }) => transcriptId === live.transcriptId))?.name
}
