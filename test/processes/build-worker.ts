import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'

/** A worker script in a folder of its own, where it may keep its home. */
export interface BuiltWorker {
  readonly script: string
  readonly folder: string
  readonly remove: () => void
}

/** Bundles `worker.ts` with the store, as the product is bundled. */
export async function buildWorker(): Promise<BuiltWorker> {
  const folder = mkdtempSync(join(tmpdir(), 'chatcli-processes-'))
  const script = join(folder, 'worker.mjs')
  await build({
    entryPoints: ['test/processes/worker.ts'],
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    outfile: script,
    logLevel: 'silent',
  })
  return { script, folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
