import { describe, expect, it } from 'vitest'
import { answer, conversationOf, memoryArchive, result, user } from './conversation.suite.ts'
import { draftOf } from './draft.ts'
import { microcompact } from './microcompact.ts'
import { markerOf, recallKeyOf } from './recall-marker.ts'

const log = Array.from({ length: 400 }, (_, i) => `2026-03-01 12:00 step ${i} of the build`).join('\n')
const read = (answers: number, more?: Parameters<typeof result>[2], tool = 'command'): string => {
  const later = Array.from({ length: answers }, (_, i) => answer(`later ${i}`))
  const { window } = conversationOf([
    user('build it'),
    answer('', ['c1', tool, {}]),
    result('c1', log, more),
    ...later,
  ])
  const { archive } = memoryArchive()
  return microcompact(draftOf(window), { archive })[2]?.message.content ?? ''
}
const marker = markerOf(recallKeyOf(log))

describe('microcompact', () => {
  it('leaves out the middle after two answers, and all of it after four', () => {
    expect(read(1)).toBe(log)
    expect(read(2)).toContain(`characters left out; ${marker} …]`)
    expect(read(2).length).toBeLessThan(2700)
    expect(read(2).startsWith('2026-03-01 12:00 step 0')).toBe(true)
    expect(read(2).endsWith('step 399 of the build')).toBe(true)
    expect(read(4)).toBe(`[result of command: a log of 400 lines, ${log.length} characters ${marker}]`)
  })

  it('leaves what is to be preserved, what was recalled, and what is short', () => {
    expect(read(9, { preserve_verbatim: true })).toBe(log)
    expect(read(9, undefined, '@recall')).toBe(log)
    const { window } = conversationOf([
      answer('', ['c', 'read', {}]),
      result('c', 'x'.repeat(2999)),
      answer(''),
      answer(''),
    ])
    expect(microcompact(draftOf(window), memoryArchive())[1]?.message.content).toHaveLength(2999)
  })

  it('leaves the open turns of others, and the tools it is told to spare', () => {
    const { window } = conversationOf([
      answer('', ['c', 'write', {}]),
      result('c', log),
      ...Array(5).fill(answer('next')),
    ])
    const openTurns = new Set(window.map(({ turn }) => turn))
    const { archive } = memoryArchive()
    expect(microcompact(draftOf(window), { archive, openTurns })).toEqual(draftOf(window))
    expect(microcompact(draftOf(window), { archive, spared: new Set(['write']) })).toEqual(draftOf(window))
  })

  it('says so when there is nothing to point to, and does not trust a marker that somebody else wrote', () => {
    const foreign = `${markerOf('0123456789abcdef')}\n${log}`
    const { window } = conversationOf([
      answer('', ['c', 'read', {}]),
      result('c', foreign),
      answer(''),
      answer(''),
    ])
    expect(microcompact(draftOf(window), { archive: () => undefined })[1]?.message.content).toMatch(
      /characters left out …\]/,
    )
    expect(microcompact(draftOf(window), memoryArchive())[1]?.message.content).toContain(
      markerOf(recallKeyOf(foreign)),
    )
  })

  it('goes from a cut text to a line that points to the whole original', () => {
    const { writer, window } = conversationOf([
      answer('', ['c', 'read', {}]),
      result('c', log),
      answer(''),
      answer(''),
    ])
    const { archive, texts } = memoryArchive()
    const cut = microcompact(draftOf(window), { archive })
    const later = cut.map((entry) => ({ from: entry.from, message: entry.message }))
    const more = [...later, ...draftOf(conversationOf([answer('3'), answer('4')], 'more').window)]
    expect(microcompact(more, { archive })[1]?.message.content).toMatch(
      /^\[shortened result of read: .*<<ccr:/,
    )
    expect(microcompact(more, { archive })[1]?.message.content).toContain(marker)
    expect([...texts.values()]).toEqual([log])
    expect(writer.fold.window()).toHaveLength(4)
  })
})
