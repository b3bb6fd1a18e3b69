import { bugCases, untestedCases } from '../test/bug-cases/bug-cases.ts'
import { markedTests } from '../test/bug-cases/marked-tests.ts'
import type { Experiment } from './experiment.ts'

/** Counts the tests named after public bug reports; that they hold is shown by running them. */
export const bugCaseTests: Experiment = {
  name: 'bug-cases',
  about: 'faults that tools of this kind had, as tests',
  run() {
    const tested = new Set(markedTests().flatMap(({ cases }) => cases))
    const ids = Object.keys(bugCases)
    const untested = ids.filter((id) => !tested.has(id))
    return Promise.resolve([
      {
        what: 'public bug reports',
        measured: `${ids.length - untested.length} of ${ids.length} rows with a test`,
        bar: ['all', ...Object.entries(untestedCases).map(([id, why]) => `but ${id} (${why})`)].join(' '),
        isMet: untested.every((id) => untestedCases[id] !== undefined),
        problems: untested
          .filter((id) => untestedCases[id] === undefined)
          .map((id) => `${id} (${bugCases[id]}) has no test`),
      },
    ])
  },
}
