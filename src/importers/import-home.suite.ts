import { afterEach, beforeEach } from 'vitest'
import type { ChatCli } from '../chatcli.ts'
import type { Disk } from '../disk/disk.ts'
import { createSimulatedDisk, type SimulatedDisk } from '../disk/simulated-disk.ts'
import { openChatCli } from '../open-chatcli.ts'
import type { ImportResult, RunImportOptions } from './imports-api.ts'
import { ownSample, sampleMachine, type SampleMachine } from './sample-machine.suite.ts'

/** How the name of the main session of the sample of Claude Code begins, once it is imported. */
export const MAIN = 'claude-code.regenmesser-'
export const home = '/home/ada/.chatcli'
export const nowMs: number = Date.UTC(2026, 10, 1)

/** An empty home beside the samples of Claude Code and Codex, during each test. */
export interface ImportHome {
  readonly machine: SampleMachine
  readonly disk: SimulatedDisk
  readonly chatcli: ChatCli
  readonly run: (options?: RunImportOptions) => Promise<ImportResult>
  /** Of the sessions, in their order. */
  readonly names: () => string[]
  /** The first name with this beginning; empty when there is none. */
  readonly nameOf: (start: string) => string
}

/** Opens the home that is on a disk. */
export function openHome(disk: Disk): ChatCli {
  return openChatCli({ home, disk, now: () => nowMs })
}

/** Registers hooks that make it before each test, and remove it after. */
export function useImportHome(): ImportHome {
  let made: Pick<ImportHome, 'machine' | 'disk' | 'chatcli'> | undefined
  const current = (): NonNullable<typeof made> => {
    if (made === undefined) throw new Error('only during a test')
    return made
  }
  const names = (): string[] =>
    current()
      .chatcli.sessions.list({ sort: 'name' })
      .sessions.map(({ name }) => name)
  beforeEach(() => {
    const machine = sampleMachine({ '.claude': ownSample('claude-code'), '.codex': ownSample('codex') })
    const disk = createSimulatedDisk({ nowMs })
    made = { machine, disk, chatcli: openHome(disk) }
  })
  afterEach(() => current().machine.remove())
  return {
    get machine() {
      return current().machine
    },
    get disk() {
      return current().disk
    },
    get chatcli() {
      return current().chatcli
    },
    run: async (options = {}) => (await current().chatcli.imports()).run(current().machine, options),
    names,
    nameOf: (start) => names().find((name) => name.startsWith(start)) ?? '',
  }
}
