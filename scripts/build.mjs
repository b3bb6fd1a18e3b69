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
import { dirname, join } from 'node:path'
import { run } from './install.mjs'
import { bundle, bundleSearch, command, main, outdir } from './search-program.mjs'

const parts = await bundle({ main, index: 'src/index.ts' }, { splitting: true })
const files = new Map(
  Object.entries(parts.metafile.outputs).flatMap(([path, { entryPoint }]) =>
    entryPoint ? [[entryPoint, path]] : [],
  ),
)
const search = await bundleSearch((source) => {
  const file = files.get(source)
  if (file === undefined) throw new Error(`${source} has no file of its own`)
  return file.replace(outdir, '.')
})

rmSync(outdir, { recursive: true, force: true })
for (const { path, text } of parts.outputFiles) write(path, withRequire(text))
write(join(outdir, 'search.js'), search.text)
// It is looked for beside the code that wants it.
const sqlite = 'node-sqlite3-wasm.wasm'
copyFileSync(join('node_modules/node-sqlite3-wasm/dist', sqlite), join(outdir, 'chunks', sqlite))
write(join(outdir, 'cli.js'), command, 0o755)
compileSearch()
const inputs = [parts, search].flatMap(({ metafile }) => Object.keys(metafile.inputs))
writeFileSync(join(outdir, 'THIRD-PARTY-LICENSES.txt'), licences(inputs))
run(process.execPath, ['scripts/run-ts.mjs', 'scripts/write-man.ts', join(outdir, 'chatcli.1')])
run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'])

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
