import { describe, expect, it } from 'vitest'
import type { ActiveNotice } from '../../agent/active-notice.ts'
import { ChatCliError } from '../../errors.ts'
import { textFor } from '../../text/text-for.ts'
import { noticeLine } from './notice-line.ts'

const notices: readonly ActiveNotice[] = [
  { kind: 'caught-up', messages: 2 },
  { kind: 'deleted-elsewhere', name: 'tides' },
  { kind: 'renamed-elsewhere', from: 'tides', to: 'water' },
  { kind: 'changed-by-hand', added: 1, changed: 0, removed: 0 },
  { kind: 'changed-by-program', added: 0, changed: 1, removed: 0 },
  { kind: 'older-snapshot', newer: 1 },
  { kind: 'copy', of: 'tides' },
  { kind: 'transcript-shorter', messages: 1 },
  { kind: 'transcript-missing', id: 'tr-1' },
  { kind: 'damage', count: 1 },
  { kind: 'newer-lines', version: 2 },
  { kind: 'cut-off', turns: 1 },
  { kind: 'snapshot-failed', error: new ChatCliError('storage', 'The disk is full') },
]

describe('noticeLine', () => {
  it.each(notices)('$kind is one line of its own in each language', (notice) => {
    const english = noticeLine(notice, textFor('en'))
    const portuguese = noticeLine(notice, textFor('pt-BR'))
    expect(english).toMatch(/^["A-Z0-9].*\.$/)
    expect(portuguese).toMatch(/\.$/)
    expect(portuguese).not.toBe(english)
    const others = notices
      .filter((other) => other !== notice)
      .map((other) => noticeLine(other, textFor('en')))
    expect(others).not.toContain(english)
  })

  it('tells numbers and names', () => {
    const text = textFor('en')
    expect(noticeLine({ kind: 'caught-up', messages: 1 }, text)).toBe('1 message came from another surface.')
    expect(noticeLine({ kind: 'renamed-elsewhere', from: 'a', to: 'b\u001B[2J' }, text)).toBe(
      '"a" was renamed elsewhere to "b".',
    )
  })
})
