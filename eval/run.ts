import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ordinarySentences } from '../src/agent/auto-recall/ordinary-sentences.suite.ts'
import { type RecallEvaluation, type RecallFigures, evaluateRecall } from './auto-recall.ts'
import type { FeatureGain } from './cross-validate.ts'
import { crossValidate } from './cross-validate.ts'
import type { EvalData } from './data.ts'
import { evaluate } from './evaluate.ts'
import type { Evaluation } from './evaluate.ts'
import { type KnowledgeEvaluation, evaluateKnowledge } from './knowledge.ts'
import { sampleData } from './sample-data.ts'
import { openStore } from './store.ts'

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    json: { type: 'boolean', default: false },
    'cross-validate': { type: 'boolean', default: false },
    knowledge: { type: 'boolean', default: false },
    recall: { type: 'boolean', default: false },
  },
})

// Without a file it measures the sample conversations.
const data =
  values.data === undefined
    ? sampleData('samples')
    : (JSON.parse(readFileSync(values.data, 'utf8')) as EvalData)
if (values.knowledge) {
  const sets = await evaluateKnowledge('.')
  process.stdout.write(values.json ? JSON.stringify(sets) + '\n' : passages(sets))
} else if (values.recall) {
  const ordinary = [...new Set(ordinarySentences)]
  for (const corpus of new Set(data.sessions.map((session) => session.corpus))) {
    const of = <T extends { readonly corpus: string }>(rows: readonly T[]): readonly T[] =>
      rows.filter((row) => row.corpus === corpus)
    const one = { sessions: of(data.sessions), queries: of(data.queries) }
    const figures = evaluateRecall(one, openStore, { ordinary, turnsEach: 8 })
    process.stdout.write(`${corpus}\n${recallTable(figures)}`)
  }
} else if (values['cross-validate']) {
  const rows = crossValidate(data, openStore)
  process.stdout.write(values.json ? JSON.stringify(rows) + '\n' : gains(rows))
} else {
  const evaluation = evaluate(data, openStore)
  process.stdout.write(values.json ? JSON.stringify(evaluation) + '\n' : table(evaluation))
}

function recallTable(evaluation: RecallEvaluation): string {
  const columns = ['turns', 'first', 'right', 'wrong'] as const
  const cells = (row: readonly (string | number)[]): string =>
    row.map((cell) => String(cell).padStart(8)).join('')
  const rows = Object.entries(evaluation).map(
    ([kind, figures]: readonly [string, RecallFigures]) =>
      `${kind.padEnd(12)}${cells(columns.map((column) => figures[column]))}`,
  )
  return `${[' '.repeat(12) + cells(columns), ...rows].join('\n')}\n`
}

function passages(sets: readonly KnowledgeEvaluation[]): string {
  return sets
    .flatMap(({ set, questions, hit1, hit5, mrr, document5, missed }) => [
      `${set}: ${questions} questions, hit@1 ${hit1.toFixed(1)}, hit@5 ${hit5.toFixed(1)}, MRR ${mrr.toFixed(1)}, document@5 ${document5.toFixed(1)}`,
      ...missed.map(
        ({ query, rank, first }) =>
          `  ${rank === 0 ? 'not found' : `at ${rank}`}: ${query} (first: ${first})`,
      ),
      '',
    ])
    .join('\n')
}

function gains(rows: readonly FeatureGain[]): string {
  const signed = (value: number): string => ((value >= 0 ? '+' : '') + value.toFixed(2)).padStart(8)
  const lines = rows.map(
    ({ feature, ndcg10, hit1, better, conversations }) =>
      `${feature.padEnd(36)}${signed(ndcg10)}${signed(hit1)}   ${better} of ${conversations}`,
  )
  return [`${'held-out gain of'.padEnd(36)}  ndcg10    hit1   conversations better`, ...lines, ''].join('\n')
}

function table(evaluation: Evaluation): string {
  const columns = [
    'n',
    'hit1',
    'hit5',
    'recall5',
    'mrr',
    'ndcg10',
    'zero',
    'messageRecall10',
    'pageHit',
  ] as const
  const rows = Object.entries(evaluation.kinds).map(([kind, figures]) => [
    kind.padEnd(12),
    ...columns.map((column) =>
      String(column === 'n' ? figures.n : figures[column].toFixed(1)).padStart(
        Math.max(7, column.length + 2),
      ),
    ),
  ])
  const head = [' '.repeat(12), ...columns.map((column) => column.padStart(Math.max(7, column.length + 2)))]
  return (
    [head, ...rows].map((row) => row.join('')).join('\n') +
    `\nndcg10 average ${evaluation.ndcg10Average.toFixed(2)}\n`
  )
}
