import type { ChatCli, SessionSummary } from '../chatcli.ts'

/** Whether no model gets to see a session: it is private, or came from a tool that is hidden from models. */
export function isClosedSession(session: SessionSummary, hiddenSources: readonly string[]): boolean {
  return session.private || hiddenSources.includes(session.source?.tool.toLowerCase() ?? '')
}

/** The sessions that a model gets to see, in the order of the list. */
export function openSessions(
  { sessions }: Pick<ChatCli, 'sessions'>,
  hiddenSources: readonly string[],
): readonly SessionSummary[] {
  return sessions.list().sessions.filter((session) => !isClosedSession(session, hiddenSources))
}

/**
 * The names of all sessions that a search for a model leaves out.
 *
 * @param current id of the transcript of the live conversation: a search in it would find the question itself
 */
export function closedNames(
  chatcli: ChatCli,
  hiddenSources: readonly string[],
  current: string | undefined,
): string[] {
  const { sessions } = chatcli.sessions.list()
  const isCurrent = ({ transcriptId }: SessionSummary): boolean =>
    current !== undefined && transcriptId === current
  return sessions
    .filter((session) => isClosedSession(session, hiddenSources) || isCurrent(session))
    .map((session) => session.name)
}
