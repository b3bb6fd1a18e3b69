import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { runInThisContext } from 'node:vm'
import { build } from 'esbuild'
import type { Suite } from './find-failure.ts'
import { type SourceEdit, sourceEdits } from '../source-edits.ts'

/** A safeguard, as the text that is taken out of the source or put in its place. */
export interface Safeguard {
  readonly name: string
  /** The suite that is expected to notice; the others come after it. */
  readonly by: Suite
  /** File in src, the text as it stands there once, and what replaces it. */
  readonly edits: readonly SourceEdit[]
}

const ENTRY = resolve('test/crash/find-failure.ts')

/**
 * Builds the store without a safeguard, in memory, and the short form of the suites with it.
 *
 * @returns what the suites find wrong; undefined when they notice nothing
 */
export async function failureWithout({ edits, by }: Safeguard): Promise<string | undefined> {
  const { outputFiles } = await build({
    entryPoints: [ENTRY],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    logLevel: 'silent',
    plugins: [sourceEdits(edits)],
  })
  const exported: { findFailure?: (first: Suite) => string | undefined } = {}
  const wrapped = `(function (exports, module, require) {${outputFiles?.[0]?.text}\n})`
  const run = runInThisContext(wrapped) as (exports: object, module: object, require: NodeJS.Require) => void
  const module = { exports: exported }
  run(exported, module, createRequire(import.meta.url))
  if (module.exports.findFailure === undefined) throw new Error('the bundle exports nothing')
  return module.exports.findFailure(by)
}
