import { describe, expect, it } from 'vitest'
import { plainMarkdownStyle } from '../../text/markdown/plain-markdown-style.ts'
import { MarkdownStream } from '../../text/markdown/markdown-stream.ts'
import { textFor } from '../../text/text-for.ts'
import { plainStyle } from '../text-style.ts'
import { TurnPrinter } from './turn-printer.ts'

function printed(columns: number): { readonly printer: TurnPrinter; readonly shown: () => string } {
  let all = ''
  const out = (text: string): void => {
    all += text
  }
  const printer = new TurnPrinter({
    text: textFor('en'),
    style: plainStyle,
    out,
    note: (line) => out(`${line}\n`),
    columns,
    layOut: () => new MarkdownStream({ out, columns, style: plainMarkdownStyle }),
  })
  return { printer, shown: () => all }
}

describe('an answer in a terminal', () => {
  it('is laid out, and a line about a tool stands on a line of its own', () => {
    const { printer, shown } = printed(40)
    printer.print({ kind: 'text', text: 'The **tide** comes twice a day, and it goes' })
    printer.print({ kind: 'text', text: ' twice a day.' })
    printer.print({ kind: 'tool-start', call: { id: 'c', name: 'clock', arguments: {} } })
    printer.print({ kind: 'text', text: '- one\n- two' })
    printer.endLine()
    expect(shown()).toBe('The tide comes twice a day, and it goes\ntwice a day.\n⏺ @clock\n• one\n• two\n')
  })

  it('leaves what the memory found as it is, but for the width', () => {
    const { printer, shown } = printed(30)
    printer.print({ kind: 'found', text: '• sea\n    … user: the *tide* comes twice a day' })
    printer.endLine()
    expect(shown()).toContain('*tide*')
    expect(shown()).toContain('\n      twice')
    for (const line of shown().split('\n')) expect(line.length).toBeLessThanOrEqual(30)
  })
})
