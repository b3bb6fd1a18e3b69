import { readFileSync } from 'node:fs'
import { bugCases, untestedCases } from './bug-cases.ts'
import type { MarkedTest } from './marked-tests.ts'

/** The page that holds the table of cases. */
export const bugPage = 'test/bug-cases/README.md'

/** The page as it is to be: what stands there, with the table of today. */
export function bugPageWith(tests: readonly MarkedTest[]): string {
  const page = readFileSync(bugPage, 'utf8')
  const start = page.indexOf(heading)
  if (start < 0) throw new Error(`${bugPage} has no heading "${heading.trim()}"`)
  return `${page.slice(0, start)}${heading}${tableOf(tests)}`
}

const heading = '## All cases\n'

function tableOf(tests: readonly MarkedTest[]): string {
  const rows = Object.entries(bugCases).map(([id, words]) => {
    const shownBy = tests.filter(({ cases }) => cases.includes(id)).map(cellOf)
    const why = untestedCases[id]
    if (why !== undefined) shownBy.push(`no test: ${why}`)
    return `| ${id} | ${words} | ${shownBy.join('<br>')} |`
  })
  return `\n| case | | shown by |\n| --- | --- | --- |\n${rows.join('\n')}\n`
}

function cellOf({ file, name }: MarkedTest): string {
  return `\`${file}\`: ${name.replaceAll('|', '\\|').replaceAll('<', '&lt;')}`
}
