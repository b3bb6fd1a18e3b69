import { writeFileSync } from 'node:fs'
import { installPeers } from './install-peers.ts'
import { latencyPlot } from './latency-plot.ts'
import { withMadeCorpora } from './made-corpora.ts'
import { type SearchFigures, searchBench } from './search-bench.ts'
import { searchTable } from './search-table.ts'

export interface RunSearchOptions {
  /** Folders of session files, each with the file of its queries; they are made when there are none. */
  readonly corpora: readonly (readonly [corpus: string, queries: string])[]
  readonly json: boolean
  /** Leave the peers out. */
  readonly alone: boolean
  /** Where to write the plot of latency against size. */
  readonly plot: string | undefined
}

/** Measures search on one corpus or several and prints a table, or one JSON document a corpus. */
export function runSearch({ corpora, json, alone, plot }: RunSearchOptions): void {
  if (corpora.length === 0) {
    withMadeCorpora([1000, 10_000], (made) => runSearch({ corpora: made, json, alone, plot }))
    return
  }
  if (!alone) installPeers()
  const all: SearchFigures[] = []
  for (const [corpus, queries] of corpora) {
    const figures = searchBench({ corpus, queries, alone })
    all.push(figures)
    process.stdout.write(json ? `${JSON.stringify(figures)}\n` : `${searchTable(figures)}\n`)
  }
  if (plot !== undefined) writeFileSync(plot, latencyPlot(all))
}
