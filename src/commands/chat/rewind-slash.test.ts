import { describe, expect, it } from 'vitest'
import type { FileKeeper } from '../../agent/rewind/file-keeper.ts'
import type { FileRestore } from '../../agent/rewind/plan-restore.ts'
import { says } from '../../agent/scripted-model.suite.ts'
import { type ChatHarness, type ChatHarnessOptions, chatHarness } from './chat-harness.suite.ts'
import { runSlash } from './run-slash.ts'
import type { SlashContext, SlashResult } from './slash-context.ts'

/** Three turns in a session called `sea`. */
async function threeTurns(options: ChatHarnessOptions = {}): Promise<ChatHarness> {
  const harness = await chatHarness({ answers: [says('high'), says('full'), says('three')], ...options })
  await harness.slash('/session attach sea')
  for (const words of ['When is the tide?', 'And the moon?', 'How many boats?']) await harness.say(words)
  return harness
}

const inTerminal = (
  { context }: ChatHarness,
  line: string,
  more: Partial<SlashContext> = {},
): Promise<SlashResult> => runSlash(line, { ...context, isTerminal: true, ...more })

describe('/rewind', () => {
  it('lists the points, newest first, and changes nothing', async () => {
    const { slash, window } = await threeTurns()
    expect(await slash('/rewind')).toBe(
      [
        'The conversation can go back to just before:',
        '  1  just now  -2 messages  How many boats?',
        '  2  just now  -4 messages  And the moon?',
        '  3  just now  -6 messages  When is the tide?',
      ].join('\n'),
    )
    expect(window).toHaveLength(6)
  })

  it('asks for one at a terminal, below the list, and goes there', async () => {
    const harness = await threeTurns({ typed: ['2'] })
    const shown: string[] = []
    const { lines, again } = await inTerminal(harness, '/rewind', { show: (line) => shown.push(line) })
    expect(shown).toHaveLength(4)
    expect(harness.questions).toEqual(['Number (Enter: stay here): '])
    expect(lines.join('\n')).toBe(
      [
        'Back to before "And the moon?": 4 messages left the window. They can still be found, and /rewind undo brings them back.',
        'You had said:',
        '  And the moon?',
      ].join('\n'),
    )
    expect(again).toBe('And the moon?')
    expect(harness.window).toEqual(['When is the tide?', 'high'])
  })

  it.each(['', 'q'])('stays where it is for the answer %j', async (answer) => {
    const harness = await threeTurns({ typed: [answer] })
    expect((await inTerminal(harness, '/rewind')).lines).toEqual(['Nothing was changed.'])
    expect(harness.window).toHaveLength(6)
  })

  it.each([
    ['/rewind 4', 'There is no point "4" to go back to.', 'Give a number from 1 to 3; /rewind lists them.'],
    ['/rewind 0', 'There is no point "0" to go back to.', 'Give a number from 1 to 3; /rewind lists them.'],
    [
      '/rewind far',
      'There is no point "far" to go back to.',
      'Give a number from 1 to 3; /rewind lists them.',
    ],
    ['/rewind 1 --hard', '/rewind has no option "--hard".', 'Usage: /rewind'],
    ['/rewind 1 2', '/rewind has no option "2".', 'Usage: /rewind'],
  ])('%s is wrong, and changes nothing', async (line, message, hint) => {
    const { slash, window } = await threeTurns()
    await expect(slash(line)).rejects.toMatchObject({
      code: 'usage',
      message,
      hint: expect.stringContaining(hint) as unknown,
    })
    expect(window).toHaveLength(6)
  })

  it('is taken back by undo, and undo by undo', async () => {
    const harness = await threeTurns()
    await harness.slash('/rewind 3')
    expect(harness.window).toEqual([])
    expect(await harness.slash('/rewind undo')).toContain('6 messages in the window')
    expect(harness.window).toHaveLength(6)
    expect(await harness.slash('/rewind undo')).toBe('Rewound again: 0 messages in the window.')
    await expect(harness.slash('/rewind compact')).rejects.toMatchObject({ code: 'not-found' })
  })

  it('writes the session, and another surface finds what was rewound, labelled', async () => {
    const { slash, chatcli } = await threeTurns()
    await slash('/rewind 1')
    expect(chatcli.sessions.load('sea').messages).toHaveLength(4)
    expect(await slash('/search boats')).toContain('rewound')
  })

  it('has nothing to list in a new conversation', async () => {
    const { slash } = await chatHarness()
    expect(await slash('/rewind')).toBe('There is nothing to go back to.')
    await expect(slash('/rewind 1')).rejects.toMatchObject({ hint: 'Nothing has been said yet.' })
  })

  it('shows nothing that could act on a terminal', async () => {
    const harness = await chatHarness({ answers: [says('hm')] })
    await harness.say('red\u001B]0;title\u0007\nsecond\u001B[2J')
    expect(await harness.slash('/rewind')).not.toMatch(/[\u001B\u0007]/)
    expect(await harness.slash('/rewind 1')).not.toMatch(/[\u001B\u0007]/)
  })

  it('speaks Portuguese', async () => {
    const { slash } = await threeTurns({ language: 'pt-BR' })
    expect(await slash('/rewind 1')).toContain('De volta para antes de "How many boats?": 2 mensagens saíram')
  })
})

