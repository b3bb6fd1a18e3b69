import type { Tool, ToolArguments, ToolResult } from '../tool.ts'
import { answerOf } from './answer-of.ts'
import { commandEnvironment } from './command-environment.ts'
import { commandScope } from './command-scope.ts'
import { makesSense } from './makes-sense.ts'
import { type CommandOutcome, runCommand } from './run-command.ts'
import { toolInput } from './tool-input.ts'

export interface CommandToolOptions {
  /** Where commands run: the root of the working folder. */
  readonly folder: string
  /** The environment of this process; the keys of providers are taken out. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
  /** How long a command may take to end when it is asked to, milliseconds. */
  readonly graceMs?: number
}

const example = { command: 'npm test', timeout_s: 120 }
const mostSeconds = 600

/** Runs a command line in the working folder. */
export function createCommandTool({
  folder,
  environment,
  platform,
  graceMs = 2000,
}: CommandToolOptions): Tool {
  return {
    name: 'run',
    about:
      'Runs a command line in the working folder and gives what it printed. It has no input and no terminal. When it ends, whatever it started in the background is ended too.',
    input: {
      type: 'object',
      properties: {
        command: { type: 'string', description: 'One line for the shell.' },
        timeout_s: {
          type: 'integer',
          description: `Seconds it may take: 120 when not given, at most ${mostSeconds}.`,
        },
      },
      required: ['command'],
      examples: [example],
    },
    isReadOnly: () => false,
    needs(args) {
      if (!makesSense(() => commandArguments(args))) return undefined
      const { command } = commandArguments(args)
      return { tool: 'run', subject: command, scope: commandScope(command, platform) }
    },
    async run(args, { signal }) {
      let failed = false
      const answer = await answerOf(async () => {
        const { command, seconds } = commandArguments(args)
        const outcome = await runCommand(command, {
          folder,
          environment: commandEnvironment(environment),
          platform,
          timeoutMs: seconds * 1000,
          graceMs,
          signal,
        })
        failed = outcome.isTimeout || outcome.code !== 0
        return render(outcome, seconds)
      })
      return { ...answer, isError: answer.isError || failed } satisfies ToolResult
    },
  }
}

function render({ output, code, signal, isTimeout, leftBehind }: CommandOutcome, seconds: number): string {
  const notes = [
    ...(isTimeout ? [`stopped after ${seconds} s, its time was over; give a larger timeout_s`] : []),
    ...(!isTimeout && signal !== null ? [`ended by ${signal}`] : []),
    ...(!isTimeout && code !== null && code !== 0 ? [`exit code ${code}`] : []),
    ...(leftBehind ? ['what it left running in the background was ended'] : []),
  ]
  const text = output.trimEnd()
  if (text === '' && notes.length === 0) return '(no output, exit code 0)'
  return [...(text === '' ? ['(no output)'] : [text]), ...notes.map((note) => `(${note})`)].join('\n')
}

function commandArguments(args: ToolArguments): { command: string; seconds: number } {
  const input = toolInput(args, example)
  return {
    command: input.text('command', 'cmd', 'script'),
    seconds: input.count(120, mostSeconds, 'timeout_s', 'timeout', 'timeout_seconds'),
  }
}
