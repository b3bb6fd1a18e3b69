import { describe, expect, it } from 'vitest'
import { encodeLine } from '../line-codec.ts'
import { answer, conversationOf, memoryArchive, result, user } from './conversation.suite.ts'
import { draftOf, rewriteOf } from './draft.ts'
import { microcompact } from './microcompact.ts'
import { summaryTask, withSummary } from './summary-task.ts'

describe('the transcript of a long conversation', () => {
  it('grows by what is new at each compaction, not by all that was compacted before', () => {
    const { archive } = memoryArchive()
    const { lines, writer } = conversationOf([user('begin')])
    let said = lines.reduce((sum, line) => sum + encodeLine(line).length, 0)
    const summaries: number[] = []
    for (let i = 0; i < 40; i++) {
      for (let k = 0; k < 10; k++) {
        const turn = [
          user('go on'),
          answer('', ['c', 'read', { path: `${i}` }]),
          result('c', `${i} ${k} `.repeat(1000)),
        ]
        for (const message of turn) said += encodeLine(writer.say(message)).length
        writer.endTurn()
        const seen = writer.fold.window()
        const body = rewriteOf('microcompact', seen, microcompact(draftOf(seen), { archive }))
        if (body !== undefined) writer.line(body)
      }
      const seen = writer.fold.window()
      const draft = draftOf(seen)
      const task = summaryTask(draft, { keepLast: 4 })
      const next = task === undefined ? draft : withSummary(draft, task, 'What was said.', archive)
      const body = rewriteOf('compact', seen, next)
      if (body !== undefined) summaries.push(encodeLine(writer.line(body)).length)
    }
    expect(summaries).toHaveLength(40)
    expect(Math.max(...summaries)).toBeLessThan(2 * (summaries[1] ?? 0))
    expect(summaries.reduce((sum, size) => sum + size)).toBeLessThan(0.05 * said)
  })
})
