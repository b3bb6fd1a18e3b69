import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import type { LineSource } from '../line-source.ts'
import { terminalLines } from '../terminal-lines.ts'
import { completionWorld } from './complete-line.suite.ts'
import { completeLine } from './complete-line.ts'
import { lineHistory } from './line-history.ts'

const marksOn = '\u001B[?2004h'
const marksOff = '\u001B[?2004l'
const up = '\u001B[A'
const down = '\u001B[B'
const left = '\u001B[D'
const paste = (text: string): string => `\u001B[200~${text}\u001B[201~`

class FakeProcess extends EventEmitter {
  readonly platform = 'linux'
  readonly kills: (readonly [number, string])[] = []
  kill(pid: number, signal: string): boolean {
    this.kills.push([pid, signal])
    return true
  }
}

interface Played {
  readonly lines: LineSource
  readonly process: FakeProcess
  readonly input: PassThrough & { setRawMode: (isRaw: boolean) => number }
  readonly rawModes: boolean[]
  /** What was written since it was asked last. */
  readonly shown: () => string
  readonly type: (keys: string) => Promise<void>
  readonly kept: () => readonly string[]
  /** Lets time pass, milliseconds. */
  readonly pass: (ms: number) => void
}

function play(entries: readonly string[] = []): Played {
  const rawModes: boolean[] = []
  const input = Object.assign(new PassThrough(), { setRawMode: (isRaw: boolean) => rawModes.push(isRaw) })
  const output = Object.assign(new PassThrough(), { columns: 60, rows: 20, isTTY: true })
  let shown = ''
  output.on('data', (bytes: Buffer) => (shown += bytes.toString()))
  const process = new FakeProcess()
  const history = lineHistory({ onTrouble: () => undefined })
  for (const entry of [...entries].reverse()) history.add(entry)
  const world = completionWorld()
  let time = 1000
  const lines = terminalLines({
    input,
    output,
    isTerminal: true,
    onFirstInterrupt: () => output.write('(hint)\n'),
    process: process as unknown as NodeJS.Process,
    typing: {
      history,
      complete: (line, cursor) => completeLine(line, cursor, world),
      labelOf: ({ lines: count }, beginning) => `${count} lines: ${beginning}`,
      andMore: (count) => `… and ${count} more`,
      twiceEscape: { line: '/rewind', now: () => time },
    },
  })
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
  return {
    lines,
    process,
    input,
    rawModes,
    shown() {
      const text = shown
      shown = ''
      return text
    },
    async type(keys) {
      input.write(keys)
      // Tab answers a turn later, and what is behind it is read then.
      for (let turns = 0; turns < 4; turns++) await turn()
    },
    kept: () => history.entries,
    pass: (ms) => void (time += ms),
  }
}

/** What a line becomes after these keys and Enter. */
async function typed(keys: string, entries?: readonly string[]): Promise<string | undefined> {
  const { lines, type } = play(entries)
  const line = lines.read('> ')
  await type(`${keys}\r`)
  lines.close()
  return line
}

describe('a paste', () => {
  it('is part of the line, and no line of it is sent', async () => {
    expect(await typed(`say ${paste('one\r\ntwo\r\n')}, yes`)).toBe('say one\ntwo, yes')
  })

  it('goes where the cursor is', async () => {
    expect(await typed(`ad${left}${paste('b\nc')}`)).toBe('ab\ncd')
  })

  it('is shown by a label when it is long, and sent whole', async () => {
    const { lines, type, shown } = play()
    const line = lines.read('> ')
    const text = Array.from({ length: 40 }, (_, at) => `row ${at}`).join('\n')
    await type(`what is ${paste(text)}?`)
    expect(shown()).toContain('[40 lines: row 0 row 1 row 2 row 3…]')
    await type('\r')
    expect(await line).toBe(`what is ${text}?`)
    lines.close()
  })

  it('completes nothing, ends nothing and asks nothing', async () => {
    expect(await typed(paste('/he\tx\u0003\u0004'))).toBe('/he\tx')
  })

  it('waits with what is typed ahead', async () => {
    const { lines, type } = play()
    await type(`${paste('a\nb')}\r${paste('c\nd')}\r`)
    expect([await lines.read('> '), await lines.read('> ')]).toEqual(['a\nb', 'c\nd'])
    lines.close()
  })
})

