import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './start-server.mjs'

const revisions = ['2026-07-28', '2025-11-25']
const expected = JSON.parse(readFileSync(new URL('expected-failures.json', import.meta.url), 'utf8'))

/** What needs no tool, prompt or resource of the suite's own: this every server must pass as it is. */
const withoutFixtures = new Set([
  'server-initialize',
  'ping',
  'completion-complete',
  'tools-list',
  'resources-list',
  'prompts-list',
  'server-sse-multiple-streams',
  'sep-2164-resource-not-found',
  'dns-rebinding-protection',
  'caching',
  'input-required-result-unsupported-methods',
  'input-required-result-validate-input',
  'http-header-validation',
  'server-session-lifecycle',
])

/**
 * Runs the official conformance suite. Each scenario counts once: those that a revision scores must pass, and so must the
 * others unless they are listed with a reason; what is listed and passes is a failure too.
 *
 * @param server.isOwn it has no fixtures: only the scenarios count that want none
 */
export async function runConformance({ newerNode, peers, folder, environment, report }, { url, isOwn }) {
  const suite = join(peers, '@modelcontextprotocol/conformance/dist/index.js')
  for (const revision of revisions) {
    const parameters = ['server', '--url', url, '--requirements', revision, '-o', join(folder, 'conformance')]
    const { out, err } = await run(newerNode, [suite, ...parameters], { environment, cwd: folder })
    const summary = out.slice(out.indexOf('=== SUMMARY'))
    const unscored = new Set([...summary.matchAll(/^ {2}[✓✗] (\S+) \(/gm)].map(([, name]) => name))
    const rows = [...summary.matchAll(/^([✓✗]) (\S+): (\d+) passed, (\d+) failed/gm)]
    if (rows.length === 0) report(`conformance ${revision}`, `no summary: ${(out + err).slice(-500)}`)
    for (const [, mark, name, , failed] of rows) {
      if (isOwn && !withoutFixtures.has(name)) continue
      const title = `conformance ${revision}, ${isOwn ? 'mcp-server' : 'fixtures'}: ${name}`
      const reason = isOwn ? undefined : expected[revision][name]
      if (mark === '✓') report(title, reason && 'it passes: take it out of expected-failures.json')
      else if (reason === undefined)
        report(title, `${failed} checks failed${unscored.has(name) ? ' (not scored)' : ''}`)
      else if (!unscored.has(name)) report(title, 'scored scenarios cannot be expected to fail')
      else process.stdout.write(`- ${title}: ${reason}\n`)
    }
  }
}
