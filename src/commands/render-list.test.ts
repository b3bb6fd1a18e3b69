import { describe, expect, it } from 'vitest'
import type { SessionSummary } from '../chatcli.ts'
import { displayWidth } from '../text/display-width.ts'
import { textFor } from '../text/text-for.ts'
import { renderList, type RenderListOptions } from './render-list.ts'
import { plainStyle } from './text-style.ts'

const summary: SessionSummary = {
  name: 'tide-notes',
  id: 'a',
  title: 'Tides and when to leave',
  createdAt: 0,
  updatedAt: Date.UTC(2026, 2, 14, 23, 30),
  messages: 12,
  size: 4_200,
  machine: false,
  private: false,
  pinned: false,
  source: undefined,
  transcriptId: undefined,
  interrupted: false,
}
const long = {
  ...summary,
  name: 'x'.repeat(60),
  title: '会議の議事録をまとめてください'.repeat(4),
  messages: 1,
}
const plain: RenderListOptions = {
  text: textFor('en'),
  style: plainStyle,
  timeZone: 'UTC',
  columns: undefined,
  sizes: false,
}

function list(
  sessions: readonly SessionSummary[],
  options: Partial<RenderListOptions> = {},
  total?: number,
): string {
  return renderList({ sessions, total: total ?? sessions.length, unreadable: [] }, { ...plain, ...options })
}

describe('renderList', () => {
  it('says that no session came from the tool asked for', () => {
    expect(list([], { source: 'fo\x07o' })).toBe('No session came from foo.')
    expect(list([])).toMatch(/^No saved sessions yet\./)
  })

  it('has a row per session', () => {
    const other = { ...summary, name: 'a', title: '', messages: 1 }
    expect(list([summary, other])).toBe(
      [
        'Saved sessions:',
        '',
        '  tide-notes  2026-03-14  12 messages  Tides and when to leave',
        '  a           2026-03-14    1 message',
      ].join('\n'),
    )
  })

  it('shows the day of the person', () => {
    expect(list([summary], { timeZone: 'Asia/Tokyo' })).toContain('2026-03-15')
  })

  it('counts what the limit left out', () => {
    expect(list([summary], {}, 78)).toMatch(/\n\n… and 77 more$/)
  })

  it('shows sizes, and what there is to know about a session', () => {
    const known = { ...summary, private: true, pinned: true, source: { tool: 'codex' } }
    expect(list([known], { sizes: true })).toContain(
      '12 messages  4.2 kB  Tides and when to leave (pinned, private, codex)',
    )
    expect(list([{ ...summary, interrupted: true, size: 12 }], { sizes: true })).toContain('12 B')
    expect(list([{ ...summary, size: 3_400_000 }], { sizes: true })).toContain('3.4 MB')
  })

  it.each([20, 40, 60, 80, 132])('fits rows into %i columns', (columns) => {
    for (const row of list([summary, long], { columns }).split('\n')) {
      expect(displayWidth(row)).toBeLessThanOrEqual(columns)
    }
  })

  it('names what cannot be read', () => {
    const bad = { name: 'bro\x1b[31mken', code: 'damaged', reason: 'it is empty' }
    const shown = renderList({ sessions: [summary], total: 1, unreadable: [bad] }, plain)
    expect(shown).toMatch(/\n\nFiles that cannot be read:\n\n {2}broken: it is empty$/)
  })

  it('says how to begin', () => {
    expect(list([])).toBe(plain.text.sessionListEmpty)
  })
})
