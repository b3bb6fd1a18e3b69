import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { completionWorld } from './complete-line.suite.ts'
import { completeLine } from './complete-line.ts'

const words = (line: string): string[] =>
  completeLine(line, line.length, completionWorld()).candidates.map(({ word }) => word)

describe('completeLine', () => {
  it.each<[line: string, expected: string[]]>([
    ['/he', ['/help']],
    ['/S', ['/session', '/search', '/storage']],
    ['/mo', ['/mode', '/model']],
    ['  /he', ['/help']],
    ['/sesion', ['/session']],
    ['/session st', ['status']],
    ['/SESSION lo', ['load']],
    ['/session lod', ['load']],
    ['/session load proj', ['proj-tide', 'proj-stone']],
    ['/session load PROJ-T', ['proj-tide']],
    ['/session load stone', ['proj-stone']],
    ['/session load limiter', ['proj-tide']],
    ['/session load prjst', ['proj-stone']],
    ['/session load zbera', ['Zebra']],
    ['/session load nothing-like-it', []],
    ['/session load proj-tide ', []],
    ['/session attach no', ['notes']],
    ['/session delete ze', ['Zebra']],
    ['/session delete --pu', ['--purge']],
    ['/session delete --purge ze', ['Zebra']],
    ['/session rename no', ['notes']],
    ['/session rename notes ', []],
    ['/session fork ', []],
    ['/session get no', ['notes']],
    ['/session get notes --me', ['--message']],
    ['/session show no', ['notes']],
    ['/session recover ', ['autosave-20260314-101112']],
    ['/session restore ', ['old-plan']],
    ['/session private ', ['on', 'off']],
    ['/session export ', ['md', 'jsonl', 'sharegpt', 'proj-tide', 'proj-stone', 'notes', 'Zebra']],
    ['/session export notes ', ['md', 'jsonl', 'sharegpt']],
    ['/session export md ', []],
    ['/session transcript pro', ['proj-tide', 'proj-stone']],
    ['/session transcript notes ', ['search', 'show', 'export', 'stats']],
    ['/session transcript notes export ', ['md', 'jsonl', 'sharegpt']],
    ['/session transcript search ', []],
    ['/context at', ['attach', 'attached']],
    ['/context show ho', ['house-rules']],
    ['/context detach ', ['house-rules', '"tide tables"']],
    ['/context merge new ti', ['"tide tables"']],
    ['/context attach house-rules --fu', ['--full']],
    ['/context create x --mode s', ['summary', 'smart']],
    ['/context create x sr', ['src/']],
    ['/context create "two words" src/ma', ['src/main.ts', 'src/main.test.ts']],
    ['/context import no', ['notes.md']],
    ['/mode ', ['chat', 'agent', 'coder']],
    ['/mode chat ', []],
    ['/provider oll', ['ollama']],
    ['/config ', ['list', 'get', 'set', 'unset', 'path']],
    ['/config get time', ['time-zone', 'timeout']],
    ['/config set mode ', ['chat', 'agent', 'coder']],
    ['/config set autosave ', ['on', 'off']],
    ['/config set timeout ', []],
    ['/config list ', []],
    ['/export ', ['--format']],
    ['/export --format ', ['jsonl', 'sharegpt', 'md']],
    ['/export --format sh', ['sharegpt']],
    ['/index ver', ['verify']],
    ['/search ', []],
    ['/search tide ro', ['role:']],
    ['/search role:as', ['role:assistant']],
    ['/search in:pro', ['in:proj-tide', 'in:proj-stone']],
    ['/search tide', []],
    ['/session search --str', ['--strict']],
    ['@', ['@"my notes/', '@notes.md', '@src/', '@südsee.txt']],
    ['@.', ['@.git', '@.gitignore']],
    ['look at @s', ['@src/', '@südsee.txt']],
    ['look at @src/main.t', ['@src/main.ts', '@src/main.test.ts']],
    ['@src/MAIN.TE', ['@src/main.test.ts']],
    ['@my', ['@"my notes/']],
    ['@"my notes/', ['@"my notes/a b.txt"', '@"my notes/plain.txt"']],
    ['@~', ['@~/']],
    ['@~/t', ['@~/tide.md']],
    ['@/e', ['@/etc']],
    ['@nowhere/x', []],
    ['mail ana@s', []],
    ['/session load @s', ['@src/', '@südsee.txt']],
    ['hello', []],
    ['', []],
  ])('%j may become %j', (line, expected) => {
    expect(words(line)).toEqual(expected)
  })

  it('says what the words mean', () => {
    const of = (line: string): string[] =>
      completeLine(line, line.length, completionWorld()).candidates.map(
        ({ word, about }) => `${word}: ${about}`,
      )
    expect(of('/exi')).toEqual(['/exit: leave'])
    expect(of('/session att')).toEqual(['attach: load a session, or make this conversation a new one'])
    expect(of('/session load proj-t')).toEqual(['proj-tide: Which algorithm for the rate limiter?'])
    expect(of('/config get time-')[0]).toContain('time-zone: the zone')
  })

  it('replaces the word in front of the cursor', () => {
    const line = '/session lo proj'
    expect(completeLine(line, 11, completionWorld())).toMatchObject({
      start: 9,
      end: 11,
      candidates: [{ word: 'load' }],
    })
    expect(completeLine('see @no, yes', 7, completionWorld())).toMatchObject({ start: 4, end: 7 })
  })

  it('asks for sessions only where a name can stand', () => {
    const world = completionWorld()
    for (const line of ['/', '/session ', '/session fork x', 'hello', '@s'])
      completeLine(line, line.length, world)
    expect(world.asked()).toBe(0)
  })

  it('takes any line and cursor', () => {
    const line = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 20 }),
      fc
        .array(
          fc.constantFrom(
            '/',
            'session',
            ' ',
            'load',
            '@',
            '"',
            '~',
            '.',
            'config set',
            '--',
            'in:',
            '\\',
            '\t',
          ),
          { maxLength: 8 },
        )
        .map((parts) => parts.join('')),
    )
    const world = completionWorld()
    fc.assert(
      fc.property(line, fc.nat(30), (text, at) => {
        const cursor = Math.min(at, text.length)
        const { start, end, candidates } = completeLine(text, cursor, world)
        expect(start).toBeLessThanOrEqual(cursor)
        expect(end).toBe(cursor)
        for (const { word } of candidates) expect(word).not.toMatch(/[\n\r]/)
      }),
      { seed: 2, numRuns: 500 },
    )
  })
})
