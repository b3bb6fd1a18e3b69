import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { evaluateKnowledge, knowledgeQuestions } from './knowledge.ts'

describe('passages of documents and code', () => {
  it('for at least 90 % of the questions the passage is among the first five', async () => {
    const [plain] = await evaluateKnowledge('.')
    expect(plain).toMatchObject({ set: 'plain', questions: 80 })
    expect(plain?.hit5, JSON.stringify(plain?.missed)).toBeGreaterThanOrEqual(90)
    expect(plain?.hit1).toBeGreaterThanOrEqual(60)
  })

  it('questions of both kinds of documents are labelled', () => {
    const sources = knowledgeQuestions('.').flatMap(({ answers }) => answers.map(({ source }) => source))
    expect(sources.filter((source) => source.startsWith('repository/')).length).toBeGreaterThan(35)
    expect(sources.filter((source) => source.startsWith('docs/')).length).toBeGreaterThan(35)
  })

  it('every answer stands where its label says', () => {
    const lost = knowledgeQuestions('.').flatMap(({ answers }) =>
      answers.filter(({ source, holds }) => {
        const folder = source.startsWith('repository/') ? 'samples' : 'samples/documents'
        return !readFileSync(join(folder, source), 'utf8').includes(holds)
      }),
    )
    expect(lost).toEqual([])
  })
})
