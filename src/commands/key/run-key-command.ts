import { spawn } from 'node:child_process'
import { ChatCliError } from '../../errors.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** A person may have to unlock a password manager first. */
const twoMinutes = 120_000
const mostBytes = 65_536
const ofKeys = /^CHATCLI_ENCRYPTION_KEY/

/**
 * Runs the command that prints the key, in the shell; it may ask at the terminal.
 *
 * @param mostMs milliseconds it may take
 * @returns its first line
 * @throws ChatCliError `key` when it fails, or prints nothing in two minutes
 */
export async function runKeyCommand(
  command: string,
  environment: Environment,
  mostMs: number = twoMinutes,
): Promise<string> {
  const env = Object.fromEntries(Object.entries(environment).filter(([name]) => !ofKeys.test(name)))
  const child = spawn(command, { shell: true, env, stdio: ['inherit', 'pipe', 'inherit'], timeout: mostMs })
  let output = ''
  child.stdout.setEncoding('utf8')
  child.stdout.on('data', (piece: string) => {
    if (output.length < mostBytes) output += piece
  })
  const problem = await new Promise<string | undefined>((resolve) => {
    const ended = (code: number | null, signal: NodeJS.Signals | null): void =>
      resolve(
        code === 0 ? undefined : signal === null ? `it ended with ${code}` : `it was ended by ${signal}`,
      )
    child.on('error', (error) => resolve(error.message))
    child.on('close', ended)
    // What it started may hold its output open for ever, as the agent of a password manager does.
    child.on('exit', (code, signal) => {
      const isEnough = (): boolean => signal !== null || output.includes('\n')
      if (isEnough()) ended(code, signal)
      else child.stdout.on('data', () => void (isEnough() && ended(code, signal)))
    })
  })
  child.stdout.destroy()
  const [line = ''] = output.split(/\r?\n/)
  if (problem === undefined && line.trim() !== '') return line
  throw new ChatCliError(
    'key',
    `The command for the encryption key gave none: ${problem ?? 'it printed nothing'}`,
    {
      hint: 'Run what CHATCLI_ENCRYPTION_KEY_COMMAND says in a terminal: it must print the key on its first line.',
    },
  )
}
