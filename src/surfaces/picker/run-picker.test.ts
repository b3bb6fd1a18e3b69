import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { CommandContext } from '../../commands/command.ts'
import { localMemory } from '../../commands/picker/local-memory.ts'
import type { PickerMemory } from '../../commands/picker/picker-memory.ts'
import type { PickResult } from '../../commands/picker/pick-result.ts'
import { sampleContext, sampleMemory, type SampleMemory } from '../../commands/sample-memory.suite.ts'
import type { PickerTerminal } from './picker-terminal.ts'
import { runPicker } from './run-picker.ts'
import { sampleScreen } from './screen.suite.ts'

interface Run extends SampleMemory {
  /** Types bytes, and lets everything settle that they set off. */
  type(bytes: string): Promise<void>
  /** Lets time pass: all timers run out. */
  pause(): Promise<void>
  /** What the screen shows. */
  shows(): Promise<string>
  readonly calls: readonly string[]
  readonly listeners: () => Parameters<PickerTerminal['open']>[0] | undefined
  readonly suspended: (() => void)[]
  readonly result: Promise<PickResult | undefined>
  readonly written: () => string
  isAlternate(): boolean
  resize(columns: number, rows: number): void
}

/** A picker over the sample memory, in a terminal and a time that are not there. */
async function begin(query = '', more: Partial<CommandContext> = {}, fault?: Error): Promise<Run> {
  const memory = sampleMemory()
  const context = sampleContext(memory, { environment: { TMPDIR: '/desk' }, ...more })
  const size = { columns: 100, rows: 30 }
  const screen = sampleScreen(size)
  const timers: (() => void)[] = []
  const calls: string[] = []
  const suspended: (() => void)[] = []
  let written = ''
  let unshown = ''
  let listeners: Parameters<PickerTerminal['open']>[0] | undefined
  const terminal: PickerTerminal = {
    size: () => ({ ...size }),
    write(text) {
      written += text
      unshown += text
    },
    open(given) {
      listeners = given
    },
    suspend(onBack) {
      listeners = undefined
      suspended.push(onBack)
    },
    close() {
      listeners = undefined
    },
  }
  const local = localMemory(memory.chatcli, (work) => queueMicrotask(work))
  const counted: PickerMemory = {
    ...local,
    list: () => (calls.push('list'), local.list()),
    search: (words, most) => {
      calls.push(`search ${words}`)
      return fault === undefined ? local.search(words, most) : Promise.reject(fault)
    },
    preview: (name, words, position) => {
      calls.push(`preview ${name} ${position ?? ''}`.trim())
      return local.preview(name, words, position)
    },
    close: () => void calls.push('close'),
  }
  const result = runPicker(query, {
    context,
    colour: true,
    memory: () => counted,
    terminal,
    later(work) {
      timers.push(work)
      return () => {
        const at = timers.indexOf(work)
        if (at >= 0) timers.splice(at, 1)
      }
    },
  })
  result.catch(() => undefined)
  const settle = async (): Promise<void> => {
    for (let i = 0; i < 5; i++) await nextTurn()
  }
  const run: Run = {
    ...memory,
    async type(bytes) {
      listeners?.onInput(new TextEncoder().encode(bytes))
      await settle()
    },
    async pause() {
      for (const work of timers.splice(0)) work()
      await settle()
    },
    async shows() {
      await screen.write(unshown)
      unshown = ''
      return screen.rows().join('\n')
    },
    calls,
    listeners: () => listeners,
    suspended,
    result,
    written: () => written,
    isAlternate: () => screen.isAlternate,
    resize(columns, rows) {
      Object.assign(size, { columns, rows })
      screen.resize(size)
      listeners?.onResize()
    },
  }
  return run
}

async function settled(query = '', more: Partial<CommandContext> = {}): Promise<Run> {
  const run = await begin(query, more)
  for (let i = 0; i < 5; i++) await nextTurn()
  return run
}

