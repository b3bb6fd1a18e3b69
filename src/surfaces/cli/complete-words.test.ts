import { describe, expect, it } from 'vitest'
import { helpTextFor } from '../../text/help-text-for.ts'
import { cliHarness } from './cli-harness.suite.ts'
import { completeWords } from './complete-words.ts'

const help = helpTextFor('en')
const names = (): string[] => ['proj-acme', 'tide-notes']

function words(line: string): string[] {
  return completeWords(line.split(' '), help, names).map(({ word }) => word)
}

describe('completeWords', () => {
  it.each([
    ['se', ['session', 'search']],
    ['comp', ['completion']],
    ['--v', ['--version']],
    ['session re', ['rename', 'restore']],
    ['session s', ['search', 'show', 'save']],
    ['tool ', ['session']],
    ['session get ', ['proj-acme', 'tide-notes']],
    ['session show t', ['tide-notes']],
    ['session get proj-acme ', []],
    ['session get --limit 5 p', ['proj-acme']],
    ['session get proj-acme --l', ['--limit']],
    ['session list --sort ', ['recent', 'name', 'size']],
    ['search --in t', ['tide-notes']],
    ['search --role u', ['user']],
    ['search cache --n', ['--ndjson']],
    ['session list --all --a', []],
    ['session save --from ', []],
    ['session rename tide-notes ', []],
    ['session export tide-notes ', ['md', 'jsonl', 'sharegpt']],
    ['session transcript tide-notes s', ['search', 'show', 'stats']],
    ['completion ', ['bash', 'zsh', 'fish']],
    ['help q', ['query']],
    ['help session f', ['fork', 'forget']],
    ['nothing ', []],
  ])('%j', (line, expected) => {
    expect(words(line)).toEqual(expected)
  })

  it('says what commands and options do', () => {
    expect(completeWords(['session', 'lis'], help, names)).toEqual([
      { word: 'list', about: help.summaries['session list'] },
    ])
  })

  it('asks for names only where they can stand', () => {
    const none = (): never => {
      throw new Error('asked')
    }
    expect(completeWords(['session', 'l'], help, none)).toHaveLength(1)
  })
})

describe('chatcli __complete', () => {
  it('prints a word and what it is per line', async () => {
    const cli = cliHarness()
    expect((await cli.run('__complete', '--', 'session', 'get', 't')).out).toBe('tide-notes\n')
    expect((await cli.run('__complete', '--', 'session', 'list', '--al')).out).toBe(
      '--all\tshow all of them\n',
    )
    expect((await cli.run('__complete', '--', 'session', '')).out).toContain('list\tlist saved sessions')
  })

  it('is quiet when the memory cannot be opened', async () => {
    const cli = cliHarness({ open: () => Promise.reject(new Error('no')) })
    expect(await cli.run('__complete', '--', 'session', 'get', '')).toEqual({ code: 0, out: '', err: '' })
  })
})
