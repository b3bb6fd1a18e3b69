import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { KnowledgeBase } from '../src/contexts/knowledge/knowledge-base.ts'
import { openKnowledgeBase } from '../src/contexts/knowledge/open-knowledge-base.ts'
import type { KnowledgeHit } from '../src/contexts/knowledge/knowledge-types.ts'
import { createRealDisk } from '../src/disk/real-disk.ts'
import { homePaths } from '../src/store/home-paths.ts'
import { testContext } from '../src/store/store-context.ts'

/** A question about documents. */
export interface KnowledgeQuestion {
  /** `plain`, or `other words` for one that has no word of weight in common with its answer. */
  readonly set: string
  readonly query: string
  /** Passages that answer it: their document, and words that stand in them. */
  readonly answers: readonly { readonly source: string; readonly holds: string }[]
}

/** How well one set of questions is answered. */
export interface KnowledgeEvaluation {
  readonly set: string
  readonly questions: number
  /** Percent of the questions whose passage is the first, and among the first five. */
  readonly hit1: number
  readonly hit5: number
  /** Mean reciprocal rank among the first ten, percent. */
  readonly mrr: number
  /** Percent of the questions for which its document is among the first five. */
  readonly document5: number
  readonly missed: readonly { readonly query: string; readonly rank: number; readonly first: string }[]
}

/** Copies of the project's own documents as they were when the questions were labelled: those of today are edited. */
const places = ['samples/documents/docs', 'samples/documents/README.md', 'samples/repository']

/** The labelled questions over documents of this project and the sample repository. */
export function knowledgeQuestions(root: string): readonly KnowledgeQuestion[] {
  const path = join(root, 'samples', 'knowledge-questions.json')
  return JSON.parse(readFileSync(path, 'utf8')) as KnowledgeQuestion[]
}

/** Asks each question of one base over all of it. */
export async function evaluateKnowledge(root: string): Promise<readonly KnowledgeEvaluation[]> {
  const home = mkdtempSync(join(tmpdir(), 'chatcli-eval-'))
  try {
    const context = testContext(createRealDisk(), { home: homePaths(home), now: Date.now })
    const paths = places.map((place) => resolve(root, place))
    const base = openKnowledgeBase(context, { id: 'own', name: 'own', description: '', paths })
    await base.refresh()
    const questions = knowledgeQuestions(root)
    const sets = [...new Set(questions.map(({ set }) => set))]
    return sets.map((set) =>
      evaluateSet(
        base,
        set,
        questions.filter((question) => question.set === set),
      ),
    )
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

function evaluateSet(
  base: KnowledgeBase,
  set: string,
  questions: readonly KnowledgeQuestion[],
): KnowledgeEvaluation {
  const ranks = questions.map(({ query, answers }) => {
    const hits = base.search(query, { topK: 10 })
    const fits = ({ source, text }: KnowledgeHit): boolean =>
      answers.some((answer) => answer.source === source && text.includes(answer.holds))
    const [first] = hits
    return {
      rank: hits.findIndex(fits) + 1,
      document: hits.slice(0, 5).some(({ source }) => answers.some((answer) => answer.source === source)),
      first: first === undefined ? '' : `${first.source}:${first.startLine}-${first.endLine}`,
      query,
    }
  })
  const share = (test: (one: (typeof ranks)[number]) => boolean): number =>
    (100 * ranks.filter(test).length) / ranks.length
  return {
    set,
    questions: ranks.length,
    hit1: share(({ rank }) => rank === 1),
    hit5: share(({ rank }) => rank > 0 && rank <= 5),
    mrr: (100 * ranks.reduce((sum, { rank }) => sum + (rank > 0 ? 1 / rank : 0), 0)) / ranks.length,
    document5: share(({ document }) => document),
    missed: ranks
      .filter(({ rank }) => rank === 0 || rank > 5)
      .map(({ query, rank, first }) => ({ query, rank, first })),
  }
}
