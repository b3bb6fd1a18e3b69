import type { ChatCli } from '../chatcli.ts'
import type { Message } from '../conversation/message.ts'
import { createSimulatedDisk, type SimulatedDisk } from '../disk/simulated-disk.ts'
import { openChatCli } from '../open-chatcli.ts'
import { helpTextFor } from '../text/help-text-for.ts'
import { textFor } from '../text/text-for.ts'
import type { CommandContext } from './command.ts'
import { plainStyle } from './text-style.ts'

export interface SampleMemory {
  readonly disk: SimulatedDisk
  readonly chatcli: ChatCli
  readonly now: () => number
}

/** A message said on a day of March 2026. */
export function said(role: Message['role'], content: string, day: number): Message {
  return { role, content, created_at: `2026-03-${String(day).padStart(2, '0')}T12:00:00.000Z` }
}

/** A memory with two sessions, in a home on a simulated disk; the working folder `/desk` is empty. */
export function sampleMemory(): SampleMemory {
  const disk = createSimulatedDisk()
  disk.makeFolder('/home')
  disk.makeFolder('/desk')
  let calls = 0
  const now = (): number => Date.UTC(2026, 3, 1, 9) + calls++
  const chatcli = openChatCli({ home: '/home/chatcli', disk, now, timeZone: 'UTC' })
  chatcli.sessions.save(
    'proj-acme',
    [
      said('system', 'You are terse.', 14),
      said('user', 'How do we protect the ACME gateway?', 14),
      said('assistant', 'We used a token bucket for the rate limiter', 14),
      said('user', 'The rate limiter: capped it at 1000 rps per key', 14),
    ],
    { title: 'Gateway of ACME' },
  )
  chatcli.sessions.save(
    'tide-notes',
    Array.from({ length: 25 }, (_, i) =>
      said(i % 2 === 0 ? 'user' : 'assistant', `High water at pier ${i}`, 20),
    ),
    { title: 'Tides' },
  )
  return { disk, chatcli, now: () => Date.UTC(2026, 3, 1, 9) }
}

/** What a command needs, in English, plain, nobody to ask. */
export function sampleContext(memory: SampleMemory, more: Partial<CommandContext> = {}): CommandContext {
  return {
    chatcli: memory.chatcli,
    environment: { HOME: '/home', CHATCLI_HOME: '/home/chatcli' },
    config: () => undefined,
    disk: memory.disk,
    text: textFor('en'),
    help: helpTextFor('en'),
    style: plainStyle,
    columns: undefined,
    isTerminal: false,
    cwd: '/desk',
    now: memory.now,
    timeZone: 'UTC',
    readInput: async () => '',
    ask: undefined,
    ...more,
  }
}
