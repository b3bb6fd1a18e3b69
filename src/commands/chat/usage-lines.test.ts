import { describe, expect, it } from 'vitest'
import type { UsageTotal } from '../../agent/usage-total.ts'
import { textFor } from '../../text/text-for.ts'
import { usageLines } from './usage-lines.ts'

const none: UsageTotal = { answers: 0, unknown: 0, inputTokens: 0, outputTokens: 0, cost: 0, unpriced: 0 }

describe('usageLines', () => {
  it.each<[Partial<UsageTotal>, readonly string[]]>([
    [{}, ['No model has answered yet.']],
    [
      { answers: 1, inputTokens: 10, outputTokens: 2, cost: 0.01234 },
      ['1 answer: 10 tokens in, 2 out, $0.0123'],
    ],
    [{ answers: 2, unpriced: 2 }, ['2 answers: 0 tokens in, 0 out, price not known']],
    [{ answers: 2, unpriced: 1, cost: 1.5 }, ['2 answers: 0 tokens in, 0 out, $1.50']],
    [{ answers: 3, unknown: 3 }, ['3 answers without figures.']],
    [
      { answers: 3, unknown: 1, cost: 2 },
      ['2 answers: 0 tokens in, 0 out, $2.00', '1 answer without figures.'],
    ],
  ])('%j', (usage, lines) => {
    expect(usageLines({ ...none, ...usage }, textFor('en'))).toEqual(lines)
  })

  it('writes money as Brazilians do', () => {
    const usage = { ...none, answers: 1, cost: 0.5 }
    expect(usageLines(usage, textFor('pt-BR'))).toEqual([
      '1 resposta: 0 tokens de entrada, 0 de saída, US$ 0,5000',
    ])
  })
})