describe('runPicker', () => {
  it('R25: paints before it reads anything', async () => {
    const run = await begin()
    expect(run.written()).toContain('Find: ')
    expect(run.written()).not.toContain('tide-notes')
  })

  it('shows the list and looks into the newest session', async () => {
    const run = await settled()
    expect(await run.shows()).toMatch(/▸ tide-notes — Tides .*25 messages · 2026-03-20/)
    expect(await run.shows()).toContain('High water at pier 24')
    expect(run.calls).toEqual(['list', 'preview tide-notes'])
  })

  it('searches once for what is typed without a pause, and never for an outdated query', async () => {
    const run = await settled()
    for (const letter of 'limiter') await run.type(letter)
    expect(run.calls.filter((call) => call.startsWith('search'))).toEqual([])
    await run.pause()
    expect(run.calls.filter((call) => call.startsWith('search'))).toEqual(['search limiter'])
    expect(await run.shows()).toContain('▸ proj-acme — Gateway of ACME')
    expect(await run.shows()).toContain('The rate limiter: capped it at 1000 rps per key')
  })

  it('looks for beginnings of words, and drops the search with the query', async () => {
    const run = await settled()
    await run.type('limi')
    await run.pause()
    expect(await run.shows()).toContain('▸ proj-acme')
    await run.type('x')
    await run.type('\u0015')
    await run.pause()
    expect(run.calls.filter((call) => call.startsWith('search'))).toEqual(['search limi'])
    expect(await run.shows()).toContain('▸ tide-notes')
  })

  it('is idle when nothing happens', async () => {
    const run = await settled('limiter')
    await run.pause()
    const before = run.written().length
    await run.pause()
    await run.pause()
    expect(run.written()).toHaveLength(before)
  })

  it('asks at once for the words it was started with, and opens at the message', async () => {
    const run = await settled('limiter')
    expect(run.calls).toContain('search limiter')
    await run.type('\r')
    expect(await run.result).toEqual({ action: 'resume', name: 'proj-acme', message: 2 })
    expect(run.listeners()).toBeUndefined()
    expect(run.calls.at(-1)).toBe('close')
    await run.shows()
    expect(run.isAlternate()).toBe(false)
  })

  it('takes a lone Escape for one after a moment, and half a sequence for a key when the rest comes', async () => {
    const run = await settled()
    await run.type('\u001B')
    await run.type('[B')
    expect(await run.shows()).toContain('▸ proj-acme')
    await run.type('\u001B')
    expect(run.listeners()).toBeDefined()
    await run.pause()
    expect(await run.result).toBeUndefined()
    await run.shows()
    expect(run.isAlternate()).toBe(false)
  })

  it('moves to the trash, brings back, renames, pins, forks from a message; each shown at once', async () => {
    const run = await settled('limiter')
    const { sessions } = run.chatcli
    await run.type('\u001Bx')
    await run.pause()
    expect(sessions.list().sessions.map(({ name }) => name)).toEqual(['tide-notes'])
    expect(await run.shows()).toContain('"proj-acme" is in the trash. u (or Alt-u) brings it back.')
    await run.type('\u001Bu')
    await run.pause()
    expect(await run.shows()).toContain('▸ proj-acme')

    await run.type('\u001BR\u0015acme-limits\r')
    await run.pause()
    expect(await run.shows()).toContain('▸ acme-limits')
    await run.type('\u001Bp')
    expect(sessions.list().sessions.find(({ name }) => name === 'acme-limits')?.pinned).toBe(true)
    await run.type('\u001Bu')
    expect(sessions.list().sessions.find(({ name }) => name === 'acme-limits')?.pinned).toBe(false)
    await run.type('\u001Bu')
    expect(sessions.exists('proj-acme')).toBe(true)

    await run.pause()
    await run.type('\u001Bf\u0015from-here\r')
    expect(sessions.load('from-here').messages.map(({ content }) => content)).toEqual([
      'You are terse.',
      'How do we protect the ACME gateway?',
      'We used a token bucket for the rate limiter',
    ])
    expect(sessions.record('from-here').messages).toHaveLength(4)
  })

  it('exports, and puts a message into a file where the terminal has no clipboard', async () => {
    const run = await settled('limiter')
    await run.type('\u001Be')
    expect(await run.shows()).toContain('Exported 4 entries to /desk/chatcli-proj-acme-')
    await run.type('\u001By')
    const files = run.disk.list('/desk')
    const kept = files.find((file) => file.startsWith('chatcli-message-'))
    expect(await run.shows()).toContain(`Message 2 is in /desk/${kept}`)
    await run.type('\u001BY')
    expect(await run.shows()).toContain('The command: chatcli resume proj-acme')
  })

  it('puts a message into the clipboard of a terminal that takes it', async () => {
    const run = await settled('limiter', { environment: { TERM: 'xterm-kitty' } })
    await run.type('\u001By')
    const encoded = Buffer.from('We used a token bucket for the rate limiter').toString('base64')
    expect(run.written()).toContain(`\u001B]52;c;${encoded}\u0007`)
    expect(await run.shows()).toContain('Message 2 is in the clipboard.')
  })

  it('tells what a person can get wrong, and goes on', async () => {
    const run = await settled('limiter')
    await run.type('\u001BR\u0015tide-notes\r')
    expect(await run.shows()).toContain('That did not work:')
    await run.type('\r')
    expect(await run.result).toMatchObject({ name: 'proj-acme' })
  })

  it('gives the screen back before it fails', async () => {
    const run = await begin('limiter', {}, new TypeError('a fault'))
    await expect(run.result).rejects.toThrow('a fault')
    await run.shows()
    expect(run.isAlternate()).toBe(false)
    expect(run.listeners()).toBeUndefined()
  })

  it('ends with the input, and by a signal', async () => {
    const over = await settled()
    over.listeners()?.onEnd('input')
    expect(await over.result).toBeUndefined()
    const ended = await settled()
    ended.listeners()?.onEnd('signal')
    await expect(ended.result).rejects.toMatchObject({ code: 'interrupted' })
    await ended.shows()
    expect(ended.isAlternate()).toBe(false)
  })

  it('lets the shell have the terminal, and comes back as it was', async () => {
    const run = await settled('limiter')
    const before = await run.shows()
    await run.type('\u001A')
    await run.shows()
    expect(run.isAlternate()).toBe(false)
    expect(run.listeners()).toBeUndefined()
    run.suspended[0]?.()
    expect(await run.shows()).toBe(before)
    expect(run.isAlternate()).toBe(true)
  })

  it('fits another size at once', async () => {
    const run = await settled('limiter')
    run.resize(40, 12)
    const rows = (await run.shows()).split('\n')
    expect(rows).toHaveLength(12)
    expect(rows[0]).toBe('Find: limiter')
    expect(rows.at(-1)).toBe('Enter · ↑↓ · F1 help · Esc')
  })
})
