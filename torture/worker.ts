import { readdirSync, writeSync } from 'node:fs'
import { argv, env } from 'node:process'
import { ActiveConversation } from '../src/agent/active-conversation.ts'
import type { ChatCli } from '../src/chatcli.ts'
import { planRewrite } from '../src/conversation/plan-rewrite.ts'
import { openChatCli } from '../src/open-chatcli.ts'
import type { LiveConversation } from '../src/store/live-conversation.ts'
import { saidMessages } from './said-messages.ts'

/** What no command does in one go: a turn of a surface that has the session open, and what surfaces do to a window. */
export type Job = 'append' | 'merge' | 'compact' | 'rewind' | 'autosave' | 'unnamed' | 'turns' | 'growth'

const [, , what = '', home = '', ...words] = argv
const encryptionKey = env['CHATCLI_ENCRYPTION_KEY']

function conversationOf(chatcli: ChatCli): ActiveConversation {
  // Session files are written when they are due, and here they are due at once.
  const later = (work: () => void): (() => void) => (work(), () => {})
  return new ActiveConversation(chatcli.sessions, {
    now: Date.now,
    later,
    autosave: true,
    writeThrough: true,
  })
}

const jobs: Readonly<Record<Job, (chatcli: ChatCli) => void>> = {
  append(chatcli) {
    const live = chatcli.sessions.open('alpha')
    for (const word of words) takeTurn(live, word)
    live.save()
    live.close()
  },
  merge(chatcli) {
    const live = chatcli.sessions.open('alpha')
    for (const word of words) {
      takeTurn(live, word)
      live.save()
      // A segment for what was said just now; so many of them become one.
      chatcli.search(word)
    }
    live.close()
  },
  turns(chatcli) {
    const [writer = '', from = '0', to = '0', length = '0'] = words
    const live = chatcli.sessions.open('alpha')
    for (let turn = Number(from); turn < Number(to); turn++) {
      takeTurn(live, `${writer}-${turn}`, Number(length))
      if (turn % 20 === 19) live.save()
    }
    live.save()
    live.close()
  },
  growth(chatcli) {
    const [turns = '0'] = words
    const live = chatcli.sessions.open('alpha')
    const each = Number(turns) / 10
    for (let turn = 0; turn < Number(turns); turn++) {
      live.append(saidMessages(`g-${turn}`, 2))
      if (turn % 20 === 19) live.save()
      if (turn % 50 === 49) chatcli.search(`g-${turn}`)
      if ((turn + 1) % each !== 0) continue
      globalThis.gc?.()
      say(`at ${turn + 1} fds ${readdirSync('/proc/self/fd').length} heap ${process.memoryUsage().heapUsed}`)
    }
    live.close()
  },
  compact(chatcli) {
    const conversation = conversationOf(chatcli)
    conversation.load('alpha')
    const seen = conversation.live.state().window
    const kept = seen.slice(-2).map(({ ref }) => ref)
    const instead = seen.slice(0, -2).map(({ ref }) => ref)
    const message = { role: 'user', content: 'in short', meta: { is_summary: true } }
    if (!seen.some(({ message: { content } }) => content === 'in short'))
      conversation.rewrite(planRewrite({ reason: 'compact', seen, keep: kept, puts: [{ instead, message }] }))
    conversation.endTurn()
    conversation.leave()
  },
  rewind(chatcli) {
    const conversation = conversationOf(chatcli)
    conversation.load('alpha')
    const seen = conversation.live.state().window
    const keep = seen.slice(0, 2).map(({ ref }) => ref)
    if (seen.length > 2) conversation.rewrite(planRewrite({ reason: 'rewind', seen, keep }))
    conversation.endTurn()
    conversation.leave()
  },
  unnamed(chatcli) {
    const conversation = conversationOf(chatcli)
    for (const word of words) takeTurn(conversation.live, word)
    conversation.leave()
  },
  autosave(chatcli) {
    const conversation = conversationOf(chatcli)
    const unsaved = chatcli.sessions.unsaved()[0]
    if (unsaved === undefined) {
      conversation.live.append(saidMessages('unnamed', 2))
      say('said unnamed')
    } else conversation.recover(unsaved.name)
    conversation.leave()
  },
}

/** Says so once it is on the disk. */
function takeTurn(live: LiveConversation, word: string, length = 0): void {
  const { where } = live.append(saidMessages(word, 2, length))
  if (where === 'side-file') say(`beside ${word}`)
  say(`${where === 'memory' ? 'not' : 'said'} ${word}`)
}

function say(line: string): void {
  writeSync(1, `${line}\n`)
}

jobs[what as Job](openChatCli({ home, ...(encryptionKey === undefined ? {} : { encryptionKey }) }))
say('end')
