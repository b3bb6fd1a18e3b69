import { describe, expect, it } from 'vitest'
import { archivedText } from './archived-text.ts'
import { compactWindow } from './compact-window.ts'
import { answer, conversationOf, memoryArchive, messagesIn, result, user } from './conversation.suite.ts'
import { draftOf } from './draft.ts'
import { parseSummary } from './parse-summary.ts'
import { markedKeys } from './recall-marker.ts'
import { recreateArchived } from './recreate-archived.ts'
import { summaryBody } from './summary-body.ts'
import { summaryPrompt } from './summary-prompt.ts'
import { type SummaryTask, summaryTask, withSummary } from './summary-task.ts'
import { lastCompaction, undoOf } from './undo-compaction.ts'

const talk = (count: number): ReturnType<typeof user>[] =>
  Array.from({ length: count }, (_, i) => (i % 2 === 0 ? user(`question ${i}`) : answer(`answer ${i}`)))
const taskOf = (messages: readonly ReturnType<typeof user>[], instruction?: string): SummaryTask => ({
  places: messages.map((_, i) => i),
  messages,
  count: messages.length,
  instruction,
})
const options = { keepLast: 4, tokensOf: () => 10 }

describe('a summary', () => {
  it('takes the published form, and counts what earlier summaries stand for', async () => {
    const { writer, window } = conversationOf(talk(20))
    const { archive } = memoryArchive()
    const compact = async (): Promise<void> => {
      const summarise = async (): Promise<string> => '## Facts\n- One.'
      const { rewrite } = await compactWindow(writer.fold.window(), {
        ...options,
        archive,
        budget: 1,
        isAsked: true,
        summarise,
      })
      if (rewrite !== undefined) writer.line(rewrite)
    }
    await compact()
    expect(writer.fold.window()[0]?.message).toMatchObject({
      role: 'user',
      meta: { is_summary: true, summary_of: 16 },
    })
    expect(writer.fold.window()[0]?.message.content).toMatch(
      /^\[STRUCTURED SUMMARY — covering 16 earlier messages\]\n\[.*@recall <<ccr:[0-9a-f]{16}>>\]\n\n## Facts\n- One\.$/,
    )
    for (const message of talk(6)) writer.say(message)
    await compact()
    expect(writer.fold.window()[0]?.message.meta).toEqual({ is_summary: true, summary_of: 22 })
    expect(window).toHaveLength(20)
  })

  it('keeps messages to be preserved, with the calls they belong to, and the last that a person typed', () => {
    const messages = [
      user('first'),
      answer('', ['a', 'read', {}]),
      result('a', 'whole', { preserve_verbatim: true }),
      ...talk(8),
      user('the task'),
      ...Array.from({ length: 6 }, (_, i) => answer(`working ${i}`)),
    ]
    const draft = draftOf(conversationOf(messages).window)
    const task = summaryTask(draft, { keepLast: 2 })
    expect(task?.places).toEqual([0, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14, 15])
  })

  it('can be recalled from the transcript, also when it stands for another summary', async () => {
    const { lines, writer } = conversationOf(talk(20))
    const all = [...lines]
    const { archive, texts } = memoryArchive()
    for (const next of [talk(8), talk(8)]) {
      const draft = draftOf(writer.fold.window())
      const task = summaryTask(draft, { keepLast: 4 })
      const { rewrite } = await compactWindow(writer.fold.window(), {
        ...options,
        archive,
        budget: 1,
        isAsked: true,
        summarise: async () => 'S',
      })
      expect(task).toBeDefined()
      if (rewrite !== undefined) all.push(writer.line(rewrite))
      all.push(...next.map((message) => writer.say(message)))
    }
    const [summary] = writer.fold.window()
    const [key = ''] = markedKeys(summary?.message.content ?? '')
    expect(texts.get(key)).toContain('covering 16 earlier messages')
    for (const [each, text] of texts) expect(recreateArchived(each, all)).toBe(text)
    expect(recreateArchived('0000000000000000', all)).toBeUndefined()
  })

  it('leaves everything as it was when it fails or is given up', async () => {
    const { window } = conversationOf(talk(20))
    const { archive } = memoryArchive()
    const failing = {
      ...options,
      archive,
      budget: 1,
      summarise: async (): Promise<string> => Promise.reject(new Error('cancelled')),
    }
    await expect(compactWindow(window, failing)).rejects.toThrow('cancelled')
    const none = { ...options, archive, budget: 100, summarise: async (): Promise<undefined> => undefined }
    expect(await compactWindow(window, none)).toMatchObject({
      level: 'emergency',
      before: 200,
      after: 50,
      fits: true,
    })
  })

  it('is made of what was said, though trimming came first', async () => {
    const long = `<think>${'because '.repeat(50)}</think>\nYes.`
    const { window } = conversationOf([user('q'), answer(long), ...talk(10)])
    let given: SummaryTask | undefined
    const summarise = async (task: SummaryTask): Promise<string> => {
      given = task
      return 'S'
    }
    await compactWindow(window, { ...options, archive: memoryArchive().archive, budget: 60, summarise })
    expect(given?.messages[1]?.content).toBe(long)
  })

  it('says when a person asks and there is too little', async () => {
    const { window } = conversationOf(talk(4))
    const asked = {
      ...options,
      archive: memoryArchive().archive,
      budget: 1,
      isAsked: true,
      summarise: async (): Promise<string> => 'S',
    }
    await expect(compactWindow(window, asked)).rejects.toMatchObject({ code: 'refused' })
  })

  it('names what the person wanted of it', () => {
    const draft = draftOf(conversationOf(talk(8)).window)
    const task = summaryTask(draft, { keepLast: 2, instruction: 'only\nthe API' })
    const next = task === undefined ? [] : withSummary(draft, task, 'S', () => undefined)
    expect(next[0]?.message.content).toBe(
      '[COMPACTED CONTEXT — 6 messages summarized per user instruction: "only the API"]\n\nS',
    )
  })
})

