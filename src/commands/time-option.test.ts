import { describe, expect, it } from 'vitest'
import { ChatCliError } from '../errors.ts'
import { textFor } from '../text/text-for.ts'
import { timeOption } from './time-option.ts'

const text = textFor('en')
const context = { now: Date.UTC(2026, 3, 1, 9), timeZone: 'UTC' }

function moment(value: string, option: '--since' | '--until'): string {
  return new Date(timeOption(text, value, option, context) ?? Number.NaN).toISOString()
}

describe('timeOption', () => {
  it.each([
    ['2026-03-14', '2026-03-14T00:00:00.000Z', '2026-03-15T00:00:00.000Z'],
    ['2026-03', '2026-03-01T00:00:00.000Z', '2026-04-01T00:00:00.000Z'],
    ['2025', '2025-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'],
    ['yesterday', '2026-03-31T00:00:00.000Z', '2026-04-01T00:00:00.000Z'],
    ['last week', '2026-03-23T00:00:00.000Z', '2026-03-30T00:00:00.000Z'],
    ['semana passada', '2026-03-23T00:00:00.000Z', '2026-03-30T00:00:00.000Z'],
    ['7d', '2026-03-25T00:00:00.000Z', '2026-03-25T00:00:00.000Z'],
    ['2026-03-14T10:30:00Z', '2026-03-14T10:30:00.000Z', '2026-03-14T10:30:00.000Z'],
  ])('%s', (value, since, until) => {
    expect(moment(value, '--since')).toBe(since)
    expect(moment(value, '--until')).toBe(until)
  })

  it.each(['', 'soon', '2026-13-01', 'the cache last week', '2026-03-14T99:99'])('%j is no time', (value) => {
    expect(() => timeOption(text, value, '--since', context)).toThrow(ChatCliError)
  })

  it('is quiet when nothing was given', () => {
    expect(timeOption(text, undefined, '--since', context)).toBeUndefined()
  })
})
