import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { runInThisContext } from 'node:vm'
import { build } from 'esbuild'
import { expect } from 'vitest'
import type { SealSafeguard } from './seal-safeguard.ts'
import { sourceEdits } from '../source-edits.ts'

type Work = (...given: readonly unknown[]) => unknown
type Named = (name: string, work: Work) => void

/**
 * Builds a file of tests without a safeguard, in memory, and runs those of its tests whose names begin as is said.
 *
 * @returns the first failure; undefined when the tests notice nothing
 * @throws Error when an edit does not fit the source, or no test has such a name
 */
export async function failureOf(
  [file, test]: SealSafeguard['by'],
  edits: SealSafeguard['edits'],
): Promise<string | undefined> {
  const { outputFiles } = await build({
    entryPoints: [resolve('src', file)],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    logLevel: 'silent',
    external: ['vitest'],
    plugins: [sourceEdits(edits)],
  })
  const { cases, vitest } = collector()
  const system = createRequire(import.meta.url)
  const require = (name: string): unknown => (name === 'vitest' ? vitest : system(name))
  const wrapped = `(function (exports, module, require) {${outputFiles?.[0]?.text}\n})`
  const run = runInThisContext(wrapped) as (exports: object, module: object, require: unknown) => void
  const exports = {}
  try {
    run(exports, { exports }, require)
  } catch (error) {
    return `${file} does not run: ${String(error)}`
  }
  const chosen = cases.filter(({ name }) => name.startsWith(test))
  if (chosen.length === 0) throw new Error(`src/${file} has no test "${test}"`)
  for (const { name, work } of chosen) {
    try {
      await work()
    } catch (error) {
      return `${name}: ${String(error)}`
    }
  }
  return undefined
}

/** What takes the place of vitest in such a bundle: it collects the tests. */
function collector() {
  const cases: { readonly name: string; readonly work: () => unknown }[] = []
  const add = (name: string, work: () => unknown): void => void cases.push({ name, work })
  const each = (rows: readonly unknown[]): Named => {
    const argumentsOf = (row: unknown): readonly unknown[] => (Array.isArray(row) ? row : [row])
    return (name, work) => {
      for (const row of rows) {
        const given = argumentsOf(row)
        let at = 0
        add(
          name.replace(/%[sdi]/g, () => String(given[at++])),
          () => work(...given),
        )
      }
    }
  }
  const group = (_: string, work: Work): unknown => work()
  const it = Object.assign(add, { each })
  const describe = Object.assign(group, { skipIf: (skips: boolean) => (skips ? () => undefined : group) })
  const hook = (): void => undefined
  return { cases, vitest: { describe, it, expect, beforeEach: hook, afterEach: hook } }
}
