import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { runAcpx } from './run-acpx.mjs'
import { runConformance } from './run-conformance.mjs'
import { runInspector } from './run-inspector.mjs'
import { bundleFixture, outputOf, startServer } from './start-server.mjs'

// Usage: NEWER_NODE tools/interop/run.mjs [--node NODE] [--only conformance|inspector|acpx]
// Runs programs of other people against this one. They want Node 22.19 or newer, which is what runs this script; NODE
// runs this program. Wants `npm ci --prefix tools/interop/peers` and a build.
const { values } = parseArgs({
  options: { node: { type: 'string', default: 'node' }, only: { type: 'string' } },
})
const root = fileURLToPath(new URL('../..', import.meta.url))
const peers = join(root, 'tools/interop/peers/node_modules')
const cli = join(root, 'dist/cli.js')
for (const [path, how] of [
  [peers, 'npm ci --prefix tools/interop/peers'],
  [cli, 'npm run build'],
]) {
  if (existsSync(path)) continue
  process.stderr.write(`${path} is missing: ${how}\n`)
  process.exit(2)
}

const folder = mkdtempSync(join(tmpdir(), 'chatcli-interop-'))
const home = join(folder, 'home')
// Nobody's own settings, keys or home reach what is tried.
const environment = { PATH: process.env.PATH, HOME: join(folder, 'user'), CHATCLI_HOME: home, LANG: 'C' }
const results = []
const report = (name, problem) => {
  results.push(problem === undefined)
  process.stdout.write(problem === undefined ? `✓ ${name}\n` : `✗ ${name}: ${problem}\n`)
}
const world = {
  newerNode: process.execPath,
  node: values.node,
  root,
  peers,
  cli,
  folder,
  home,
  environment,
  report,
}
const servers = []
try {
  const said = join(folder, 'tide-notes.json')
  writeFileSync(
    said,
    JSON.stringify([
      { role: 'user', content: 'How do we limit the calls of the tide service?' },
      { role: 'assistant', content: 'With a token bucket: 50 calls a second, bursts of 100.' },
    ]),
  )
  await outputOf(values.node, [cli, 'session', 'save', 'tide-notes', said], { environment })
  if (isWanted('conformance')) {
    const fixture = await bundleFixture(root)
    const fixtures = await startServer(values.node, [fixture, join(folder, 'fixtures')], { environment })
    servers.push(fixtures)
    await runConformance(world, { url: fixtures.url, isOwn: false })
  }
  const own = await startServer(values.node, [cli, 'mcp-server', '--http', '--port', '0'], { environment })
  servers.push(own)
  if (isWanted('conformance')) await runConformance(world, { url: own.url, isOwn: true })
  if (isWanted('inspector')) await runInspector(world, own.url)
  if (isWanted('acpx')) await runAcpx(world)
} catch (error) {
  report('interop', error instanceof Error ? error.message : String(error))
} finally {
  for (const { stop } of servers) await stop()
  rmSync(folder, { recursive: true, force: true })
}
const passed = results.filter(Boolean).length
process.stdout.write(`\n${passed} passed, ${results.length - passed} failed\n`)
process.exitCode = passed === results.length && passed > 0 ? 0 : 1

function isWanted(name) {
  return values.only === undefined || values.only === name
}
