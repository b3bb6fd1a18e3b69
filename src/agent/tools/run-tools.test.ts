import { describe, expect, it } from 'vitest'
import type { ToolCall } from '../../conversation/message.ts'
import { ChatCliError } from '../../errors.ts'
import type { PermissionRequest, Tool, ToolArguments, ToolContext, ToolResult } from '../tool.ts'
import { runTools } from './run-tools.ts'

interface Written {
  readonly name: string
  readonly readOnly?: boolean
  readonly needs?: string
  readonly run?: (args: ToolArguments, context: ToolContext) => Promise<ToolResult>
}

const make = ({ name, readOnly = false, needs, run }: Written): Tool => ({
  name,
  about: '',
  input: { type: 'object' },
  isReadOnly: () => readOnly,
  needs: () => (needs === undefined ? undefined : { tool: name, subject: needs, scope: needs }),
  run: run ?? (async (args) => ({ text: `${name} ${JSON.stringify(args)}`, isError: false })),
})
const call = (id: string, name: string, args: unknown = {}): ToolCall => ({ id, name, arguments: args })
const yes = async (): Promise<{ allowed: true }> => ({ allowed: true })
const never = new AbortController().signal

/** Lets everything run that can. */
const settle = async (): Promise<void> => {
  for (let i = 0; i < 50; i++) await Promise.resolve()
}

/** A tool whose calls end when they are told to, and that keeps book. */
const held = (
  name: string,
  readOnly: boolean,
): { tool: Tool; running: string[]; release: () => Promise<void> } => {
  const running: string[] = []
  const waiting: (() => void)[] = []
  const tool = make({
    name,
    readOnly,
    run: async ({ id }) => {
      running.push(String(id))
      await new Promise<void>((done) => waiting.push(done))
      return { text: `did ${String(id)}`, isError: false }
    },
  })
  return {
    tool,
    running,
    release: async () => {
      for (const done of waiting.splice(0)) done()
      await settle()
    },
  }
}

