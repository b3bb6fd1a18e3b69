import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { displayWidth } from '../../text/display-width.ts'
import { textFor } from '../../text/text-for.ts'
import type { PickerState, ScreenSize } from './picker-state.ts'
import { renderPicker } from './render-picker.ts'
import {
  play,
  type Play,
  playWithAnswer,
  sampleAnswer,
  sampleFound,
  sampleHit,
  samplePreview,
  sampleSession,
} from './sample-state.suite.ts'
import { sampleScreen } from './screen.suite.ts'
import { screenWriter } from './screen-writer.ts'

const sizes: readonly ScreenSize[] = [
  { columns: 120, rows: 40 },
  { columns: 80, rows: 24 },
  { columns: 40, rows: 12 },
]
const options = { text: textFor('en'), colour: true, timeZone: 'UTC' }
const hostile = [
  '\u001B]0;pwned\u0007\u001B]52;c;cHduZWQ=\u0007name',
  '\u001B[2J\u001B[1;1Hmoved',
  'bell\u0007\u0008\u0008\u0008',
  '\u009B31mred\u009D0;title\u009C',
  '\u202Egnol\u202C rtl',
  '\u001B[c\u001B[6n\u001BP$q q\u001B\\asked',
  'line\r\nbreak\ttab\u2028sep',
  `${'\u0300'.repeat(60)}marks`,
]

/** What a terminal shows for a state. */
async function shown(state: PickerState, language: 'en' | 'pt-BR' = 'en'): Promise<readonly string[]> {
  const screen = sampleScreen(state.size)
  const writes: string[] = []
  const writer = screenWriter((text) => writes.push(text))
  writer.enter()
  writer.draw(renderPicker(state, { ...options, text: textFor(language) }))
  await screen.write(writes.join(''))
  const rows = screen.rows()
  expect(screen.mischief).toEqual([])
  screen.close()
  return rows
}

function withPreview(size: ScreenSize): PickerState {
  const hits = [sampleHit(1, 'a <limiter> then'), sampleHit(3, 'the rate <limiter> caps')]
  const texts = [
    'How do we protect the gateway?',
    'With a limiter then, in front of everything that customers can reach from outside of the house.',
    'And 限流器?',
    'The rate limiter caps it at 1000 rps per key.\n\n- burst: 2 s\n- answer: 429',
  ]
  return playWithAnswer(size).on({
    kind: 'previewed',
    preview: samplePreview('proj-acme', texts, { hits, position: 3 }),
  }).state
}

