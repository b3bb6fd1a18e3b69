import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { build } from 'esbuild'
import { run } from './install.mjs'

const outdir = 'dist'
rmSync(outdir, { recursive: true, force: true })

const { outputFiles, metafile } = await build({
  entryPoints: { cli: 'src/surfaces/main.ts', index: 'src/index.ts' },
  outdir,
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  // A tenth of a cold start is reading the code; names stay, for what is reported of a fault.
  minifyWhitespace: true,
  minifySyntax: true,
  metafile: true,
  write: false,
  legalComments: 'none',
  logLevel: 'warning',
})

for (const { path, text } of outputFiles) {
  const isCommand = relative(outdir, path) === 'cli.js'
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, withHead(text, isCommand), { mode: isCommand ? 0o755 : 0o644 })
}
writeFileSync(join(outdir, 'THIRD-PARTY-LICENSES.txt'), licences(Object.keys(metafile.inputs)))
run(process.execPath, ['scripts/run-ts.mjs', 'scripts/write-man.ts', join(outdir, 'chatcli.1')])
run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'])

/** Puts the lines in front that a bundle needs to run as a command or to hold CommonJS packages. */
function withHead(text, isCommand) {
  const [, shebang = isCommand ? '#!/usr/bin/env node\n' : '', body] = /^(#!.*\n)?([^]*)$/.exec(text)
  const require = body.includes('Dynamic require of')
    ? "import { createRequire } from 'node:module'\nconst require = createRequire(import.meta.url)\n"
    : ''
  return shebang + require + body
}

/** The licence texts of the packages that the bundle holds, since it is shipped without their folders. */
function licences(inputs) {
  const folders = new Set(
    inputs.flatMap((path) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []),
  )
  return [...folders].map(licenceOf).join(`\n${'-'.repeat(80)}\n\n`)
}

function licenceOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
  return `${name} ${version} (${license})\n\n${file ? readFileSync(join(folder, file), 'utf8') : ''}`
}