describe('runTools', () => {
  it('gives one message for each call, in their order', async () => {
    const tools = [make({ name: 'look', readOnly: true }), make({ name: 'change' })]
    const calls = [call('1', 'change', { a: 1 }), call('2', '@look'), call('3', 'look', '{"b":2}')]
    expect(await runTools(tools, calls, { signal: never, decide: yes })).toEqual([
      { role: 'tool', tool_call_id: '1', content: 'change {"a":1}' },
      { role: 'tool', tool_call_id: '2', content: 'look {}' },
      { role: 'tool', tool_call_id: '3', content: 'look {"b":2}' },
    ])
    expect(await runTools(tools, [], { signal: never, decide: yes })).toEqual([])
  })

  it('runs at most four that change nothing at once, and none of them beside one that does', async () => {
    const look = held('look', true)
    const change = held('change', false)
    const calls = [
      ...['a', 'b', 'c', 'd', 'e'].map((id) => call(id, 'look', { id })),
      call('f', 'change', { id: 'f' }),
      call('g', 'change', { id: 'g' }),
      call('h', 'look', { id: 'h' }),
    ]
    const done = runTools([look.tool, change.tool], calls, { signal: never, decide: yes })
    await settle()
    expect(look.running).toEqual(['a', 'b', 'c', 'd'])
    await look.release()
    expect(look.running).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(change.running).toEqual([])
    await look.release()
    expect(change.running).toEqual(['f'])
    await change.release()
    expect(change.running).toEqual(['f', 'g'])
    expect(look.running).toHaveLength(5)
    await change.release()
    expect(look.running.at(-1)).toBe('h')
    await look.release()
    expect((await done).map(({ tool_call_id, content }) => [tool_call_id, content])).toEqual(
      ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((id) => [id, `did ${id}`]),
    )
  })

  it('asks in the order of the calls, and does not run what was refused', async () => {
    const asked: string[] = []
    const ran: string[] = []
    const tool = (name: string, readOnly: boolean): Tool =>
      make({
        name,
        readOnly,
        needs: name,
        run: async () => {
          ran.push(name)
          return { text: 'done', isError: false }
        },
      })
    const tools = [tool('one', true), tool('two', false), tool('three', true)]
    const decide = async ({ subject }: PermissionRequest) => {
      asked.push(subject)
      return subject === 'two'
        ? { allowed: false as const, reason: 'The person said no.' }
        : { allowed: true as const }
    }
    const results = await runTools(tools, [call('1', 'one'), call('2', 'two'), call('3', 'three')], {
      signal: never,
      decide,
    })
    expect(asked).toEqual(['one', 'two', 'three'])
    expect(ran).toEqual(['one', 'three'])
    expect(results[1]).toEqual({
      role: 'tool',
      tool_call_id: '2',
      content: 'The person said no.',
      is_error: true,
    })
  })

  it.each<readonly [string, ToolCall, string]>([
    ['an unknown tool', call('1', 'fly'), 'There is no tool "fly". There are: look, throws, needs-throws.'],
    [
      'a list',
      call('1', 'look', [1, 2]),
      'The arguments of look must be a JSON object, and these are not: [1,2]',
    ],
    ['a number', call('1', 'look', 7), 'these are not: 7'],
    ['broken JSON', { id: '1', name: 'look', raw: '{"a":' }, 'these are not: {"a":'],
    ['broken JSON as text', call('1', 'look', '{"a":'), 'these are not: {"a":'],
    ['a tool that throws', call('1', 'throws'), 'throws failed: out of order'],
    ['a tool that throws before it runs', call('1', 'needs-throws'), 'Not run: cannot say'],
  ])('answers %s with an error', async (_, broken, text) => {
    const tools = [
      make({ name: 'look', readOnly: true }),
      make({ name: 'throws', run: () => Promise.reject(new Error('out of order')) }),
      {
        ...make({ name: 'needs-throws' }),
        needs: () => {
          throw new Error('cannot say')
        },
      },
    ]
    const results = await runTools(tools, [broken, call('2', 'look')], { signal: never, decide: yes })
    expect(results[0]).toMatchObject({ tool_call_id: '1', is_error: true })
    expect(results[0]?.content).toContain(text)
    expect(results[1]).toEqual({ role: 'tool', tool_call_id: '2', content: 'look {}' })
  })

  it('takes no arguments for an empty object', async () => {
    const calls = [{ id: '1', name: 'look' }, call('2', 'look', null), call('3', 'look', '')]
    const results = await runTools([make({ name: 'look' })], calls, { signal: never, decide: yes })
    expect(results.map(({ content }) => content)).toEqual(['look {}', 'look {}', 'look {}'])
  })

  it('stops what runs when it is told to, and starts nothing more', async () => {
    const control = new AbortController()
    const started: string[] = []
    const ended: string[] = []
    const tool = make({
      name: 'wait',
      run: (_, { signal }) =>
        new Promise((_done, fail) =>
          signal.addEventListener('abort', () => fail(new ChatCliError('interrupted', 'stopped'))),
        ),
    })
    const done = runTools([tool], [call('1', 'wait'), call('2', 'wait'), call('3', 'none')], {
      signal: control.signal,
      decide: yes,
      onStart: ({ id }) => started.push(id),
      onEnd: ({ id }, { isError }) => ended.push(`${id} ${isError}`),
    })
    await settle()
    control.abort()
    expect((await done).map(({ content, is_error }) => [content, is_error])).toEqual([
      ['Interrupted while it ran. What it had done until then stays done.', true],
      ['Not run: interrupted before it began.', true],
      ['Not run: interrupted before it began.', true],
    ])
    expect(started).toEqual(['1'])
    expect(ended).toEqual(['1 true', '2 true', '3 true'])
  })

  it('does not wait for ever for a tool that does not stop, nor for an answer to a question', async () => {
    const control = new AbortController()
    const deaf = make({ name: 'deaf', run: () => new Promise(() => {}) })
    const running = runTools([deaf], [call('1', 'deaf')], { signal: control.signal, decide: yes, graceMs: 0 })
    const asking = runTools([make({ name: 'asks', needs: 'x' })], [call('1', 'asks')], {
      signal: control.signal,
      decide: () => new Promise(() => {}),
    })
    await settle()
    control.abort()
    expect((await running)[0]?.content).toContain('Interrupted while it ran')
    expect((await asking)[0]?.content).toContain('Not run')
  })

  it('keeps what a tool gives in spite of the abort', async () => {
    const control = new AbortController()
    const tool = make({
      name: 'quick',
      run: async () => {
        control.abort()
        return { text: 'done all the same', isError: false }
      },
    })
    const results = await runTools([tool], [call('1', 'quick')], { signal: control.signal, decide: yes })
    expect(results).toEqual([{ role: 'tool', tool_call_id: '1', content: 'done all the same' }])
  })

  it('cuts results that are too long', async () => {
    const tool = make({
      name: 'long',
      run: async () => ({ text: `a${'x'.repeat(60_000)}z`, isError: false }),
    })
    const shown: number[] = []
    const results = await runTools([tool], [call('1', 'long')], {
      signal: never,
      decide: yes,
      onEnd: (_, { text }) => shown.push(text.length),
    })
    const { content = '' } = results[0] ?? {}
    expect(content).toContain('[… 10002 characters left out …]')
    expect(content.startsWith('ax') && content.endsWith('xz')).toBe(true)
    expect(shown).toEqual([content.length])
  })
})
