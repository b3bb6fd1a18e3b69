import { describe, expect, it } from 'vitest'
import type { Message } from '../../conversation/message.ts'
import { estimateTokens } from './estimate-tokens.ts'
import { messageTokens } from './message-tokens.ts'
import { createTokenCounter } from './token-counter.ts'
import { type TokenScale, scaleFor, withReport } from './token-scale.ts'
import { windowBudget } from './window-budget.ts'

const charactersPerToken = (text: string): number => text.length / estimateTokens(text)

describe('estimateTokens', () => {
  it('comes to what each script is known to need', () => {
    const english =
      'The cache keeps an entry for ninety days, because the nightly report reads the same pages again and nobody wants to wait for them. We decided this on Tuesday.'
    const portuguese =
      'O cache guarda cada entrada por noventa dias, porque o relatório da noite lê as mesmas páginas outra vez e ninguém quer esperar por elas.'
    const russian = 'Кэш хранит запись девяносто дней, потому что ночной отчёт снова читает те же страницы.'
    const chinese = '缓存将条目保留九十天，因为夜间报告会再次读取相同的页面。'
    expect(charactersPerToken(english)).toBeGreaterThan(3.9)
    expect(charactersPerToken(english)).toBeLessThan(4.8)
    expect(charactersPerToken(portuguese)).toBeGreaterThan(3.3)
    expect(charactersPerToken(portuguese)).toBeLessThan(4.3)
    expect(charactersPerToken(russian)).toBeGreaterThan(2.3)
    expect(charactersPerToken(russian)).toBeLessThan(3.6)
    expect(charactersPerToken(chinese)).toBeGreaterThan(0.8)
    expect(charactersPerToken(chinese)).toBeLessThan(1.3)
  })

  it('knows code, digits, indentation and rules of one character', () => {
    const code = 'export function userName(id: string): string {\n    return users.get(id)?.name ?? ""\n}\n'
    expect(charactersPerToken(code)).toBeGreaterThan(2.5)
    expect(charactersPerToken(code)).toBeLessThan(4.2)
    expect(estimateTokens('123456789012')).toBe(5)
    expect(estimateTokens('='.repeat(160))).toBe(11)
    expect(estimateTokens(' '.repeat(40))).toBe(1)
    expect(estimateTokens('')).toBe(0)
    expect(estimateTokens('👍')).toBe(2)
  })

  it('never counts less for more text', () => {
    const text = 'The URL of the API is https://a.example/v1?x=1 über 字 кот 🎉\n\n  end'
    for (let i = 1; i <= text.length; i++) {
      expect(estimateTokens(text.slice(0, i))).toBeGreaterThanOrEqual(
        estimateTokens(text.slice(0, i - 1)) - 1,
      )
    }
  })
})

describe('messageTokens', () => {
  it('counts calls and images too', () => {
    const plain: Message = { role: 'user', content: 'Look' }
    const image = { ...plain, images: [{ url: 'https://a.example/x.png' }] }
    const call = { ...plain, tool_calls: [{ id: 'a', name: 'read', arguments: { path: 'x'.repeat(400) } }] }
    expect(messageTokens(plain)).toBe(6)
    expect(messageTokens(image)).toBe(1506)
    expect(messageTokens(call)).toBeGreaterThan(60)
  })
})

describe('createTokenCounter', () => {
  it('looks at each message once', () => {
    let looks = 0
    const counter = createTokenCounter(({ content }) => {
      looks++
      return content.length
    })
    const messages: Message[] = Array.from({ length: 5000 }, (_, i) => ({ role: 'user', content: `${i}` }))
    const first = counter.ofAll(messages)
    const more = { role: 'user', content: 'more' }
    expect(counter.ofAll([...messages, more])).toBe(first + 4)
    expect(looks).toBe(5001)
  })
})

describe('the scale of tokens', () => {
  const model = { provider: 'ollama', model: 'qwen' }
  const after = (...reports: readonly (readonly [estimated: number, reported: number])[]): TokenScale =>
    reports.reduce<TokenScale>(
      (scale, [estimated, reported]) => withReport(scale, { ...model, estimated, reported }),
      new Map(),
    )

  it('follows what a provider reports, for that model only', () => {
    expect(scaleFor(after(), model)).toBe(1)
    expect(scaleFor(after([1000, 1300]), model)).toBeCloseTo(1.3)
    expect(scaleFor(after([1000, 1300]), { ...model, model: 'other' })).toBe(1)
    const settled = after(...Array.from({ length: 20 }, () => [1000, 800] as const), [5000, 4000])
    expect(scaleFor(settled, model)).toBeCloseTo(0.8)
    expect(scaleFor(after([1000, 1000], [100_000, 120_000]), model)).toBeGreaterThan(1.19)
  })

  it('stays within bounds, and believes no nonsense', () => {
    expect(scaleFor(after([1000, 1e9]), model)).toBe(2.5)
    expect(scaleFor(after([1000, 1]), model)).toBe(0.5)
    for (const [estimated, reported] of [
      [1000, 0],
      [1000, Number.NaN],
      [0, 50],
      [100, 5000],
      [1000, Infinity],
    ] as const)
      expect(scaleFor(after([estimated, reported]), model)).toBe(1)
  })
})

describe('windowBudget', () => {
  it('leaves room for the answer and for what else is in the request', () => {
    expect(windowBudget({ contextWindow: 100_000, share: 0.75 })).toBe(75_000)
    expect(windowBudget({ contextWindow: 100_000, share: 0.75, besides: 5000 })).toBe(70_000)
    expect(windowBudget({ contextWindow: 10_000, share: 0.75, answer: 4000 })).toBe(6000)
    expect(windowBudget({ contextWindow: 100, share: 0.75, besides: 5000 })).toBe(256)
  })

  it('keeps a request below seven tenths of the bytes it may have', () => {
    const bytes = { maxPayload: 1_000_000, windowBytes: 2_000_000, windowTokens: 500_000 }
    expect(windowBudget({ contextWindow: 1_000_000, share: 0.75, ...bytes })).toBe(175_000)
    expect(windowBudget({ contextWindow: 100_000, share: 0.75, ...bytes })).toBe(75_000)
  })
})