describe('undoing compactions', () => {
  it('takes them back one after another, the newest first', async () => {
    const { writer, window } = conversationOf(talk(20))
    const { archive } = memoryArchive()
    const windows = [window]
    for (let i = 0; i < 3; i++) {
      const summarise = async (): Promise<string> => `S${i}`
      const { rewrite } = await compactWindow(writer.fold.window(), {
        ...options,
        archive,
        budget: 1,
        isAsked: true,
        summarise,
      })
      if (rewrite !== undefined) writer.line(rewrite)
      if (i < 2) for (const message of talk(2)) writer.say(message)
      windows.push(writer.fold.window())
    }
    for (let i = 2; i >= 0; i--) {
      const last = lastCompaction(writer.fold.rewrites)
      if (last !== undefined) writer.line(undoOf(last, writer.fold.window()))
    }
    expect(lastCompaction(writer.fold.rewrites)).toBeUndefined()
    expect(messagesIn(writer.fold.window()).map(({ content }) => content)).toEqual(
      [...talk(20), ...talk(2), ...talk(2)].map(({ content }) => content),
    )
  })
})

describe('summaryPrompt', () => {
  it('fences the messages and shortens long ones, earlier summaries less', () => {
    const long = 'x'.repeat(4000)
    const earlier = user(`[STRUCTURED SUMMARY — covering 9 earlier messages]\n\n${'y'.repeat(4000)}`, {
      is_summary: true,
    })
    const prompt = summaryPrompt(
      taskOf([earlier, user(long), answer('ok', ['a', 'read', { path: 'p' }])], 'be brief'),
      { mark: 'k7' },
    )
    expect(prompt?.text.startsWith('conversation-k7 begin\n')).toBe(true)
    expect(prompt?.text.endsWith('\nconversation-k7 end')).toBe(true)
    expect(prompt?.text).toContain(`--- 1 earlier summary\n${'y'.repeat(4000)}`)
    expect(prompt?.text).toContain('[… 2200 characters …]')
    expect(prompt?.text).toContain('called read {"path":"p"}')
    expect(prompt?.instructions).toContain('be brief')
    expect(prompt?.instructions).toContain('## Decisions')
  })

  it('shortens more, and gives up, rather than ask too much at once', () => {
    const many = Array.from({ length: 50 }, () => user('word '.repeat(1000)))
    expect(summaryPrompt(taskOf(many), { mark: 'k', most: 30_000 })?.text.length).toBeLessThan(30_000)
    expect(summaryPrompt(taskOf(many), { mark: 'k', most: 3000 })).toBeUndefined()
  })
})

describe('parseSummary', () => {
  it('puts headings in order, however the model wrote them, and drops empty ones', () => {
    const said =
      '<think>well</think>\n```markdown\n**Errors:**\n- none\n### Decisions\n- A\n\nTask state:\n- B\n```'
    expect(parseSummary(said)).toBe('## Task state\n- B\n\n## Decisions\n- A')
  })

  it('takes an answer without headings as it is, and nothing for nothing', () => {
    expect(parseSummary(' All went well. ')).toBe('All went well.')
    expect(parseSummary('<think>never ends')).toBeUndefined()
    expect(parseSummary('## Errors\n- None.')).toBeUndefined()
  })
})

describe('summaryBody', () => {
  it('is what a summary says', () => {
    const content =
      '[STRUCTURED SUMMARY — covering 9 earlier messages]\n[The messages themselves …]\n\n## Facts\n- A'
    expect(summaryBody(user(content, { is_summary: true }))).toBe('## Facts\n- A')
    expect(summaryBody(user(content))).toBeUndefined()
  })
})

describe('archivedText', () => {
  it('tells messages with calls and results apart', () => {
    expect(archivedText([answer('Hi', ['a', 'read', { p: 1 }]), result('a', 'text')])).toBe(
      '### assistant\nHi\ncall a read {"p":1}\n\n### tool a\ntext',
    )
  })
})

it('whatever the levels, each key in the window can be made again from the transcript', async () => {
  const steps = (i: number): ReturnType<typeof user>[] => [
    user(`question ${i} ${'why '.repeat(400)}`),
    answer(`<think>hm</think>\n${`plan ${i} `.repeat(300)}`, [
      `c${i}`,
      'write',
      { text: 'z'.repeat(3000) + i },
    ]),
    result(`c${i}`, `line ${i}\n`.repeat(900)),
    answer(`done ${i}`),
  ]
  const { lines, window } = conversationOf(Array.from({ length: 8 }, (_, i) => steps(i)).flat())
  for (const budget of [30_000, 12_000, 4000, 100])
    for (const summary of ['- Short.', undefined, '- Long. '.repeat(500)]) {
      const { rewrite } = await compactWindow(window, {
        archive: memoryArchive().archive,
        keepLast: 4,
        tokensOf: ({ content, tool_calls: calls }) => content.length + JSON.stringify(calls ?? '').length,
        budget,
        summarise: () => Promise.resolve(summary),
      })
      const all = [...lines, conversationOf([], 'late').writer.line(rewrite!)]
      const keys = markedKeys(JSON.stringify(rewrite))
      expect(keys).not.toEqual([])
      for (const key of keys) expect(recreateArchived(key, all)).toBeDefined()
    }
})
