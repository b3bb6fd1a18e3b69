import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { analyze } from './analyze.ts'

const exact = (text: string): string[] => analyze(text).map((token) => token.exact)

describe('analyze', () => {
  it.each([
    ['Hello, World', ['hello', 'world']],
    [
      'rate_limiter src/main.py v2.1.3-beta',
      ['rate', 'limiter', 'src', 'main', 'py', 'v2', '1', '3', 'beta'],
    ],
    ['getUserName HTTPServer utf8Decode', ['get', 'user', 'name', 'http', 'server', 'utf8', 'decode']],
    ['ECONNRESET oauth2 S3', ['econnreset', 'oauth2', 's3']],
    ['mail ana@example.com', ['mail', 'ana', 'example', 'com']],
    ['Ação naïve Straße Łódź Ærø', ['acao', 'naive', 'strasse', 'lodz', 'aero']],
    ['Ａｃｔｉｖｅ ﬁle', ['active', 'file']],
    ['用Redis缓存', ['用', 'redis', '缓存']],
    ['云工开物 300元', ['云工', '工开', '开物', '300', '元']],
    ['東京タワーへ', ['東京', '京タ', 'タワ', 'ワー', 'ーへ']],
    ['ﾊﾞｯｸｱｯﾌﾟ', ['バッ', 'ック', 'クア', 'アッ', 'ップ']],
    ['안녕하세요', ['안녕', '녕하', '하세', '세요']],
    ['ไทย', ['ไท', 'ทย']],
    ['ёлка Йод Λόγος', ['елка', 'йод', 'λογοσ']],
    ['ship it 🚀🚀 ok', ['ship', 'it', '🚀', '🚀', 'ok']],
    ['𠮷野家', ['𠮷野', '野家']],
    ['a\0b \ud800 c', ['a', 'b', 'c']],
    ['Pythonкод версия2 APIλ', ['python', 'код', 'версия2', 'api', 'λ']],
    ['vôo 10µs ✈️ 🇵🇹', ['voo', '10μ', 's', '✈', '🇵', '🇹']],
    ['عربيAPI', ['عربي', 'api']],
  ])('%s', (text, wanted) => {
    expect(exact(text)).toEqual(wanted)
  })

  it('reads decomposed text like composed text', () => {
    for (const text of ['decisão', 'ガード', '한글', 'Ångström']) {
      expect(exact(text.normalize('NFD'))).toEqual(exact(text.normalize('NFC')))
    }
  })

  it('keeps kana and Hangul marks apart', () => {
    expect(exact('ガス')).not.toEqual(exact('カス'))
  })

  it('stems words of three letters or more and keeps what they were', () => {
    expect(analyze('caching')[0]).toMatchObject({ stem: 'cach', exact: 'caching' })
    expect(analyze('is')[0]).toMatchObject({ stem: 'is', exact: 'is' })
  })

  it('carries the whole of an identifier on its first part, with offsets into the text', () => {
    const text = 'x getUserName'
    const [, get, user] = analyze(text)
    expect(get?.whole?.exact).toBe('getusername')
    expect(text.slice(get?.start, get?.whole?.end)).toBe('getUserName')
    expect(text.slice(user?.start, user?.end)).toBe('User')
  })

  it('never throws, and its offsets ascend inside the text', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom(...'aZ9 _-.é\u0301\ud83d\ude80\0用ガ한ﾊﾞไ'.split('')),
          maxLength: 60,
        }),
        (text) => {
          let previous = 0
          for (const token of analyze(text)) {
            expect(token.start).toBeGreaterThanOrEqual(0)
            expect(token.end).toBeGreaterThan(token.start)
            expect(token.end).toBeLessThanOrEqual(text.length)
            expect(token.end).toBeGreaterThanOrEqual(previous)
            previous = token.end
          }
        },
      ),
      { numRuns: 500, seed: 7 },
    )
  })
})
