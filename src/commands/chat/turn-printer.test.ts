import { describe, expect, it } from 'vitest'
import type { TurnEvent } from '../../agent/turn.ts'
import { ChatCliError } from '../../errors.ts'
import { textFor } from '../../text/text-for.ts'
import { plainStyle } from '../text-style.ts'
import { fenceRecalled } from '../../agent/fence-recalled.ts'
import { TurnPrinter, type TurnPrinterOptions } from './turn-printer.ts'

function shown(events: readonly TurnEvent[], more: Partial<TurnPrinterOptions> = {}): string {
  let all = ''
  const printer = new TurnPrinter({
    text: textFor('en'),
    style: plainStyle,
    out: (text) => (all += text),
    note: (line) => (all += `${line}\n`),
    ...more,
  })
  for (const event of events) printer.print(event)
  printer.endLine()
  return all
}
const text = (words: string): TurnEvent => ({ kind: 'text', text: words })
const start = (name: string, args: unknown): TurnEvent => ({
  kind: 'tool-start',
  call: { id: '1', name, arguments: args },
})
const end = (result: string, isError = false): TurnEvent => ({
  kind: 'tool-end',
  call: { id: '1', name: 'x', arguments: {} },
  result: { text: result, isError },
})

describe('TurnPrinter', () => {
  it('prints the answer as it comes, and notes on lines of their own', () => {
    const error = new ChatCliError('storage', 'The disk is full')
    expect(
      shown([text('High '), text('water'), { kind: 'not-saved', error }, text('.'), { kind: 'saved-again' }]),
    ).toBe(
      'High water\nNOT SAVED: The disk is full. It is kept in memory and tried again.\n.\nEverything is saved again.\n',
    )
  })

  it('ends a line once', () => {
    expect(shown([text('one\n'), { kind: 'answered', message: { role: 'assistant', content: '' } }])).toBe(
      'one\n',
    )
  })

  it('tells in one line what the model is given beside the conversation, or what it is not', () => {
    const line = `recalled: tides\u001B[2J ${'and more '.repeat(20)}`
    const told = shown([text('High'), { kind: 'supplement', line, whole: 'High water.' }], { columns: 40 })
    expect(told).toMatch(/^High\nrecalled: tides and more .{1,40}\n$/)
    expect(shown([{ kind: 'supplement-failed', reason: 'The folder is gone' }])).toBe(
      'Something the model would have been given is missing: The folder is gone\n',
    )
  })

  it('tells why it waits', () => {
    const retry = { kind: 'retry', attempt: 1, of: 4, waitMs: 1500, reason: 'The server is busy' } as const
    expect(shown([retry])).toBe('The server is busy; trying again in 1.5 s (1 of 4).\n')
  })

  it.each<[string, unknown, string]>([
    [
      'session',
      { cmd: 'search', args: { query: 'token bucket', limit: 3 } },
      '@session search · query: token bucket · limit: 3',
    ],
    ['@run', { command: 'npm test' }, '@run npm test'],
    ['read', { path: 'src/a.ts', from: 10 }, '@read src/a.ts · from: 10'],
    ['list', {}, '@list'],
    ['odd', { flags: ['a', 'b'], on: true, none: null }, '@odd ["a","b"] · on: true · none: null'],
    ['odd', undefined, '@odd'],
  ])('shows a call of %s on one line', (name, args, line) => {
    expect(shown([start(name, args)])).toBe(`⏺ ${line}\n`)
  })

  it('shows what a model wrote that is no JSON', () => {
    const call = { id: '1', name: 'run', raw: '{"command":' }
    expect(shown([{ kind: 'tool-start', call }])).toBe('⏺ @run {"command":\n')
  })

  it.each([
    ['done', '  ✓ done'],
    ['one\n\ntwo\nthree\n', '  ✓ one (2 more lines)'],
    ['one\ntwo', '  ✓ one (1 more line)'],
    ['', '  ✓ '],
    [
      fenceRecalled('Sessions matching "x":\n\n• a\n    … user: x', 'f0'),
      '  ✓ Sessions matching "x": (2 more lines)',
    ],
  ])('shows how the result %j begins', (result, line) => {
    expect(shown([end(result)])).toBe(`${line}\n`)
  })

  it('shows what went wrong, in Portuguese too', () => {
    expect(shown([end('not there\nmore\nand more', true)], { text: textFor('pt-BR') })).toBe(
      '  ✗ not there (2 linhas a mais)\n',
    )
  })

  it('keeps to the width of the terminal', () => {
    const long = 'word '.repeat(80)
    const lines = shown([start('run', { command: long, note: long }), end(`${long}\n${long}`)], {
      columns: 40,
    })
    for (const line of lines.trimEnd().split('\n')) expect(line.length).toBeLessThanOrEqual(40)
    expect(lines).toContain('(1 more line)')
  })

  it('lets nothing through that moves a cursor, unless it is raw', () => {
    const evil = '\u001B]0;title\u0007\u001B[2Jhello'
    expect(shown([text(evil)])).toBe('hello\n')
    expect(shown([text(evil)], { raw: true })).toBe(`${evil}\n`)
    expect(shown([start('run', { command: evil }), end(evil)])).not.toContain('\u001B')
  })
})
