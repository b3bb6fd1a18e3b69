import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import type { LineSource } from './line-source.ts'
import { terminalLines } from './terminal-lines.ts'

interface Played {
  readonly lines: LineSource
  readonly input: PassThrough
  readonly shown: () => string
  /** How often the first Ctrl-C was told. */
  readonly warned: () => number
  readonly resize: () => Promise<void>
  /** Types, and waits until it was read. */
  readonly type: (keys: string) => Promise<void>
}

function play(isTerminal = true): Played {
  const input = new PassThrough()
  const output = new PassThrough()
  let shown = ''
  let warned = 0
  output.on('data', (bytes: Buffer) => (shown += bytes.toString()))
  const lines = terminalLines({ input, output, isTerminal, onFirstInterrupt: () => warned++ })
  return {
    lines,
    input,
    shown: () => shown,
    warned: () => warned,
    async resize() {
      output.emit('resize')
      await new Promise((resolve) => setImmediate(resolve))
    },
    async type(keys) {
      input.write(keys)
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

describe('lines of a terminal', () => {
  it('come one by one, after a prompt', async () => {
    const { lines, type, shown } = play()
    const line = lines.read('tern-1> ')
    await type('hello\r')
    expect(await line).toBe('hello')
    expect(shown()).toContain('tern-1> ')
    lines.close()
  })

  it('that were typed ahead wait for their turn, and answer no question', async () => {
    const { lines, type } = play()
    await type('y\rnext\rhalf')
    const answer = lines.ask('Allow? ')
    await type('n\r')
    expect(await answer).toBe('n')
    expect(await lines.read('> ')).toBe('y')
    expect(await lines.read('> ')).toBe('next')
    const line = lines.read('> ')
    await type(' done\r')
    expect(await line).toBe('half done')
    lines.close()
  })

  it('Ctrl-C drops the line, a second one ends the input', async () => {
    const { lines, type, warned } = play()
    const line = lines.read('> ')
    await type('half a line\u0003')
    expect(warned()).toBe(1)
    await type('whole\r')
    expect(await line).toBe('whole')
    const last = lines.read('> ')
    await type('\u0003')
    expect(warned()).toBe(2)
    await type('\u0003')
    expect(await last).toBeUndefined()
    expect(await lines.read('> ')).toBeUndefined()
    expect(await lines.ask('? ')).toBe('')
  })

  it('Ctrl-C while an answer comes is told, and the input goes on', async () => {
    const { lines, type, warned } = play()
    let stopped = 0
    const release = lines.onInterrupt(() => stopped++)
    await type('\u0003')
    release()
    await type('\u0003')
    expect([stopped, warned()]).toEqual([1, 0])
    const line = lines.read('> ')
    await type('on\r')
    expect(await line).toBe('on')
    lines.close()
  })

  it('Ctrl-C at a question is no answer, and stops what asked', async () => {
    const { lines, type, warned } = play()
    let stopped = 0
    lines.onInterrupt(() => stopped++)
    const answer = lines.ask('Allow? ')
    await type('yes\u0003')
    expect(await answer).toBe('')
    expect([stopped, warned()]).toEqual([1, 0])
    lines.close()
  })

  it('the end of the input ends an answer too', async () => {
    const { lines, input } = play()
    let stopped = 0
    lines.onInterrupt(() => stopped++)
    input.end()
    expect(await lines.read('> ')).toBeUndefined()
    await new Promise((resolve) => setImmediate(resolve))
    expect(stopped).toBe(1)
  })

  it('a terminal that is gone is the end of the input', async () => {
    const { lines, input } = play()
    const line = lines.read('> ')
    input.emit('error', Object.assign(new Error('read EIO'), { code: 'EIO' }))
    expect(await line).toBeUndefined()
  })

  it('also when it fails at being let go of', async () => {
    const { lines, input } = play()
    const line = lines.read('> ')
    const gone = Object.assign(new Error('setRawMode EIO'), { code: 'EIO' })
    Object.assign(input, { setRawMode: () => input.emit('error', gone) })
    input.end()
    expect(await line).toBeUndefined()
  })

  it('are drawn anew when the terminal has a new size, but nothing is while an answer comes', async () => {
    const { lines, type, shown, resize } = play()
    const line = lines.read('tern-1> ')
    await type('hello')
    const before = shown().split('tern-1> ').length
    await resize()
    expect(shown().split('tern-1> ').length).toBe(before + 1)
    await type('\r')
    expect(await line).toBe('hello')
    const answered = shown()
    await resize()
    expect(shown()).toBe(answered)
    lines.close()
  })

  it('closing stops what is under way', () => {
    const { lines } = play()
    let stopped = 0
    lines.onInterrupt(() => stopped++)
    lines.close()
    expect(stopped).toBeGreaterThan(0)
  })
})

describe('lines of a pipe', () => {
  it('come without prompts, also as answers; the end does not stop an answer', async () => {
    const { lines, input, shown } = play(false)
    let stopped = 0
    lines.onInterrupt(() => stopped++)
    input.end('/session delete a\ny\nlast')
    expect(await lines.read('> ')).toBe('/session delete a')
    expect(await lines.ask('Sure? ')).toBe('y')
    expect(await lines.read('> ')).toBe('last')
    expect(await lines.read('> ')).toBeUndefined()
    expect(stopped).toBe(0)
    expect(shown()).toBe('')
  })
})
