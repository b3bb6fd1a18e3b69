import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ChatCliError } from '../src/errors.ts'
import { openChatCli } from '../src/open-chatcli.ts'
import type { Experiment } from './experiment.ts'
import { notRun } from './not-run.ts'
import { saidMessages } from './said-messages.ts'

/** Names that some system cannot have, or takes for another. */
const names = [
  'ok',
  'OK',
  'Ok',
  'a.b',
  'A.B',
  'con',
  'CON',
  'nul',
  'NUL.json',
  'aux.txt',
  'com1',
  'lpt9',
  'prn.',
  'a.',
  'a..b',
  '.hidden',
  'trail ',
  ' lead',
  'a:b',
  'a*b',
  'a?b',
  'a|b',
  'a<b',
  'a>b',
  'a"b',
  'a\\b',
  'a/b',
  '..',
  '.',
  '',
  'ü',
  'u\u0308',
  'x'.repeat(128),
  'X'.repeat(128),
  'x'.repeat(129),
  'tab\tbed',
  'nul\0byte',
  '-dash',
  '_low',
  'autosave-20260101-000000',
  'mcp-one',
  'ＯＫ',
  'ß',
  'SS',
  'İ',
  'i',
  'I',
  'ı',
  'plan',
  'PLAN',
  'plan.',
  'Plan~1',
]

/** Names on a mount that knows no case and refuses what Windows refuses: none takes the place of another. */
export const foreignNames: Experiment = {
  name: 'names',
  about: 'session names on a Windows-like mount (lowntfs-3g) and here',
  run(lab) {
    const mounted = mountNtfs(lab.folder)
    const figures = [tryNames('names on this disk', join(lab.folder, 'here'))]
    if (mounted === undefined) {
      const what = 'names on a Windows-like mount'
      figures.push(notRun({ what, bar: 'as above' }, 'no lowntfs-3g here, or no right to mount'))
    } else
      try {
        figures.push(tryNames('names on a Windows-like mount', join(mounted, 'home')))
      } finally {
        spawnSync('umount', [mounted])
      }
    return Promise.resolve(figures)
  },
}

function tryNames(what: string, home: string): Awaited<ReturnType<Experiment['run']>>[number] {
  const chatcli = openChatCli({ home })
  const problems: string[] = []
  const kept = new Map<string, string>()
  let refused = 0
  for (const [i, name] of names.entries()) {
    try {
      chatcli.sessions.save(name, saidMessages(`word${i}`, 2))
      kept.set(name, `word${i} 0`)
    } catch (error) {
      if (error instanceof ChatCliError && ['invalid-name', 'exists', 'conflict'].includes(error.code))
        refused++
      else problems.push(`${JSON.stringify(name)}: ${String(error)}`)
    }
  }
  for (const [name, text] of kept) {
    try {
      const first = chatcli.sessions.load(name).messages[0]?.content
      if (first !== text) problems.push(`${JSON.stringify(name)} says ${first}, not ${text}`)
    } catch (error) {
      problems.push(`${JSON.stringify(name)} is gone: ${String(error)}`)
    }
  }
  const listed = chatcli.sessions.list().sessions.length
  if (listed !== kept.size) problems.push(`${kept.size} were saved, ${listed} are listed`)
  const outside = readdirSync(join(home, '..')).filter((entry) => entry !== home.split('/').at(-1))
  if (outside.some((entry) => entry.endsWith('.json')))
    problems.push(`outside of the home: ${outside.join(', ')}`)
  return {
    what,
    measured: `${problems.length} problems: ${kept.size} of ${names.length} kept, ${refused} refused by name`,
    bar: 'kept and found, or refused with a reason; none in the place of another',
    isMet: problems.length === 0 && kept.size > 0,
    problems,
  }
}

function mountNtfs(folder: string): string | undefined {
  const image = join(folder, 'ntfs')
  const files = join(folder, 'ntfs-files')
  mkdirSync(files)
  const steps = [
    ['truncate', '-s', '32M', image],
    ['mkntfs', '-F', '-Q', '-q', image],
    ['lowntfs-3g', '-o', 'windows_names,ignore_case', image, files],
  ]
  for (const [command = '', ...args] of steps)
    if (spawnSync(command, args, { stdio: 'ignore' }).status !== 0) return undefined
  return files
}
