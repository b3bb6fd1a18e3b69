import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { build } from 'esbuild'
import { run } from './install.mjs'

const outdir = 'dist'
const main = 'src/surfaces/main.ts'
/** Other commands, from the tables that name them, and what else is never imported for `chatcli search`. */
const commandTable = /^src\/commands\/(?:.*\/)?(?:registry|[a-z-]+-specs)\.ts$/
const otherWork =
  /^src\/(?:contexts|importers|store\/(?:storage|forget|backup|retention)|commands\/chat|commands\/picker|surfaces\/start-(?:chat|serving)\.ts)/

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
const command = `#!/usr/bin/env node
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
  script.runInThisContext()(part, partLater)
  process.once('beforeExit', () => process.exit())
}

function load() {
  const { readFileSync } = part('node:fs')
  const { Script, constants } = part('node:vm')
  const filename = import.meta.dirname + '/search.js'
  let cachedData
  try {
    cachedData = readFileSync(compiled)
  } catch {}
  const importModuleDynamically = constants.USE_MAIN_CONTEXT_DEFAULT_LOADER
  return new Script(readFileSync(filename, 'latin1'), { filename, cachedData, importModuleDynamically })
}
`

const parts = await bundle({ main, index: 'src/index.ts' }, { splitting: true })
// Each file costs about a millisecond to load, and a search would load thirty: the same program for it, in one.
const search = await bundle(
  { search: main },
  { plugins: [inOneFile(parts.metafile)], format: 'cjs', define: {} },
)

rmSync(outdir, { recursive: true, force: true })
for (const { path, text } of parts.outputFiles) write(path, withRequire(text))
for (const { path, text } of search.outputFiles) write(path, asScript(text))
// It is looked for beside the code that wants it.
const sqlite = 'node-sqlite3-wasm.wasm'
copyFileSync(join('node_modules/node-sqlite3-wasm/dist', sqlite), join(outdir, 'chunks', sqlite))
write(join(outdir, 'cli.js'), command, 0o755)
compileSearch()
const inputs = [parts, search].flatMap(({ metafile }) => Object.keys(metafile.inputs))
writeFileSync(join(outdir, 'THIRD-PARTY-LICENSES.txt'), licences(inputs))
run(process.execPath, ['scripts/run-ts.mjs', 'scripts/write-man.ts', join(outdir, 'chatcli.1')])
run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'])

function bundle(entryPoints, options) {
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

/** Takes in what is imported later too, but other work and packages, which stay in the files that `outputs` has of them. */
function inOneFile({ outputs }) {
  const files = new Map(
    Object.entries(outputs).flatMap(([path, { entryPoint }]) => (entryPoint ? [[entryPoint, path]] : [])),
  )
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
        const chunk = files.get(file)
        if (chunk === undefined) throw new Error(`${path} has no file of its own`)
        return { path: chunk.replace(outdir, '.'), external: true }
      })
    },
  }
}

function inRepository(path) {
  return relative(process.cwd(), path).replaceAll('\\', '/')
}

function write(path, text, mode = 0o644) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text, { mode })
}

/** Puts the lines in front that a bundle needs to hold CommonJS packages. */
function withRequire(text) {
  const isNeeded = text.includes('Dynamic require of')
  return isNeeded
    ? `import { createRequire } from 'node:module'\nconst require = createRequire(import.meta.url)\n${text}`
    : text
}

/**
 * A function of how to get at a part of Node, now and when it is used. Letters beyond ASCII, which are left in patterns
 * only, would double what the engine holds of a text.
 */
function asScript(text) {
  const later = /\brequire\(("node:(?:crypto|child_process)")\)/g
  const ascii = text.replaceAll(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return `(function (require, later) {\n${ascii.replaceAll(later, 'later($1)')}\n})\n`
}

/** Keeps what the engine makes of the search program in a few searches, which ran what most others do. */
function compileSearch() {
  const home = mkdtempSync(join(tmpdir(), 'chatcli-build-'))
  const keeper = join(outdir, 'keep-compiled.js')
  try {
    const sessions = join(home, 'sessions')
    mkdirSync(sessions)
    const samples = readdirSync('samples/sessions').filter((name) => name.endsWith('.json'))
    // So many that a search does not look at each of them.
    for (let copy = 0; copy < 300; copy += samples.length)
      for (const name of samples)
        copyFileSync(join('samples/sessions', name), join(sessions, `copy-${copy}-${name}`))
    const keep = 'part("node:fs").writeFileSync(compiled, script.createCachedData())'
    write(keeper, `${command}process.on("exit", () => ${keep})\n`)
    const env = { PATH: process.env['PATH'], CHATCLI_HOME: home, TZ: 'UTC' }
    run(process.execPath, [join(outdir, 'cli.js'), 'index', 'rebuild'], { env, stdio: 'ignore' })
    for (const query of ['invalidate the cache', 'cache rebuilt'])
      run(process.execPath, [keeper, 'search', query], { env, stdio: 'ignore' })
  } finally {
    rmSync(keeper, { force: true })
    rmSync(home, { recursive: true, force: true })
  }
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
