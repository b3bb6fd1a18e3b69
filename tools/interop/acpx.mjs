import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

// Usage: NEWER_NODE tools/interop/acpx.mjs NODE ACPX CLI
// Runs acpx (its cli.js), which wants Node 22.13 or newer, against `NODE CLI acp`: new, prompt, list, read, resume, close,
// delete. Prints a line for each, ✓ or ✗; ends with 1 when one of them failed. ACPX_NODE, ACPX_CLI and CHATCLI_CLI may
// stand for the arguments.
const [node = process.env.ACPX_NODE ?? 'node', ...scripts] = process.argv.slice(2)
const [acpx, cli] = [
  scripts[0] ?? process.env.ACPX_CLI,
  scripts[1] ?? process.env.CHATCLI_CLI ?? 'dist/cli.js',
].map((path) => path && resolve(path))
if (!acpx) {
  process.stderr.write('Usage: acpx.mjs NODE ACPX CLI\n')
  process.exit(2)
}
const root = realpathSync(mkdtempSync(join(tmpdir(), 'chatcli-acpx-')))
const environment = {
  PATH: process.env.PATH,
  HOME: root,
  CHATCLI_HOME: join(root, 'memory'),
  CHATCLI_LANG: 'en',
  TZ: 'UTC',
}
const agent = `${node} ${cli} acp`
let isWhole = true

function check(what, isRight, run) {
  process.stdout.write(`${isRight ? '✓' : '✗'} ${what}\n`)
  if (isRight) return
  isWhole = false
  process.stdout.write(`  ended with ${run.status}\n${run.out.slice(-800)}\n${run.err.slice(-800)}\n`)
}

/** A person types at acpx. */
function typed(...args) {
  return new Promise((done) => {
    const child = spawn(
      process.execPath,
      [acpx, '--agent', agent, '--ttl', '30', '--timeout', '60', ...args],
      {
        cwd: root,
        env: environment,
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    let [out, err] = ['', '']
    child.stdout.on('data', (bytes) => (out += bytes))
    child.stderr.on('data', (bytes) => (err += bytes))
    child.on('close', (status) => done({ status, out, err }))
  })
}

function listed({ out }) {
  try {
    return JSON.parse(out).sessions
  } catch {
    return []
  }
}

/** What acpx never asks for: it deletes what it keeps itself. */
function deleted(sessionId) {
  const requests = [
    { id: 1, method: 'initialize', params: { protocolVersion: 1 } },
    { id: 2, method: 'session/delete', params: { sessionId } },
  ]
  const input = requests.map((request) => `${JSON.stringify({ jsonrpc: '2.0', ...request })}\n`).join('')
  const { stdout, stderr, status } = spawnSync(node, [cli, 'acp'], {
    cwd: root,
    env: environment,
    input,
    encoding: 'utf8',
  })
  return { out: stdout, err: stderr, status }
}

try {
  let run = await typed('sessions', 'new')
  const id = run.out.trim().split('\n').at(-1) ?? ''
  check('new', run.status === 0 && /^[\w-]{8,}$/.test(id), run)

  run = await typed('prompt', 'High water at the pier is at noon')
  check('prompt', run.status === 0 && run.out.includes('[done] end_turn'), run)

  run = await typed('prompt', '/session save harbour')
  check('prompt with a command', run.out.includes('Session "harbour" saved.'), run)

  run = await typed('--format', 'json', 'sessions', 'list')
  const [row] = listed(run)
  const isListed =
    row?.sessionId === id && row.cwd === root && row.title === 'harbour: High water at the pier is at noon'
  check('list', isListed && row._meta.messageCount > 0, run)

  run = await typed('sessions', 'read')
  check('read', run.out.includes('High water at the pier is at noon'), run)

  run = await typed('set-mode', 'agent')
  check('set-mode', run.status === 0, run)

  run = await typed('sessions', 'close')
  check('close', run.status === 0, run)

  run = await typed('sessions', 'new', '--resume-session', id)
  check('resume', run.status === 0 && run.out.includes(id), run)

  run = await typed('prompt', '/session status')
  check('what it was bound to', run.out.includes('Bound to "harbour"'), run)

  run = await typed('prompt', '/mode')
  check('its mode', run.out.includes('Mode: agent.'), run)

  await typed('sessions', 'close')
  run = deleted(id)
  check('delete', run.out.includes('"id":2,"result":{}'), run)
  run = await typed('--format', 'json', 'sessions', 'list')
  const left = listed(run)
  check('the session that had a name stays', left.length === 1 && left[0].sessionId !== id, run)
} finally {
  rmSync(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
}
process.exitCode = isWhole ? 0 : 1
