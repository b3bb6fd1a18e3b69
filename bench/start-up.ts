import { join } from 'node:path'
import { openChatCli } from '../src/open-chatcli.ts'
import { createFastDisk } from './fast-disk.ts'
import { type Timing, round, timeProcesses } from './measure.ts'

export interface StartUpFigures {
  readonly sessions: number
  readonly bareNode: Timing
  readonly help: Timing
  readonly list: Timing
  readonly helpOverNode: number
  readonly listOverNode: number
}

/** How long a person waits for `chatcli --help` and `chatcli session list`, beside a node that does nothing. */
export function startUp(home: string, cli: string, sessions: number, runs: number): StartUpFigures {
  const chatcli = openChatCli({ home, disk: createFastDisk() })
  for (let i = 0; i < sessions; i++) {
    chatcli.sessions.save(`session-${String(i).padStart(5, '0')}`, [
      {
        role: 'user',
        content: `question ${i} about shard ${i % 97}`,
        created_at: new Date(1.7e12 + i * 6e5).toISOString(),
      },
      { role: 'assistant', content: `answer ${i}` },
    ])
  }
  const node = process.execPath
  const commands = {
    bareNode: [node, '-e', '0'],
    help: [node, cli, '--help'],
    list: [node, cli, 'session', 'list'],
  }
  const { bareNode, help, list } = timeProcesses(commands, { CHATCLI_HOME: home }, runs)
  return {
    sessions,
    bareNode,
    help,
    list,
    helpOverNode: round(help.p50 - bareNode.p50),
    listOverNode: round(list.p50 - bareNode.p50),
  }
}

export function cliPath(root: string): string {
  return join(root, 'dist', 'cli.js')
}
