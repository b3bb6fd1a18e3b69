import { describe, expect, it } from 'vitest'
import { evaluate } from './evaluate.ts'
import { openStore } from './store.ts'

describe('evaluate', () => {
  it('measures each kind against the store of its corpus', () => {
    const message = (content: string): { role: string; content: string } => ({ role: 'user', content })
    const session = { corpus: 'x', conversation: 'c' }
    const query = { ...session, set: 'question', turns: [] }
    const found = evaluate(
      {
        sessions: [
          { ...session, name: 'a', messages: [message('red fox'), message('den')] },
          { ...session, name: 'b', messages: [message('blue whale')] },
          { ...session, name: 'c', corpus: 'y', messages: [message('red fox red fox')] },
        ],
        queries: [
          { ...query, id: '1', query: 'red fox', gold: ['a'], turns: [['a', 0]] },
          { ...query, id: '2', query: 'zzz', gold: ['b'] },
        ],
      },
      openStore,
    )
    expect(found.kinds).toEqual({
      question: {
        n: 2,
        hit1: 50,
        hit5: 50,
        recall5: 50,
        mrr: 50,
        ndcg10: 50,
        zero: 50,
        messageRecall10: 100,
        pageHit: 100,
      },
    })
    expect(found.ndcg10Average).toBe(50)
  })
})
