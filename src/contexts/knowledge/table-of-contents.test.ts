import { describe, expect, it } from 'vitest'
import { tableOfContents } from './table-of-contents.ts'

const sources = ['README.md', 'docs/a.md', 'docs/b.md', 'src/one/a.ts', 'src/one/b.ts', 'src/two/c.ts']
const toc = (prefix: string, most: number): readonly string[] =>
  tableOfContents(sources, () => 'T', { prefix, most }).entries.map(({ source, documents, title }) =>
    documents === undefined ? `${source} ${title}` : `${source} ${documents}`,
  )

describe('tableOfContents', () => {
  it('gives documents where there is room, else folders as deep as there is room', () => {
    expect(toc('', 6)).toEqual(sources.map((source) => `${source} T`))
    expect(toc('', 5)).toEqual(['README.md T', 'docs/a.md T', 'docs/b.md T', 'src/one/ 2', 'src/two/ 1'])
    expect(toc('', 4)).toEqual(['README.md T', 'docs/ 2', 'src/ 3'])
    expect(toc('src/', 2)).toEqual(['src/one/ 2', 'src/two/ 1'])
    expect(toc('src/o', 9)).toEqual(['src/one/a.ts T', 'src/one/b.ts T'])
    expect(toc('none', 9)).toEqual([])
  })

  it('counts all, and gives no more than it may', () => {
    expect(toc('', 2)).toEqual(['README.md T', 'docs/ 2'])
    expect(tableOfContents(sources, () => '', { most: 2 }).total).toBe(6)
  })
})
