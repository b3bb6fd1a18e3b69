import { join } from 'node:path'
import { installIfNeeded, run } from './install.mjs'

// Usage: node scripts/run-ts.mjs ENTRY.ts [ARGUMENT …]
// Node 20 does not run TypeScript, so the entry is bundled first; packages are left where they are.
const [entry, ...parameters] = process.argv.slice(2)
installIfNeeded()
const { build } = await import('esbuild')
const outfile = join('node_modules/.cache/run-ts', `${entry.replaceAll(/\W/g, '-')}.mjs`)
await build({
  entryPoints: [entry],
  outfile,
  bundle: true,
  packages: 'external',
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  sourcemap: 'inline',
  logLevel: 'warning',
})
run(process.execPath, ['--enable-source-maps', outfile, ...parameters])