describe('a message of several lines', () => {
  it('goes on behind a backslash and in a block, also when it comes at once', async () => {
    const { lines, type, shown } = play()
    const first = lines.read('> ')
    await type('one\\\rtwo\r')
    expect(await first).toBe('one\ntwo')
    expect(shown()).toContain('  ... ')
    const second = lines.read('> ')
    await type('```ts\rlet a\\\r```\r')
    expect(await second).toBe('```ts\nlet a\\\n```')
    lines.close()
  })

  it('is dropped by Ctrl-C', async () => {
    const { lines, type, shown } = play()
    const line = lines.read('> ')
    await type('one\\\rtwo\u0003')
    expect(shown()).toMatch(/\(hint\)\n[^]*> \u001B\[3G$/)
    await type('three\r')
    expect(await line).toBe('three')
    lines.close()
  })

  it('is one entry for the arrow keys', async () => {
    const { lines, type, kept } = play()
    const first = lines.read('> ')
    await type('one\\\rtwo\r')
    await first
    expect(kept()).toEqual(['one\ntwo'])
    const second = lines.read('> ')
    await type(`${up}!\r`)
    expect(await second).toBe('one\ntwo!')
    lines.close()
  })
})

describe('the arrow keys', () => {
  it('bring back earlier entries', async () => {
    expect(await typed(`${up}${up}`, ['newest', 'older'])).toBe('older')
    expect(await typed(`${up}${up}${down}`, ['newest', 'older'])).toBe('newest')
    expect(await typed(`ol${up}`, ['newest', 'older'])).toBe('older')
  })

  it('know neither answers nor dropped lines', async () => {
    const { lines, type, kept } = play(['old'])
    const answer = lines.ask('Sure? ')
    await type('y\r')
    await answer
    const line = lines.read('> ')
    await type('dropped\u0003')
    await type(`${up}\r`)
    expect(await line).toBe('old')
    expect(kept()).toEqual(['old'])
    lines.close()
  })

  it('bring back a long entry behind its label', async () => {
    const long = 'line\n'.repeat(30)
    expect(await typed(`${up}?`, [long])).toBe(`${long}?`)
  })
})

describe('Ctrl-R', () => {
  const entries = ['newest', 'high Tide\nat noon', 'low tide', 'oldest']
  const search = '\u0012'

  it('finds what has the typed words in it, from the newest on', async () => {
    expect(await typed(`tide${search}`, entries)).toBe('high Tide\nat noon')
    expect(await typed(`tide${search}${search}`, entries)).toBe('low tide')
    expect(await typed(`noon${search}${search}!`, entries)).toBe('high Tide\nat noon!')
    expect(await typed(`tide${search}${left}${search}`, entries)).toBe('low tide')
    expect(await typed(`sea${search}`, entries)).toBe('sea')
  })

  it('begins anew with what was changed, and does nothing in an answer', async () => {
    expect(await typed(`tide${search}\u0015old${search}`, entries)).toBe('oldest')
    const { lines, type } = play(entries)
    const answer = lines.ask('Sure? ')
    await type(`new${search}\r`)
    expect(await answer).toBe('new')
    lines.close()
  })
})

describe('Tab', () => {
  it('writes what it finds', async () => {
    expect(await typed('/he\t')).toBe('/help ')
    expect(await typed('/session lo\tproj-t\tx')).toBe('/session load proj-tide x')
    expect(await typed('/session load stone\t')).toBe('/session load proj-stone ')
    expect(await typed('see @sr\tma\tx')).toBe('see @src/main.tx')
  })

  it('shows a list at the second time, and the line below it', async () => {
    const { lines, type, shown } = play()
    const line = lines.read('> ')
    await type('/session load proj\t')
    shown()
    await type('\t')
    expect(shown()).not.toContain('Mosaics')
    await type('\t')
    const list = shown()
    expect(list).toContain('proj-tide   Which algorithm for the rate limiter?\r\nproj-stone  Mosaics\r\n')
    expect(list).toContain('> /session load proj-')
    await type('s\t\r')
    expect(await line).toBe('/session load proj-stone ')
    lines.close()
  })

  it('does nothing in an answer, nor for commands in later lines', async () => {
    const { lines, type } = play()
    const answer = lines.ask('Sure? ')
    await type('/he\t\r')
    expect(await answer).toBe('/he')
    const line = lines.read('> ')
    await type('one\\\r/he\t @no\t\r')
    expect(await line).toBe('one\n/he @notes.md ')
    lines.close()
  })
})

describe('keys while an answer comes', () => {
  it('are not shown, and are there for the next line', async () => {
    const { lines, type, shown } = play()
    const first = lines.read('> ')
    await type('one\r')
    await first
    shown()
    await type('next')
    expect(shown()).toBe('')
    const second = lines.read('> ')
    await type(' line\r')
    expect(await second).toBe('next line')
    lines.close()
  })

  it('are dropped by Ctrl-C', async () => {
    const { lines, type } = play()
    let stopped = 0
    lines.onInterrupt(() => (stopped += 1))
    await type('not this\r\u0003but this')
    const line = lines.read('> ')
    await type('\r')
    expect([await line, stopped]).toEqual(['but this', 1])
    lines.close()
  })

  it('answer no question', async () => {
    const { lines, type } = play()
    await type('y\r')
    const answer = lines.ask('Sure? ')
    await type('n\rmore\r')
    expect(await answer).toBe('n')
    expect([await lines.read('> '), await lines.read('> ')]).toEqual(['y', 'more'])
    lines.close()
  })
})

describe('the terminal', () => {
  it('marks pastes while the chat goes on, and not afterwards', () => {
    const { lines, shown, process, rawModes } = play()
    void lines.read('> ')
    expect(shown()).toContain(marksOn)
    lines.close()
    expect(shown()).toContain(marksOff)
    expect(rawModes).toEqual([true, false])
    expect(process.eventNames()).toEqual([])
  })

  it('is put right when the process ends on its own', () => {
    const { lines, shown, process } = play()
    void lines.read('> ')
    shown()
    process.emit('exit')
    expect(shown()).toBe(marksOff)
    lines.close()
  })

  it('belongs to the shell after Ctrl-Z, and to the chat when it goes on', async () => {
    const { lines, type, shown, process, rawModes } = play()
    const line = lines.read('> ')
    await type('half')
    shown()
    await type('\u001A')
    expect(process.kills).toEqual([[0, 'SIGTSTP']])
    expect(shown()).toBe(marksOff)
    expect(rawModes.at(-1)).toBe(false)
    process.emit('SIGCONT')
    expect(shown()).toMatch(/\u001B\[\?2004h[^]*> half/)
    expect(rawModes.at(-1)).toBe(true)
    await type(' done\r')
    expect(await line).toBe('half done')
    lines.close()
  })

  it('can be suspended while an answer comes', async () => {
    const { lines, type, shown, process } = play()
    await type('a\u001Ab')
    expect(process.kills).toHaveLength(1)
    process.emit('SIGCONT')
    expect(shown()).not.toContain('> ')
    const line = lines.read('> ')
    await type('\r')
    expect(await line).toBe('ab')
    lines.close()
  })

  it('that is gone is the end, whatever letting go of it says', async () => {
    const { lines, input } = play()
    const line = lines.read('> ')
    const gone = (): boolean => input.emit('error', Object.assign(new Error('read EIO'), { code: 'EIO' }))
    input.setRawMode = () => {
      gone()
      return 0
    }
    gone()
    expect(await line).toBeUndefined()
    gone()
    expect(await lines.read('> ')).toBeUndefined()
  })

  it('that is dumb edits lines itself; Ctrl-C is a signal there', async () => {
    const input = new PassThrough()
    const output = new PassThrough()
    const process = new FakeProcess()
    let shown = ''
    let warned = 0
    output.on('data', (bytes: Buffer) => (shown += bytes.toString()))
    const lines = terminalLines({
      input,
      output,
      isTerminal: true,
      isDumb: true,
      onFirstInterrupt: () => (warned += 1),
      process: process as unknown as NodeJS.Process,
    })
    const line = lines.read('> ')
    process.emit('SIGINT')
    input.write('one\\\ntwo\n')
    expect(await line).toBe('one\ntwo')
    expect(warned).toBe(1)
    const last = lines.read('> ')
    process.emit('SIGINT')
    process.emit('SIGINT')
    expect(await last).toBeUndefined()
    expect(shown).not.toContain('\u001B')
    expect(process.listenerCount('SIGINT')).toBe(0)
  })
})

it('a pipe that ends in the middle of a message gives what there is of it', async () => {
  const input = new PassThrough()
  const lines = terminalLines({
    input,
    output: new PassThrough(),
    isTerminal: false,
    onFirstInterrupt: () => undefined,
  })
  input.end('one\n```\ntwo\n')
  expect([await lines.read(''), await lines.read(''), await lines.read('')]).toEqual([
    'one',
    '```\ntwo',
    undefined,
  ])
})

describe('Esc twice', () => {
  const esc = '\u001B'

  it('at an empty prompt is a command', async () => {
    const { lines, type, pass, shown } = play()
    const line = lines.read('> ')
    await type(esc)
    pass(500)
    await type(esc)
    expect(await line).toBe('/rewind')
    expect(shown()).toContain('/rewind')
    const answer = lines.ask('Number: ')
    await type('2\r')
    expect(await answer).toBe('2')
    lines.close()
  })

  it('is one when both come at once', async () => {
    const { lines, type } = play()
    const line = lines.read('> ')
    await type(esc + esc)
    expect(await line).toBe('/rewind')
    lines.close()
  })

  it('is nothing when the second comes late, and takes no letter along', async () => {
    const { lines, type, pass } = play()
    const line = lines.read('> ')
    await type(esc)
    pass(501)
    await type(esc)
    pass(501)
    await type('bay\r')
    expect(await line).toBe('bay')
    lines.close()
  })

  it('is nothing in a line or at a question', async () => {
    const { lines, type } = play()
    const line = lines.read('> ')
    await type('x')
    // Readers of keys wait for what comes behind it.
    await type(esc + esc)
    await type('[C\r')
    expect(await line).toBe('x')
    const answer = lines.ask('Number: ')
    await type(esc + esc)
    await type('[C\r')
    expect(await answer).toBe('')
    lines.close()
  })

  it('leaves keys whole that begin with it, also when they come in two pieces', async () => {
    const { lines, type } = play(['before'])
    const line = lines.read('> ')
    await type(esc)
    await type('[A')
    await type('\r')
    expect(await line).toBe('before')
    const next = lines.read('> ')
    await type(esc)
    await type(`[200~pasted${esc}[201~`)
    await type('\r')
    expect(await next).toBe('pasted')
    lines.close()
  })
})
