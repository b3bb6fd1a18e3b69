import { describe, expect, it } from 'vitest'
import { ChatCliError } from '../../errors.ts'
import { runKeyCommand } from './run-key-command.ts'

const environment = { PATH: process.env['PATH'], CHATCLI_ENCRYPTION_KEY: 'secret', OTHER: 'open' }

async function problem(command: string, mostMs?: number): Promise<string> {
  try {
    return `gave ${await runKeyCommand(command, environment, mostMs)}`
  } catch (error) {
    return error instanceof ChatCliError ? `${error.code}: ${error.message}` : String(error)
  }
}

describe.skipIf(process.platform === 'win32')('the command for the key', () => {
  it('gives its first line, with or without an end', async () => {
    expect(await problem('echo first; echo second')).toBe('gave first')
    expect(await problem('printf "first\\r\\nsecond"')).toBe('gave first')
    expect(await problem('printf first')).toBe('gave first')
  })

  it('does not see the keys of this program', async () => {
    expect(await problem('echo "$CHATCLI_ENCRYPTION_KEY-$OTHER"')).toBe('gave -open')
  })

  it('is told when it fails, prints nothing, or does not end', async () => {
    expect(await problem('echo key; exit 3')).toMatch(/^key: .*it ended with 3$/)
    expect(await problem('true')).toMatch(/^key: .*it printed nothing$/)
    expect(await problem('sleep 5 | cat', 50)).toMatch(/^key: .*it was ended by SIGTERM$/)
  })

  it('may leave a program running that holds its output open', async () => {
    const leaving = 'sleep 5 & echo $!-key'
    const [pid, key] = (await runKeyCommand(leaving, environment)).split('-')
    expect(key).toBe('key')
    // Still there: nobody waited for it.
    expect(process.kill(Number(pid))).toBe(true)
  })
})