describe('renderPicker', () => {
  for (const size of sizes) {
    for (const language of ['en', 'pt-BR'] as const) {
      it(`shows an answer at ${size.columns} × ${size.rows} in ${language}`, async () => {
        expect((await shown(withPreview(size), language)).join('\n')).toMatchSnapshot()
      })
    }
  }

  it.each([
    [
      'no session',
      play().on({ kind: 'listed', list: { sessions: [], unreadable: [] } }),
      'There is no session yet.',
    ],
    ['nothing read yet', play(), 'Reading the list of sessions …'],
    [
      'nothing of the scope',
      playWithAnswer().keys('ctrl-r', 'ctrl-r', 'ctrl-r'),
      '2 sessions match, but not among',
    ],
    ['help', play().keys(':?'), 'Type what was said: the list follows.'],
    ['a name that is asked for', playWithAnswer().keys('alt-f'), 'Name of the copy: proj-acme-2'],
    ['the first index', play('x').on({ kind: 'progress', done: 5, total: 9 }), 'indexing 5 of 9 sessions …'],
  ])('says what to do with %s', async (_, { state }: Play, words) => {
    expect((await shown(state)).join('\n')).toContain(words)
  })

  it('has help that fits a terminal of 80 × 24', async () => {
    for (const language of ['en', 'pt-BR'] as const) {
      const help = textFor(language).picker.help.split('\n')
      const rows = await shown(play().keys('f1').state, language)
      expect(rows.slice(0, help.length)).toEqual(help)
    }
  })

  it('teaches when nothing is found', async () => {
    const answer = sampleAnswer('limitr', [], {
      unknown: ['limitr'],
      suggestions: [{ typed: 'gatway', read: 'gateway' }],
      coverage: { sessions: 5, indexed: 4, messages: 9, unreadable: [{ name: 'torn', reason: 'cut short' }] },
    })
    const { state } = play().keys(':limitr').on({ kind: 'answered', query: 'limitr', answer })
    const text = (await shown(state)).join('\n')
    expect(text).toContain('Nothing found for "limitr".')
    expect(text).toContain('Nobody wrote "gatway"; near to it: "gateway"')
    expect(text).toContain('4 sessions were searched.')
    expect(text).toContain('torn could not be read: cut short')
  })

  it('says how much of its window a wide name takes', async () => {
    const sessions = [
      sampleSession('kenkou', { title: '健康診断の結果について話したこと、とても長い題名です' }),
      sampleSession('family', { title: '👩‍👩‍👧 family 👍🏽 plans' }),
    ]
    const { state } = play('', { columns: 40, rows: 12 }).on({
      kind: 'listed',
      list: { sessions, unreadable: [] },
    })
    const rows = await shown(state)
    expect(rows[1]).toMatch(/^▸ kenkou — 健康診断の結.*… +2026-03-14$/)
    expect(rows[2]).toContain('family — 👩‍👩‍👧 family')
  })

  it('needs no colour', () => {
    const { lines } = renderPicker(withPreview({ columns: 80, rows: 24 }), { ...options, colour: false })
    expect(lines.join('')).not.toMatch(/\u001B\[[\d;]*3\d/)
    expect(lines.join('')).toContain('\u001B[1;4mlimiter\u001B[0m')
  })

  it('shows the match although it stands far behind', async () => {
    const found = sampleFound('a', [sampleHit(0, `${'word '.repeat(30)}the <limiter> it is`)])
    const { state } = play('', { columns: 60, rows: 12 })
      .keys(':limiter')
      .on({ kind: 'answered', query: 'limiter', answer: sampleAnswer('limiter', [found]) })
    expect((await shown(state))[2]).toMatch(/user: ….*the limiter it is/)
  })

  it('is never wider than the terminal, whatever it shows', () => {
    const words = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.constantFrom(...hostile))
    fc.assert(
      fc.property(
        words,
        words,
        fc.integer({ min: 1, max: 130 }),
        fc.integer({ min: 1, max: 45 }),
        (a, b, columns, rows) => {
          const hit = sampleHit(1, b.replaceAll(/[<>]/g, ''))
          const found = sampleFound(a, [hit], { title: b, missing: [a], source: b })
          const state = play('', { columns, rows })
            .on({ kind: 'listed', list: { sessions: [sampleSession(a, { title: b })], unreadable: [] } })
            .keys(`:${a}x`)
            .on({ kind: 'answered', query: 'x', answer: sampleAnswer('x', [found]) })
            .on({ kind: 'previewed', preview: samplePreview(a, [a, b], { hits: [hit], position: 1 }) }).state
          const { lines } = renderPicker(state, options)
          expect(lines).toHaveLength(rows)
          for (const line of lines) {
            // The panes stand side by side, each at its column.
            const [left = '', ...right] = line.split(/\u001B\[\d+G/)
            const plain = (text: string): string => text.replace(/\u001B\[[\d;]*m/g, '')
            expect(displayWidth([left, ...right].map(plain).join(''))).toBeLessThanOrEqual(columns)
            expect(plain(left + right.join(''))).not.toMatch(/[\u0000-\u001F\u007F-\u009F\u202A-\u202E]/)
          }
        },
      ),
      { numRuns: 150 },
    )
  })

  it('shows hostile names, titles, sentences and messages, and does nothing they say', async () => {
    for (const text of hostile) {
      for (const size of sizes) {
        const hit = sampleHit(1, `${text} <${text}>`)
        const found = sampleFound(text, [hit], { title: text, missing: [text], source: text })
        const { state } = play('', size)
          .keys(':x')
          .on({ kind: 'answered', query: 'x', answer: sampleAnswer(text, [found], { unknown: [text] }) })
          .on({ kind: 'previewed', preview: samplePreview(text, [text, text], { hits: [hit], position: 1 }) })
          .on({ kind: 'failed', message: text, what: 'trash' })
        const rows = await shown(state)
        expect(rows[0]).toMatch(/^Find: x/)
      }
    }
  })
})
