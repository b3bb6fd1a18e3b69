import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** Where the makers of corpora and queries are, beside the project. */
const makers = resolve('..', 'shared', 'bench')
/** Messages of a session, on average, and the seed of everything random. */
const [mean, seed] = ['100', '42'] as const

/**
 * Makes a corpus of each size with its queries, lends them, and removes them.
 *
 * @param sizes sessions
 */
export function withMadeCorpora(
  sizes: readonly number[],
  use: (corpora: readonly (readonly [corpus: string, queries: string])[]) => void,
): void {
  const folder = mkdtempSync(join(tmpdir(), 'chatcli-corpus-'))
  try {
    use(
      sizes.map((size) => {
        const [corpus, queries] = [join(folder, String(size)), join(folder, `${size}.json`)]
        makeCorpus(corpus, queries, size)
        return [corpus, queries]
      }),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Makes one corpus, a folder that is a home, and the file of its queries by class. */
export function makeCorpus(corpus: string, queries: string, sessions: number): void {
  if (!existsSync(makers)) {
    throw new Error('No maker of corpora beside the project: give --corpus FOLDER --queries FILE')
  }
  make('gen-corpus.mjs', corpus, String(sessions), mean, seed)
  make('make-queries.mjs', corpus, queries)
}

function make(script: string, ...args: readonly string[]): void {
  execFileSync(process.execPath, [join(makers, script), ...args], { stdio: ['ignore', 'ignore', 'inherit'] })
}
