import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { chatRequest, scriptedFetch } from '../../commands/chat/chat-request.suite.ts'
import { runRepl } from './run-repl.ts'
import { scriptedLines } from './scripted-lines.suite.ts'

it('a chat goes back at its prompt, and the files that its tools changed with it', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'chatcli-rewind-'))
  const file = join(cwd, 'log.txt')
  writeFileSync(file, 'calm')
  const after: string[] = []
  const look = (line: string) => (): string => {
    after.push(readFileSync(file, 'utf8'))
    return line
  }
  const request = chatRequest({ cwd, isTerminal: true, options: { mode: 'agent' } })
  const change = { toolCalls: [{ name: 'write', arguments: { path: 'log.txt', content: 'storm' } }] }
  const { fetch } = scriptedFetch([{ text: 'Aye.' }, change, { text: 'Written.' }])
  const lines = scriptedLines([
    'Ahoy',
    'Write the log',
    'y',
    look('/rewind'),
    '1',
    'y',
    look('/rewind undo'),
    'y',
    look('/exit'),
  ])
  let screen = ''
  const out = (text: string): void => void (screen += text)
  await runRepl(request, { lines, out, note: (line) => out(`${line}\n`), fetch })
  rmSync(cwd, { recursive: true })
  expect(after).toEqual(['storm', 'calm', 'storm'])
  expect(lines.prompts).toContain('Number (Enter: stay here): ')
  expect(screen).toMatch(
    / {2}1 {2}just now {2}-4 messages {2}Write the log\n {2}2 {2}just now {2}-6 messages {2}Ahoy\n/,
  )
  expect(screen).toContain('You had said:\n  Write the log\n')
  expect(screen).toContain('The rewind is taken back: 6 messages in the window.')
})
