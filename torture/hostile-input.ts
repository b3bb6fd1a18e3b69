import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { seededRandom } from '../src/disk/seeded-random.ts'
import { eachOf } from './each-of.ts'
import type { Experiment, Lab } from './experiment.ts'
import { type HostileFile, hostileFiles } from './hostile-files.ts'
import { runProcess } from './run-process.ts'
import { makeSession } from './make-session.ts'

/** Commands that meet the file, each within so many milliseconds. */
const commands: readonly (readonly string[])[] = [
  ['session', 'list'],
  ['session', 'get', 'hostile'],
  ['search', 'harbour'],
  ['session', 'export', 'hostile', 'md'],
  ['doctor'],
]
const patience = 60_000
/** As `chatcli help exit-codes` lists them. */
const documented = new Set([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])

/** Files that nobody in his right mind wrote, among the sessions of a home. */
export const hostileInput: Experiment = {
  name: 'hostile-input',
  about: 'files of every hostile form among the sessions and transcripts',
  async run(lab) {
    const all = hostileFiles()
    const random = seededRandom(lab.seed)
    const chosen = lab.scale === 'full' ? all : all.filter(() => random() < 0.35)
    const problems: string[] = []
    await eachOf([...chosen.entries()], 2, async ([i, file]) => {
      for (const problem of await meet(file, join(lab.folder, `home-${i}`), lab))
        problems.push(`${file.about}: ${problem}`)
    })
    return [
      {
        what: 'hostile files, each met by five commands',
        measured: `${problems.length} problems in ${chosen.length} files of ${all.length}`,
        bar: 'no crash, no hang, neighbours found, the file untouched',
        isMet: problems.length === 0 && chosen.length > 0,
        problems,
      },
    ]
  },
}

async function meet(file: HostileFile, home: string, lab: Lab): Promise<readonly string[]> {
  makeSession(home, 'harbour')
  mkdirSync(join(home, file.folder), { recursive: true })
  const name = file.folder === 'sessions' ? 'hostile.json' : 'tr-20260101-000000-00000000ffff.jsonl'
  const path = join(home, file.folder, name)
  writeFileSync(path, file.bytes, { mode: 0o600 })
  const environment = { CHATCLI_HOME: home, HOME: home, CHATCLI_LANGUAGE: 'en' }
  const problems: string[] = []
  for (const words of commands) {
    const { status, signal, stdout, stderr } = await runProcess([execPath, lab.cli, ...words], environment, {
      patience,
      cwd: home,
    })
    const what = words.join(' ')
    if (signal !== null) problems.push(`"${what}" ends by ${signal}`)
    else if (!documented.has(status ?? -1))
      problems.push(`"${what}" ends with ${status}: ${stderr.slice(0, 200)}`)
    else if (/^\s+at .*:\d+:\d+/m.test(stderr))
      problems.push(`"${what}" shows a stack: ${stderr.slice(0, 200)}`)
    if ((words[0] === 'search' || words[1] === 'list') && !stdout.includes('alpha'))
      problems.push(`"${what}" does not find its neighbour: ${stderr.slice(0, 200)}`)
  }
  if (!readFileSync(path).equals(file.bytes)) problems.push('the file was changed')
  rmSync(home, { recursive: true, force: true })
  return problems
}
