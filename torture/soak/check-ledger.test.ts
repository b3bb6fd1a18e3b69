import { describe, expect, it } from 'vitest'
import { checkLedger, type FoundTalk } from './check-ledger.ts'
import { anywhere, Ledger, trashPlace } from './ledger.ts'

/** Two acknowledged turns of one writer in a session, one without a name, and where they are found. */
function told(): { ledger: Ledger; texts: string[]; loose: string[] } {
  const ledger = new Ledger()
  const say = (place: string): string[] => {
    const word = ledger.say('ann', place)
    const answer = ledger.answer()
    ledger.acknowledge(word, answer)
    return [`${word} the sea`, `${answer} it is deep`]
  }
  const texts = [...say('harbour'), ...say('harbour')]
  return { ledger, texts, loose: say(anywhere) }
}

const session = (texts: readonly string[], name = 'harbour'): FoundTalk => ({ name, kind: 'session', texts })
const loose = (texts: readonly string[]): FoundTalk => ({ name: 'autosave-1', kind: 'loose', texts })

describe('a ledger and what is found', () => {
  it('agree on what was acknowledged, among summaries and what was said without an acknowledgement', () => {
    const { ledger, texts, loose: unnamed } = told()
    const unsure = ledger.say('ben', 'harbour')
    const found = [session(['Summary: the sea', ...texts, `${unsure} perhaps`]), loose(unnamed)]
    expect(checkLedger(ledger, found)).toEqual([])
    expect(checkLedger(ledger, [session(texts), loose(unnamed)])).toEqual([])
    expect(checkLedger(ledger, [session(texts), loose([...unnamed, `${unsure} perhaps`])])).toEqual([])
  })

  it.each([0, 1, 2, 3])('notice that line %i is gone', (line) => {
    const { ledger, texts, loose: unnamed } = told()
    const rest = texts.filter((_, i) => i !== line)
    const [problem, ...others] = checkLedger(ledger, [session(rest), loose(unnamed)])
    expect(problem).toMatch(/^lost in /)
    expect(others).toEqual([])
  })

  it('notice a session that is gone, and a conversation without a name', () => {
    const { ledger, texts, loose: unnamed } = told()
    expect(checkLedger(ledger, [loose(unnamed)])).toHaveLength(4)
    expect(checkLedger(ledger, [session(texts)])).toHaveLength(2)
  })

  it('notice what is there once more, in another order, before its question, or where it was never said', () => {
    const { ledger, texts, loose: unnamed } = told()
    const [one = '', two = '', three = '', four = ''] = texts
    const check = (found: readonly string[], rest = unnamed): string[] =>
      checkLedger(ledger, [session(found), loose(rest)])
    expect(check([...texts, two])).toEqual([expect.stringMatching(/^once more in /)])
    expect(check(texts, [...unnamed, ...unnamed])).toContainEqual(expect.stringMatching(/^once more in /))
    expect(check([three, four, one, two])).toEqual([expect.stringMatching(/^out of order in /)])
    expect(check([two, one, three, four])).toEqual([expect.stringMatching(/^before its question/)])
    expect(check(texts, [one, ...unnamed])).toEqual([
      expect.stringMatching(/^never said in no name/),
      'the loose autosave-1 has what was never said without a name',
    ])
  })

  it('notice what was forgotten and is still there', () => {
    const { ledger, texts, loose: unnamed } = told()
    const [word = ''] = ledger.held('harbour')
    ledger.forget(word)
    expect(checkLedger(ledger, [session(texts.slice(2)), loose(unnamed)])).toEqual([])
    expect(checkLedger(ledger, [session(texts.slice(1)), loose(unnamed)])).toEqual([
      expect.stringMatching(/^forgotten, and in harbour: /),
    ])
  })
})

describe('a ledger', () => {
  it('follows renames, deletions and what gets a name', () => {
    const { ledger, texts, loose: unnamed } = told()
    ledger.move('harbour', 'pier')
    ledger.claim(ledger.held(anywhere), 'shore')
    expect(checkLedger(ledger, [session(texts, 'pier'), session(unnamed, 'shore')])).toEqual([])
    ledger.move('pier', trashPlace('pier'))
    const found: FoundTalk[] = [{ name: 'pier', kind: 'trash', texts }, session(unnamed, 'shore')]
    expect(checkLedger(ledger, found)).toEqual([])
    expect(checkLedger(ledger, [session(texts, 'pier'), session(unnamed, 'shore')])).not.toEqual([])
  })

  it('wants in a fork what was there before it began, and takes what came meanwhile', () => {
    const { ledger, texts, loose: unnamed } = told()
    const before = ledger.held('harbour')
    const late = ledger.say('ben', 'harbour')
    const answer = ledger.answer()
    ledger.acknowledge(late, answer)
    ledger.fork('harbour', 'copy', before)
    const all = [...texts, late, answer]
    const others = [session(all), loose(unnamed)]
    expect(checkLedger(ledger, [...others, session(texts, 'copy')])).toEqual([])
    expect(checkLedger(ledger, [...others, session(all, 'copy')])).toEqual([])
    expect(checkLedger(ledger, [...others, session(texts.slice(2), 'copy')])).toHaveLength(2)
  })

  it('forgets with a session for good what no fork has, and counts what was acknowledged', () => {
    const { ledger } = told()
    const [first = '', second = ''] = ledger.held('harbour')
    ledger.fork('harbour', 'copy', new Set([first]))
    ledger.doubt(first)
    expect([...ledger.held('copy')]).toEqual([])
    ledger.purge('harbour')
    expect([...ledger.forgotten]).toEqual([])
    ledger.purge('copy')
    expect(ledger.forgotten.has(second)).toBe(true)
    expect(ledger.forgotten.size).toBe(4)
    expect(ledger.acknowledged).toBe(3)
  })
})
