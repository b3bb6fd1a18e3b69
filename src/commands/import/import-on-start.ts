import { setTimeout as wait } from 'node:timers/promises'
import { ChatCliError } from '../../errors.ts'
import type { Settings } from '../../settings.ts'
import type { CommandContext } from '../command.ts'
import { importMachine } from './import-machine.ts'
import { sumLine } from './import-summary.ts'

export interface ImportOnStartOptions {
  readonly settings: Pick<Settings, 'importOnStart'>
  /** Stops it: the surface ends. */
  readonly signal: AbortSignal
  /** Waits until the person, or the client, has begun. */
  readonly begin?: () => Promise<void>
  /** Lets everything else in this process go on. */
  readonly pause?: () => Promise<void>
}

/** Milliseconds it may take, and bytes of one file: what is more is left to `chatcli import` and the next start. */
const LONGEST = 10_000
const MOST_BYTES = 8 * 2 ** 20
const BATCH = 20

/**
 * Takes in what other tools have written since, when a surface starts that stays, if the settings want it: to be started
 * and not to be waited for. It is short, and what it cannot do is done by a later one; a disk that refuses is met again
 * by whatever works there. It never fails.
 *
 * @returns what to tell the person, in lines; nothing when there was nothing new
 */
export async function importOnStart(
  context: Pick<CommandContext, 'chatcli' | 'text' | 'disk' | 'environment' | 'cwd' | 'now'>,
  { settings, signal, begin = atLeisure, pause = shortly }: ImportOnStartOptions,
): Promise<readonly string[]> {
  if (!settings.importOnStart) return []
  const stop = new AbortController()
  try {
    await begin()
    if (signal.aborted) return []
    const machine = importMachine(context)
    const imports = await context.chatcli.imports()
    const start = machine.now()
    const result = await imports.run(machine, {
      signal: stop.signal,
      batch: BATCH,
      mostUnitBytes: MOST_BYTES,
      async pause() {
        await pause()
        if (signal.aborted || machine.now() - start > LONGEST) stop.abort()
      },
    })
    const isNew = result.tools.some(({ newSessions, newMessages }) => newSessions + newMessages > 0)
    return isNew ? [context.text.import.onStart(sumLine(result, context))] : []
  } catch (error) {
    if (error instanceof ChatCliError) return []
    // Nobody waits for it: what nobody thought of must not end a server.
    return [context.text.errorLine(error instanceof Error ? error.message : String(error))]
  }
}

async function atLeisure(): Promise<void> {
  await wait(2000, undefined, { ref: false })
}

async function shortly(): Promise<void> {
  await wait(5, undefined, { ref: false })
}