interface FilesHarness {
  readonly harness: ChatHarness
  /** What was brought back, and for which rewrite. */
  readonly restored: (readonly [paths: readonly string[], rewind: string])[]
  readonly context: SlashContext
}

/** A chat in agent mode whose tools changed these files in its only turn. */
async function withFiles(typed: readonly string[]): Promise<FilesHarness> {
  const restored: (readonly [readonly string[], string])[] = []
  const turns: string[] = []
  const restores: readonly FileRestore[] = [
    { path: 'made.txt', from: 'a', to: 'none' },
    { path: 'src/main.ts', from: 'a', to: 'b' },
  ]
  const keeper: FileKeeper = {
    beginTurn: (turn) => void turns.push(turn),
    beginChange: () => () => undefined,
    plan: (asked) =>
      turns.some((turn) => asked.has(turn)) ? { restores, kept: ['mine.txt'] } : { restores: [], kept: [] },
    planBack: (rewind) =>
      restored.some(([, by]) => by === rewind) ? { restores, kept: [] } : { restores: [], kept: [] },
    restore(list, rewind) {
      restored.push([list.map(({ path }) => path), rewind])
      return []
    },
  }
  const harness = await chatHarness({ answers: [says('done')], typed, keeper })
  harness.chat.mode = 'agent'
  await harness.say('Do it')
  return { harness, restored, context: { ...harness.context, isTerminal: true } }
}

describe('/rewind and files', () => {
  it('shows what the tools changed, and brings it back after a yes; undo brings it forth again', async () => {
    const { restored, context, harness } = await withFiles(['y', 'y'])
    const { lines } = await runSlash('/rewind 1', context)
    expect(harness.questions[0]).toBe(
      [
        'Files that were changed since, by the tools of this conversation:',
        '  made.txt (was made then; it would go)',
        '  src/main.ts',
        'Left alone, because somebody else changed them too:',
        '  mine.txt',
        'Bring the files back too? [y/N] ',
      ].join('\n'),
    )
    expect(lines).toContain('2 files were brought back.')
    expect(restored.map(([paths]) => paths)).toEqual([['made.txt', 'src/main.ts']])
    await runSlash('/rewind undo', context)
    expect(restored).toHaveLength(2)
  })

  it('leaves them after anything else, and where nobody can be asked', async () => {
    const first = await withFiles([''])
    expect((await runSlash('/rewind 1', first.context)).lines).toContain('The files stay as they are.')
    const second = await withFiles([])
    const { lines } = await runSlash('/rewind 1', { ...second.context, isTerminal: false })
    expect(lines).toContain('The files stay as they are; /rewind N --files brings them back too.')
    expect([first.restored, second.restored]).toEqual([[], []])
  })

  it('asks nothing with --files and --no-files', async () => {
    const yes = await withFiles([])
    expect((await runSlash('/rewind 1 --files', yes.context)).lines).toContain('  src/main.ts')
    const no = await withFiles([])
    expect((await runSlash('/rewind 1 --no-files', no.context)).lines.join()).not.toContain('main.ts')
    expect([yes.restored.length, no.restored.length]).toEqual([1, 0])
    expect([...yes.harness.questions, ...no.harness.questions]).toEqual([])
  })
})
