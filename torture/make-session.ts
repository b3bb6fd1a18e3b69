import { openChatCli } from '../src/open-chatcli.ts'
import { saidMessages } from './said-messages.ts'

/** A home with one session `alpha`, in which one turn was taken. */
export function makeSession(home: string, word: string): void {
  const live = openChatCli({ home }).sessions.create({ name: 'alpha' })
  live.append(saidMessages(word, 2))
  live.save()
  live.close()
}
