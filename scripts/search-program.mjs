import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { build } from 'esbuild'

// Usage: node scripts/search-program.mjs FOLDER
// Writes cli.js and search.js there and prints what is in them, for a test.

export const outdir = 'dist'
export const main = 'src/surfaces/main.ts'
/**
 * Other commands, from the tables that name them, and what else is seldom or never imported for `chatcli search`: none
 * that throws errors of this program, since the class of those is another one there.
 */
const commandTable = /^src\/commands\/(?:.*\/)?(?:registry|[a-z-]+-specs)\.ts$/
const otherWork =
  /^src\/(?:contexts|importers|store\/(?:storage|forget|backup|retention)|commands\/(?:chat|picker)|surfaces\/(?:start-(?:chat|serving)|cli\/render-help)\.ts)/

/**
 * The command. A search is over before the code that V8 optimizes for it pays: that waits, a quarter less work on an index
 * of 10,000 sessions; code that runs for longer is optimized all the same. The names of this differ with the engine, and
 * an unknown one is complained of. Nor does it pay to begin to collect garbage step by step. An import makes garbage as
 * fast as it reads: the engine keeps little of it, which takes a third of the memory at two thirds of the pace.
 *
 * A search is one script, with what the engine that built it made of it beside it: another engine compiles it anew. Two
 * parts of Node are loaded when something of them is first used, which a search seldom does: that takes longer than its
 * query. When all is done the process ends, without taking its memory apart first.
 */
export const command = `#!/usr/bin/env node
const [, , verb] = process.argv
const engine = parseInt(process.versions.v8)
const late = { 11: '--interrupt-budget=2000000', 12: '--invocation-count-for-turbofan=60000' }[engine]
const searching = late === undefined ? [] : [late, '--no-incremental-marking']
const flags = verb === 'search' ? searching : verb === 'import' ? ['--optimize-for-size'] : []
const part = (id) => process.getBuiltinModule(id)
const partLater = (id) => new Proxy({}, { get: (_, name) => part(id)[name] })
for (const flag of flags) part('node:v8').setFlagsFromString(flag)
const { version, platform, arch } = process
const compiled = \`\${import.meta.dirname}/search-\${version}-\${platform}-\${arch}.bin\`
const script = verb === 'search' ? load() : undefined
if (script === undefined) await import('./main.js')
else {
  script.runInThisContext()(part, partLater, (file) => import(file))
  process.once('beforeExit', () => process.exit())
}

function load() {
  const { readFileSync } = part('node:fs')
  const { Script } = part('node:vm')
  const filename = import.meta.dirname + '/search.js'
  let cachedData
  try {
    cachedData = readFileSync(compiled)
  } catch {}
  return new Script(readFileSync(filename, 'latin1'), { filename, cachedData })
}
`

/**
 * The whole program as one script, for a search: each file costs about a millisecond to load, and it would load thirty.
 *
 * @param fileOf the built file that another part of the program is loaded from, by its source
 */
export async function bundleSearch(fileOf) {
  const { outputFiles, metafile } = await bundle(
    { search: main },
    { plugins: [inOneFile(fileOf)], format: 'cjs', define: {} },
  )
  return { text: asScript(outputFiles[0].text), metafile }
}

export function bundle(entryPoints, options) {
  return build({
    entryPoints,
    outdir,
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    // A tenth of a cold start is reading the code; names stay, for what is reported of a fault.
    minifyWhitespace: true,
    minifySyntax: true,
    metafile: true,
    write: false,
    legalComments: 'none',
    // Packages that are no modules look beside themselves.
    define: { __dirname: 'import.meta.dirname' },
    logLevel: 'warning',
    ...options,
  })
}

/** Takes in what is imported later too, but other work and packages, which stay in files of their own. */
function inOneFile(fileOf) {
  return {
    name: 'in-one-file',
    setup({ onResolve, resolve: resolveAs }) {
      onResolve({ filter: /./ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
        if (kind !== 'dynamic-import' || pluginData === 'asked') return undefined
        const found = await resolveAs(path, { kind, importer, resolveDir, pluginData: 'asked' })
        const file = inRepository(found.path)
        const isOther = commandTable.test(inRepository(importer))
          ? file !== 'src/commands/run-search.ts'
          : otherWork.test(file)
        if (found.external || (file.startsWith('src/') && !isOther)) return found
        return { path: fileOf(file), external: true }
      })
    },
  }
}

function inRepository(path) {
  return relative(process.cwd(), path).replaceAll('\\', '/')
}

/**
 * A function of how to get at a part of Node, now and when it is used, and how to load another file: what is compiled
 * ahead knows no loader. Letters beyond ASCII, which are left in patterns only, would double what the engine holds of a
 * text.
 */
function asScript(text) {
  const later = /\brequire\(("node:(?:crypto|child_process)")\)/g
  const ascii = text.replaceAll(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  const body = ascii.replaceAll(later, 'later($1)').replaceAll(/\bimport\((?=")/g, 'load(')
  return `(function (require, later, load) {\n${body}\n})\n`
}

const [, script, folder] = process.argv
if (script === import.meta.filename && folder !== undefined) {
  const { text, metafile } = await bundleSearch(() => './other.js')
  writeFileSync(join(folder, 'cli.js'), command)
  writeFileSync(join(folder, 'search.js'), text)
  const [{ inputs }] = Object.values(metafile.outputs)
  process.stdout.write(JSON.stringify({ bytes: text.length, sources: Object.keys(inputs) }))
}
