import { join } from 'node:path'
import { run } from './start-server.mjs'

/** Runs a session of acpx, a client of ACP, against `chatcli acp`; each of its lines that begins with a mark counts. */
export async function runAcpx({ newerNode, node, root, peers, cli, environment, report }) {
  const script = join(root, 'tools/interop/acpx.mjs')
  const { code, out, err } = await run(newerNode, [script, node, join(peers, 'acpx/dist/cli.js'), cli], {
    environment,
  })
  const rows = [...out.matchAll(/^([✓✗]) (.*)$/gm)]
  for (const [, mark, line] of rows) report(`acpx: ${line}`, mark === '✓' ? undefined : 'see above')
  if (code !== 0 || rows.length === 0) report('acpx', `it ended with ${code}: ${err.slice(0, 500)}`)
}
