import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { textFor } from '../../text/text-for.ts'
import type { PickerEvent } from './picker-state.ts'
import { renderPicker } from './render-picker.ts'
import {
  play,
  playWithAnswer,
  sampleAnswer,
  sampleFound,
  sampleHit,
  samplePreview,
  sampleSession,
} from './sample-state.suite.ts'
import { sampleScreen } from './screen.suite.ts'
import { screenWriter } from './screen-writer.ts'

const options = { text: textFor('en'), colour: true, timeZone: 'UTC' }
const keys = [
  'up',
  'down',
  'pagedown',
  'tab',
  'ctrl-r',
  'ctrl-s',
  'f1',
  'alt-n',
  'alt-f',
  'alt-R',
  'alt-J',
  'backspace',
  'ctrl-u',
  'left',
]

describe('screenWriter', () => {
  it('shows by differences what a whole new screen would show', async () => {
    const event: fc.Arbitrary<PickerEvent> = fc.oneof(
      fc.constantFrom(...keys).map((name): PickerEvent => ({ kind: 'key', key: { name } })),
      fc
        .constantFrom('a', 'role:', '日本', '👩‍👩‍👧', ' ')
        .map((text): PickerEvent => ({ kind: 'key', key: { name: 'text', text } })),
      fc.constantFrom(
        { kind: 'resized', size: { columns: 40, rows: 12 } },
        { kind: 'resized', size: { columns: 120, rows: 30 } },
        {
          kind: 'answered',
          query: 'x',
          answer: sampleAnswer('x', [
            sampleFound('wide', [sampleHit(0, '限流器 <日本> の'), sampleHit(2, '👍🏽 <b>')], {
              title: '健康診断の結果',
            }),
          ]),
        },
        {
          kind: 'previewed',
          preview: samplePreview('proj-acme', ['one\ntwo', '長い文章。'.repeat(20)], { position: 1 }),
        },
        { kind: 'done', notice: 'did it', isChange: false },
      ),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 15 }), async (events) => {
        const shown = playWithAnswer()
        const byDifference = sampleScreen(shown.state.size)
        const writes: string[] = []
        const writer = screenWriter((text) => writes.push(text))
        writer.enter()
        writer.draw(renderPicker(shown.state, options))
        for (const each of events) {
          shown.on(each)
          if (each.kind === 'resized') {
            await byDifference.write(writes.splice(0).join(''))
            byDifference.resize(each.size)
            writer.forget()
          }
          writer.draw(renderPicker(shown.state, options))
        }
        await byDifference.write(writes.join(''))

        const whole = sampleScreen(shown.state.size)
        const fresh: string[] = []
        const other = screenWriter((text) => fresh.push(text))
        other.enter()
        other.draw(renderPicker(shown.state, options))
        await whole.write(fresh.join(''))
        expect(byDifference.cells()).toEqual(whole.cells())
        expect([...byDifference.mischief, ...whole.mischief]).toEqual([])
        byDifference.close()
        whole.close()
      }),
      { numRuns: 60 },
    )
  })

  it('writes only the lines that changed, and nothing when none did', () => {
    const shown = playWithAnswer()
    const writes: string[] = []
    const writer = screenWriter((text) => writes.push(text))
    writer.enter()
    writer.draw(renderPicker(shown.state, options))
    const before = writer.linesWritten
    writer.draw(renderPicker(shown.keys('left').state, options))
    expect(writer.linesWritten).toBe(before)
    writer.draw(renderPicker(shown.keys(':x').state, options))
    expect(writer.linesWritten).toBe(before + 1)
    const count = writes.length
    writer.draw(renderPicker(shown.state, options))
    expect(writes).toHaveLength(count)
  })

  it('writes two lines of the list when another session is chosen, however many there are', () => {
    const sessions = Array.from({ length: 10_000 }, (_, i) => sampleSession(`s${i}`))
    const shown = play().on({ kind: 'listed', list: { sessions, unreadable: [] } })
    const writer = screenWriter(() => undefined)
    writer.enter()
    writer.draw(renderPicker(shown.state, options))
    const before = writer.linesWritten
    expect(before).toBeLessThanOrEqual(24)
    writer.draw(renderPicker(shown.keys('down').state, options))
    expect(writer.linesWritten).toBe(before + 2)
  })

  it('gives the screen back as it was', async () => {
    const screen = sampleScreen({ columns: 80, rows: 24 })
    await screen.write('$ chatcli resume\r\n')
    const writes: string[] = []
    const writer = screenWriter((text) => writes.push(text))
    writer.enter()
    writer.draw(renderPicker(playWithAnswer().state, options))
    await screen.write(writes.splice(0).join(''))
    expect(screen.isAlternate).toBe(true)
    writer.leave()
    writer.leave()
    await screen.write(writes.join(''))
    expect(screen.isAlternate).toBe(false)
    expect(screen.rows()[0]).toBe('$ chatcli resume')
    expect(writes.join('')).toContain('\u001B[?25h')
    screen.close()
  })
})
