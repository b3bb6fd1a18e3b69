import type { StopReason } from '@agentclientprotocol/sdk/unstable'
import { randomUUID } from 'node:crypto'
import type { TurnEnd } from '../../agent/conversation-events.ts'
import { readTextFile } from '../../agent/tools/text-file.ts'
import type { ServedConversation } from '../../commands/serving/served-conversation.ts'
import type { Message } from '../../conversation/message.ts'
import { openProjectFiles } from '../../disk/project-files-open.ts'
import { ChatCliError } from '../../errors.ts'
import { sanitiseLine } from '../../text/sanitise.ts'
import type { AcpSession } from './acp-session.ts'
import { troubleWords } from './trouble-words.ts'
import { TurnUpdates } from './turn-updates.ts'
import { usageUpdate } from './usage-update.ts'

const reasons: Readonly<Record<TurnEnd, StopReason>> = {
  done: 'end_turn',
  length: 'max_tokens',
  steps: 'max_turn_requests',
  interrupted: 'cancelled',
  failed: 'refusal',
}

/** Says something in a session, and tells the editor the turn while it happens. */
export async function sayTurn(
  session: AcpSession,
  served: ServedConversation,
  words: string,
  signal: AbortSignal,
): Promise<StopReason> {
  const { chat, cwd } = served
  const { context, settings } = session.world
  const { text } = context
  const { ids, shown } = session
  const updates = new TurnUpdates({
    cwd,
    text,
    ids,
    mask: settings.maskSecrets,
    send: (update) => void session.send(update),
    textOfFile: (path) => textOfFile(path, cwd, settings.home),
    onCaughtUp: (turn) => session.tellOthers(served, turn),
  })
  session.updates = updates
  let last: Message | undefined
  const said = await served.say(words, {
    signal,
    keepThoughts: true,
    onEvent(event) {
      updates.take(event)
      if (event.kind === 'answered') last = event.message
    },
  })
  for (const line of said.after) session.say(`\n\n${sanitiseLine(line)}`)
  if (said.error !== undefined && said.end === 'failed') {
    const { message, hint } = said.error
    session.say(`\n\n${troubleWords(text.errorLine(text.fromStore(message)), hint, text)}`)
  }
  if (said.end === 'steps') session.say(`\n\n${text.chat.notices.tooManySteps(settings.maxSteps)}`)
  if (said.end === 'length') session.say(`\n\n${text.chat.notices.cutAtLength}`)
  shown.turn(chat, updates.turn)
  const used = last && usageUpdate(last, { own: settings.contextWindow, cost: chat.usage().cost })
  if (used !== undefined) void session.send({ sessionUpdate: 'usage_update', ...used })
  return reasons[said.end]
}

/** Only what a tool could read too. */
function textOfFile(path: string, cwd: string, home: string): string | undefined {
  try {
    return readTextFile(openProjectFiles(cwd, { forbidden: [home], randomName: randomUUID }), path).text
  } catch (error) {
    if (error instanceof ChatCliError) return undefined
    throw error
  }
}
