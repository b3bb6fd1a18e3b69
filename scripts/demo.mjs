import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installIfNeeded, run } from './install.mjs'

installIfNeeded()
run(process.execPath, ['scripts/build.mjs'])

const home = mkdtempSync(join(tmpdir(), 'chatcli-demo-'))
process.on('exit', () => rmSync(home, { recursive: true, force: true }))
process.on('SIGINT', () => process.exit(130))

say('Sample conversations, saved into a home folder of their own that goes away at the end:')
chatcli('session', 'save', '--from-dir', 'samples/sessions')
chatcli('session', 'list', '--limit', '8')

say('What did we say about that, back then? Search finds the session:')
chatcli('search', 'how did we decide to invalidate the cache in August 2026?', '--sessions', '3')

say('And this is where in the session it was:')
chatcli(
  'session',
  'get',
  'catalogue-cache-events',
  '--query',
  'the final decision on invalidation',
  '--limit',
  '5',
)

say('Now with conversations of your own: node dist/cli.js --help')

function say(text) {
  console.log(`\n${text}`)
}

/** Shows a command as a person would type it, and runs it. */
function chatcli(...words) {
  console.log(`\n$ chatcli ${words.map((word) => (/^[\w./-]+$/.test(word) ? word : `"${word}"`)).join(' ')}`)
  run(process.execPath, ['dist/cli.js', ...words], { env: environment() })
}

// The language is the person's own choice; the other settings of ChatCLI might point at real conversations.
function environment() {
  const kept = Object.entries(process.env).filter(([name]) => !/^CHATCLI_(?!LANG$)/.test(name))
  return { ...Object.fromEntries(kept), CHATCLI_HOME: home }
}
