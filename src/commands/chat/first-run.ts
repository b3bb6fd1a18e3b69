import { dirname, join } from 'node:path'
import { makeFolderDurably } from '../../disk/make-folder-durably.ts'
import { writeDurably } from '../../disk/write-durably.ts'
import { errorCode } from '../../disk/error-code.ts'
import { ChatCliError } from '../../errors.ts'
import type { CommandContext } from '../command.ts'

export interface FirstRunOptions {
  /** The home folder of this program. */
  readonly home: string
  /** Whether a model is set up. */
  readonly hasModel: boolean
  /** As in `writeDurably`. */
  readonly randomName: () => string
}

/**
 * The screen for somebody who has nothing here yet: what this is, where data lives, how to begin. It comes once, and
 * never without a terminal.
 *
 * @returns undefined when it is not the time for it
 */
export function firstRun(context: CommandContext, options: FirstRunOptions): string | undefined {
  const { chatcli, text, isTerminal } = context
  const { home, hasModel } = options
  if (!isTerminal || wasShown(context, home)) return undefined
  noteShown(context, options)
  if (chatcli.sessions.list({ limit: 1 }).total > 0) return undefined
  return [text.chat.firstRun(home), ...(hasModel ? [] : [text.chat.firstModel]), text.chat.firstSteps].join(
    '\n\n',
  )
}

function markOf(home: string): string {
  return join(home, 'state', 'welcomed')
}

function wasShown({ disk }: CommandContext, home: string): boolean {
  try {
    return disk.stat(markOf(home)) !== undefined
  } catch {
    return false
  }
}

function noteShown({ disk }: CommandContext, { home, randomName }: FirstRunOptions): void {
  try {
    makeFolderDurably(disk, dirname(markOf(home)))
    writeDurably(disk, markOf(home), new Uint8Array(), { replace: false, randomName })
  } catch (error) {
    // Then it is shown once more; what is wrong with the disk is told when something is to be kept.
    if (!(error instanceof ChatCliError) && errorCode(error) === undefined) throw error
  }
}
