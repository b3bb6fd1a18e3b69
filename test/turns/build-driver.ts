import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'

/** The driver in a folder of its own, where it may keep homes. */
export interface BuiltDriver {
  readonly script: string
  readonly folder: string
  readonly remove: () => void
}

/** Bundles `driver.ts` with the chat and its providers, as the product is bundled. */
export async function buildDriver(): Promise<BuiltDriver> {
  const folder = mkdtempSync(join(tmpdir(), 'chatcli-turns-'))
  await build({
    entryPoints: ['test/turns/driver.ts'],
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    banner: {
      js: "import { createRequire as makeRequire } from 'node:module'\nconst require = makeRequire(import.meta.url)",
    },
    logLevel: 'silent',
  })
  return {
    script: join(folder, 'driver.mjs'),
    folder,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
