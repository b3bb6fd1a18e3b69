import { readdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { extname, join, sep } from 'node:path'
import { describe, expect, it } from 'vitest'

/** Rules of the house that the import rules cannot say. */

const notOurs = new Set(['node_modules', 'dist', 'coverage', '.git', '.cache'])
const textFiles = new Set(['.ts', '.mjs', '.json', '.md', '.txt', ''])

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (notOurs.has(entry.name)) return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesUnder(path) : [path]
  })
}

const allFiles = filesUnder('.').map((path) => ({
  path: path.replaceAll(sep, '/'),
  text: readFileSync(path, 'utf8'),
}))
const isTest = (path: string): boolean => /\.(test|suite)\.ts$/.test(path)
const code = allFiles.filter(({ path }) => path.startsWith('src/') && path.endsWith('.ts') && !isTest(path))

/** Code without comments, so that a comment may name what the code must not use. */
function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[^]*?\*\//g, '').replaceAll(/(?<=^|\s)\/\/.*$/gm, '')
}

function pathsWith(pattern: RegExp, mayHave: RegExp): string[] {
  return code
    .filter(({ path, text }) => !mayHave.test(path) && pattern.test(withoutComments(text)))
    .map(({ path }) => path)
}

const nowhere = /(?!)/

describe('the code', () => {
  it('is here', () => {
    expect(code.length).toBeGreaterThan(50)
  })

  it('reads the environment in settings.ts only', () => {
    expect(
      pathsWith(/\bprocess\s*\.\s*env\b|\bimport\b[^\n]*\benv\b[^\n]*'node:process'/, /^src\/settings\.ts$/),
    ).toEqual([])
  })

  it('writes to streams and the console in surfaces only', () => {
    expect(pathsWith(/\bconsole\.|\bprocess\s*\.\s*(stdout|stderr|stdin)\b/, /^src\/surfaces\//)).toEqual([])
  })

  it('ends the process in surfaces only', () => {
    expect(pathsWith(/\bprocess\s*\.\s*(exit|exitCode|abort)\b/, /^src\/surfaces\//)).toEqual([])
    // Signal 0 only asks whether a process is there; a command that a model ran ends with what it started.
    const mayEnd = /^src\/(surfaces|agent\/tools\/process-group\.ts$)/
    expect(pathsWith(/\bprocess\s*\.\s*kill\((?!\w+, 0\))/, mayEnd)).toEqual([])
  })

  it('is told the time and given its random numbers where it is pure', () => {
    expect(
      pathsWith(
        /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\brandom(UUID|Bytes)\b/,
        /^src\/(?!conversation\/|text\/)/,
      ),
    ).toEqual([])
  })

  it('exports by name, each name listed', () => {
    expect(pathsWith(/^export default\b|\bas default\b/m, nowhere)).toEqual([])
    expect(pathsWith(/^export \*/m, nowhere)).toEqual([])
  })

  it('has no file with two ideas in it', () => {
    const long = code.filter(({ text }) => text.split('\n').length > 400).map(({ path }) => path)
    expect(long).toEqual([])
  })

  it('has no test that is switched off or alone', () => {
    const tests = allFiles.filter(({ path }) => isTest(path) && path !== 'test/architecture.test.ts')
    const marked = tests.filter(({ text }) => /\b(it|test|describe)\.(only|skip|todo)\b/.test(text))
    expect(marked.map(({ path }) => path)).toEqual([])
  })
})

describe('the checkout', () => {
  it('names no folder of the machine it was written on', () => {
    // A folder right under the root, such as "/app", may well be a word of the text.
    const here = [process.cwd(), homedir()].filter((folder) => folder.split(sep).length > 2)
    const naming = allFiles
      .filter(
        ({ path, text }) => textFiles.has(extname(path)) && here.some((folder) => text.includes(folder)),
      )
      .map(({ path }) => path)
    expect(naming).toEqual([])
  })

  it('installs from whichever registry a person uses', () => {
    const lock = readFileSync('package-lock.json', 'utf8')
    expect(lock).not.toContain('"resolved"')
    expect(readFileSync('.npmrc', 'utf8')).not.toMatch(/registry\s*=\s*http/)
  })
})
