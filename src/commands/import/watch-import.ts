import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { ImportMachine, ImportResult, WatchImportOptions } from '../../chatcli.ts'
import { ChatCliError } from '../../errors.ts'
import { localTime } from '../../text/local-time.ts'
import { sanitiseLine } from '../../text/sanitise.ts'
import type { CommandContext } from '../command.ts'
import { sumLine } from './import-summary.ts'

export interface WatchImportCall extends Pick<WatchImportOptions, 'paths' | 'tool' | 'since' | 'signal'> {
  /** Waits so many milliseconds, less when the signal is given. */
  readonly wait?: WatchImportOptions['wait']
}

/**
 * Keeps up with the tools until the signal is given, and says a line whenever there was something new.
 *
 * @returns how many passes brought something, or left something out
 */
export async function watchImport(
  context: CommandContext,
  machine: ImportMachine,
  { wait = atLeisure, ...options }: WatchImportCall,
): Promise<number> {
  const { chatcli, text, now, timeZone, print } = context
  const { import: words } = text
  const say = (line: string): void => {
    const time = localTime(now(), timeZone)?.time ?? ''
    print?.(`${time} ${sanitiseLine(line)}`)
  }
  let passes = 0
  const imports = await chatcli.imports()
  await imports.watch(machine, {
    ...options,
    wait,
    pause: () => nextTurn(),
    onPass(result: ImportResult) {
      passes++
      const labels = result.tools.filter((tool) => tool.newSessions + tool.newMessages > 0)
      if (labels.length > 0)
        say(`${labels.map(({ label }) => label).join(', ')}: ${sumLine(result, context)}`)
      for (const { path, offset, reason, detail = '' } of result.skips)
        say(words.skipped(path, offset, words.reasons[reason], detail).trim())
    },
    onError(error) {
      if (!(error instanceof ChatCliError)) throw error
      say(text.errorLine(text.fromStore(error.message)))
    },
  })
  return passes
}

async function atLeisure(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined)
}
