import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { namedAfter, tamperings } from '../src/tampered-home.suite.ts'
import { sealMany } from '../test/seal/seal-many.ts'
import { openChatCli } from '../src/open-chatcli.ts'
import type { Experiment, Figure, Lab } from './experiment.ts'
import { makeTemplate } from './make-template.ts'
import { oneKey } from './operations.ts'
import { runProcess } from './run-process.ts'

/** What a key is good for: tampering is noticed, no nonce is used twice, nothing that was said can be read. */
export const sealing: Experiment = {
  name: 'sealing',
  about: 'a sealed home: tampering, nonces, words that were said in it',
  async run(lab) {
    return [tampering(), await nonces(lab), await canaries(lab)]
  },
}

function tampering(): Figure {
  const problems: string[] = []
  for (const [attack, object] of tamperings) {
    const { isChanged, ofIt, isLeftAsIs } = namedAfter(attack, object)
    if (!isChanged || ofIt.length === 0) problems.push(`${attack}, ${object}: it is not noticed`)
    if (!isLeftAsIs) problems.push(`${attack}, ${object}: the check changed a file`)
  }
  const attacks = new Set(tamperings.map(([attack]) => attack))
  const objects = new Set(tamperings.map(([, object]) => object))
  return {
    what: `sealed files tampered with, ${attacks.size} attacks × ${objects.size} objects that have them`,
    measured: `${tamperings.length - problems.length} of ${tamperings.length} noticed`,
    bar: 'all (an older copy of the whole home: by `chatcli verify --expect-head` only)',
    isMet: problems.length === 0,
    problems,
  }
}

async function nonces(lab: Lab): Promise<Figure> {
  const each = lab.scale === 'full' ? 2_500_000 : 50_000
  const made = await sealMany(4, each)
  return {
    what: 'nonces of one key that is used by 4 processes',
    measured: `${made.repeats} repeated in ${made.nonces} seals`,
    bar: '0',
    isMet: made.repeats === 0 && made.nonces === 4 * each,
    problems: [],
  }
}

/** Words that stand nowhere else. */
const words = Array.from({ length: 60 }, (_, i) => `qz${(i * 48_611 + 7_777_777).toString(36)}vx`)
const word = (i: number): string => words[i] ?? ''

/** Everything that writes is done in a sealed home, with words that are then looked for in all of its bytes. */
async function canaries(lab: Lab): Promise<Figure> {
  makeTemplate(lab.folder, 'sealed')
  const home = join(lab.folder, 'home')
  const environment = {
    HOME: lab.folder,
    CHATCLI_HOME: home,
    CHATCLI_LANGUAGE: 'en',
    CHATCLI_ENCRYPTION_KEY: oneKey,
  }
  const talk = join(lab.folder, 'talk.json')
  writeFileSync(
    talk,
    JSON.stringify({ version: 2, title: word(40), chat_history: [{ role: 'user', content: word(41) }] }),
  )
  const handed = { messages: [{ id: 'h', role: 'user', content: word(42) }] }
  const asked = [
    [
      'initialize',
      { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'lab', version: '1' } },
    ],
    ['tools/call', { name: 'append', arguments: handed }],
  ] as const
  const requests = asked.map(
    ([method, params], id) => `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`,
  )
  const steps: readonly (readonly [command: readonly string[], input?: string])[] = [
    [[lab.worker, 'append', home, ...words.slice(0, 40)]],
    [[lab.cli, 'session', 'save', 'saved', talk]],
    [[lab.cli, 'mcp-server'], requests.join('')],
    [[lab.cli, '-p', `what of ${word(43)}?`, '--session', 'alpha']],
    [[lab.cli, 'search', word(44)]],
    [[lab.cli, 'index', 'rebuild']],
    [[lab.worker, 'compact', home]],
    [[lab.cli, 'session', 'fork', 'alpha', 'alpha-two']],
    [[lab.cli, 'import', join(lab.folder, 'foreign')]],
    [[lab.cli, 'session', 'delete', 'saved']],
    [[lab.cli, 'session', 'list']],
  ]
  const problems: string[] = []
  for (const [command, input] of steps) {
    const { status, stderr } = await runProcess([execPath, ...command], environment, { input })
    // What nobody said is not found.
    if (status !== 0 && status !== 1)
      problems.push(`${command.slice(1, 3).join(' ')} ends with ${status}: ${stderr.slice(0, 200)}`)
  }
  const files = readdirSync(home, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  let bytes = 0
  for (const { name, parentPath } of files) {
    const path = join(parentPath, name)
    const content = readFileSync(path)
    bytes += content.length
    for (const each of [...words, 'foreign 1 asks'])
      if (path.includes(each) || content.includes(each)) problems.push(`${each} stands in ${name}`)
  }
  const chatcli = openChatCli({ home, encryptionKey: oneKey })
  const missed = [...words.slice(0, 40), word(42), word(43)].filter(
    (each) => chatcli.search(each).sessions.length === 0,
  )
  problems.push(...missed.map((each) => `${each} is not found`))
  return {
    what: `words said in a sealed home, looked for in the names and bytes of its ${files.length} files`,
    measured: `${problems.length} problems: ${words.length} words, ${bytes} bytes`,
    bar: '0 there, and all found by a search',
    isMet: problems.length === 0 && files.length > 10,
    problems,
  }
}
