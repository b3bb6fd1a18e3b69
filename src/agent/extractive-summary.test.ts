import { describe, expect, it } from 'vitest'
import type { SummaryTask } from '../conversation/compaction/summary-task.ts'
import type { Message } from '../conversation/message.ts'
import { extractiveSummary } from './extractive-summary.ts'

const taskOf = (messages: readonly Message[]): SummaryTask => ({
  places: messages.map((_, i) => i),
  messages,
  count: messages.length,
})
const user = (content: string): Message => ({ role: 'user', content })
const answer = (content: string, ...calls: readonly [string, unknown][]): Message => ({
  role: 'assistant',
  content,
  ...(calls.length > 0
    ? { tool_calls: calls.map(([name, given], i) => ({ id: `c${i}`, name, arguments: given })) }
    : {}),
})
const chatter = Array.from({ length: 30 }, (_, i) => [
  user(`Ok, sounds good, go on with part ${i} then.`),
  answer(`Sure, part ${i} is next. I will go on with it.`),
]).flat()
const talk: readonly Message[] = [
  user('Please make the importer of the ledger resumable. It loses rows when the network drops.'),
  answer(
    'Reading the importer.',
    ['read', { path: 'src/importer.ts' }],
    ['command', { command: 'npm  test\n-- importer' }],
  ),
  { role: 'tool', tool_call_id: 'c0', content: 'export function importLedger() {}' },
  {
    role: 'tool',
    tool_call_id: 'c1',
    content: 'FAIL importer.test.ts: 3 rows lost\n  at line 9',
    is_error: true,
  },
  ...chatter,
  answer(
    'We decided to keep the checkpoint in SQLite, because the journal file is cut when the disk is full.',
  ),
  answer('```ts\nconst secretOfTheCode = 1\n```\nThe retry limit is 7 attempts with 250 ms between them.', [
    'edit',
    { file_path: 'src/checkpoint.ts' },
  ]),
  ...chatter,
]

describe('extractiveSummary', () => {
  it('keeps the task, the decision, the exact facts, files, commands and errors, in order', () => {
    const summary = extractiveSummary(taskOf(talk), { most: 1200 }) ?? ''
    expect(summary.length).toBeLessThan(1400)
    const [state, decisions, ...rest] = summary.split('\n\n')
    expect(state).toMatch(/^## Task state\n- Please make the importer of the ledger resumable\./)
    expect(decisions).toContain('## Decisions\n- We decided to keep the checkpoint in SQLite, because')
    expect(rest).toContain('## Files read\n- src/importer.ts')
    expect(rest).toContain('## Files modified\n- src/checkpoint.ts')
    expect(rest).toContain('## Commands\n- npm test -- importer')
    expect(summary).toContain('- FAIL importer.test.ts: 3 rows lost')
    expect(summary).toContain('The retry limit is 7 attempts with 250 ms between them.')
    expect(summary).not.toContain('secretOfTheCode')
    expect(summary.match(/sounds good/g)?.length ?? 0).toBeLessThan(3)
  })

  it('carries what an earlier summary said', () => {
    const first = extractiveSummary(taskOf(talk), { most: 1200 }) ?? ''
    const earlier: Message = {
      role: 'user',
      content: `[STRUCTURED SUMMARY — covering 66 earlier messages]\n\n${first}`,
      meta: { is_summary: true, summary_of: 66 },
    }
    const next = extractiveSummary(taskOf([earlier, ...chatter]), { most: 1200 }) ?? ''
    expect(next).toContain('checkpoint in SQLite')
    expect(next).toContain('## Files read\n- src/importer.ts')
    expect(next).not.toContain('STRUCTURED SUMMARY')
  })

  it('knows sentences of other languages', () => {
    const summary = extractiveSummary(
      taskOf([
        user('Quero o relatório em PDF. Decidimos usar a fonte Lato porque o logotipo também usa.'),
        answer('缓存保留九十天。因为夜间报告会再次读取相同的页面。'),
      ]),
    )
    expect(summary).toContain('## Decisions\n- Decidimos usar a fonte Lato porque o logotipo também usa.')
    expect(summary).toContain('- 因为夜间报告会再次读取相同的页面。')
  })

  it('has nothing to say of nothing', () => {
    expect(extractiveSummary(taskOf([user('ok'), answer('')]))).toBeUndefined()
  })
})
