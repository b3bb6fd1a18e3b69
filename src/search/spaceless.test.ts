import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeRecord } from './make-record.suite.ts'
import { memoryIndex } from './memory-index.ts'
import { searchIndex } from './search.ts'

const alphabets = [
  '缓存的项目更新用于服务器',
  '東京タワーのカード決済を確認する',
  '한국어여행을했다서버',
  'อาหารไทยอร่อยมาก',
]
const latin = ['Redis', 'TTL', 'v2', 'getUserName', '300', ' ', '、', '。', '\n']

describe('scripts without spaces', () => {
  it('every run of characters that a message holds is found, as reading every message finds it', () => {
    const unit = fc.constantFrom(...alphabets.flatMap((letters) => letters.split('')))
    const piece = fc.oneof(
      { weight: 4, arbitrary: fc.string({ unit, minLength: 1, maxLength: 10 }) },
      { weight: 1, arbitrary: fc.constantFrom(...latin) },
    )
    const message = fc.array(piece, { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(
        fc.array(fc.array(message, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 12 }),
        fc.nat(),
        fc.nat(),
        fc.integer({ min: 1, max: 6 }),
        (sessions, which, where, length) => {
          const records = sessions.map((texts, i) => makeRecord(`s${i}`, texts))
          const text = sessions[which % sessions.length]?.join('\n') ?? ''
          // A run of one script, as a person types it: the analyzer need not find it across punctuation.
          const runs =
            text.match(/\p{Script=Han}+|[\p{Script=Hiragana}\p{Script=Katakana}ー]+|\p{Script=Hangul}+/gu) ??
            []
          const run = runs[where % Math.max(1, runs.length)] ?? ''
          const query = Array.from(run).slice(0, length).join('')
          if (query === '') return
          const wanted = records
            .filter((_, i) => sessions[i]?.some((message) => message.includes(query)) === true)
            .map((record) => record.name)
          const found = searchIndex(memoryIndex(records), query, {
            now: 0,
            timeZone: 'UTC',
            sessions: 200,
            strict: true,
          })
          expect(found.sessions.map((session) => session.name)).toEqual(expect.arrayContaining(wanted))
        },
      ),
      { numRuns: 1500, seed: 20261125 },
    )
  })

  it.each([
    ['Redis缓存', '我们用Redis缓存结果'],
    ['用Redis', '我们用Redis缓存结果'],
    ['缓存TTL', '把缓存TTL改成300秒'],
    ['タワー', '東京タワーへ行く'],
    ['ｶﾞｰﾄﾞ', 'ガードを外す'],
    ['서버', '서버를재시작'],
  ])('%s in %s', (query, text) => {
    const records = [makeRecord('other', ['何もない 别的 다른']), makeRecord('target', [text])]
    const found = searchIndex(memoryIndex(records), query, { now: 0, timeZone: 'UTC' })
    expect(found.sessions.map((session) => [session.name, session.tier])).toEqual([['target', 'all']])
  })
})
