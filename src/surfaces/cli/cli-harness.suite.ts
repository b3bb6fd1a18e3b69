import { sampleMemory, type SampleMemory } from '../../commands/sample-memory.suite.ts'
import type { CliEdge } from './cli-edge.ts'
import { runCli } from './run-cli.ts'

/** For a person in Brazil. */
export const portuguese: Pick<CliEdge, 'environment'> = {
  environment: { HOME: '/home', TZ: 'UTC', CHATCLI_LANG: 'pt-BR' },
}

export interface CliRun {
  readonly code: number
  readonly out: string
  readonly err: string
}

export interface CliHarness extends SampleMemory {
  /** Runs a command line on the sample memory. */
  run(...argv: readonly string[]): Promise<CliRun>
}

/** A command line whose process is a play: nothing of the machine is touched. */
export function cliHarness(more: Partial<CliEdge> = {}): CliHarness {
  const memory = sampleMemory()
  return {
    ...memory,
    async run(...argv) {
      let out = ''
      let err = ''
      const code = await runCli({
        argv,
        environment: { HOME: '/home', TZ: 'UTC' },
        stdout: { write: (text) => (out += text) },
        stderr: { write: (text) => (err += text) },
        stdin: emptyInput(),
        cwd: '/desk',
        now: memory.now,
        isTty: false,
        columns: undefined,
        open: async () => memory.chatcli,
        disk: async () => memory.disk,
        chat: async () => 'nothing',
        ...more,
      })
      return { code, out, err }
    },
  }
}

async function* emptyInput(): AsyncIterable<string> {
  // Nothing.
}
