import { spawnSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { openChatCli } from '../src/open-chatcli.ts'
import type { Experiment, Figure, Lab } from './experiment.ts'
import { makeSession } from './make-session.ts'
import { makeTemplate } from './make-template.ts'
import { notRun } from './not-run.ts'
import { type Ended, runProcess } from './run-process.ts'
import { saidMessages } from './said-messages.ts'
import { unkept } from './unkept.ts'

/** What `faketime -f` is told; the last one is a clock that stands. */
const clocks: Readonly<Record<string, string>> = {
  'back 400 days': '-400d',
  'ahead 40 days': '+40d',
  'ahead 30 years': '+10957d',
  frozen: new Date().toISOString().slice(0, 19).replace('T', ' '),
}

/** Clocks that are wrong, in the real program. */
export const clockJumps: Experiment = {
  name: 'clocks',
  about: 'clocks that go back 400 days, ahead 30 years, or stand (faketime)',
  async run(lab) {
    const rows = [
      { what: 'retention under a wrong clock', bar: '0 removed that should stay' },
      {
        what: 'turns while the clock jumps and stands',
        bar: 'each once, in the order in which they were said',
      },
      {
        what: 'conversations the program named itself while the clock stands',
        bar: 'each under a name of its own',
      },
    ] as const
    if (spawnSync('faketime', ['--version']).error !== undefined)
      return rows.map((row) => notRun(row, 'no faketime here'))
    return [await retention(rows[0], lab), await order(rows[1], lab), await names(rows[2], lab)]
  },
}

type Row = Pick<Figure, 'what' | 'bar'>

function at(clock: string, words: readonly string[], home: string, lab: Lab): Promise<Ended> {
  return runProcess(['faketime', '-f', clock, execPath, ...words], {
    PATH: process.env['PATH'] ?? '',
    HOME: lab.folder,
    CHATCLI_HOME: home,
    CHATCLI_LANGUAGE: 'en',
    TZ: 'UTC',
  })
}

function sessionsIn(home: string): readonly string[] {
  return openChatCli({ home })
    .sessions.list()
    .sessions.map(({ name }) => name)
    .sort()
}

/** Two that have expired, one a day old, three that people named: a run of today takes the two, one of a wrong clock none more. */
async function retention(row: Row, lab: Lab): Promise<Figure> {
  const problems: string[] = []
  let chances = 0
  makeTemplate(join(lab.folder, 'retention'), 'plain')
  for (const [what, clock] of Object.entries(clocks)) {
    const home = join(lab.folder, `retention-${what.replaceAll(' ', '-')}`)
    cpSync(join(lab.folder, 'retention', 'home'), home, { recursive: true, preserveTimestamps: true })
    const live = openChatCli({ home }).sessions.create()
    live.append(saidMessages('yesterday', 2))
    live.bind('autosave-20260901-080000', { machine: true })
    live.save()
    live.close()
    const today = await runProcess([execPath, lab.cli, 'storage', 'prune', '--apply'], {
      HOME: lab.folder,
      CHATCLI_HOME: home,
    })
    const before = { sessions: sessionsIn(home), trash: openChatCli({ home }).sessions.trash().length }
    if (today.status !== 0 || before.sessions.length !== 3 || before.trash !== 3)
      problems.push(
        `${what}, before it: ${today.status} ${before.sessions.join(' ')}, ${before.trash} in the trash`,
      )
    for (const words of [['storage', 'prune', '--apply'], ['mcp-server'], ['session', 'list']])
      await at(clock, [lab.cli, ...words], home, lab)
    const after = { sessions: sessionsIn(home), trash: openChatCli({ home }).sessions.trash().length }
    chances += before.sessions.length + before.trash
    if (JSON.stringify(after) !== JSON.stringify(before))
      problems.push(`${what}: ${JSON.stringify(after)}, before it ${JSON.stringify(before)}`)
  }
  return {
    ...row,
    measured: `${problems.length} problems: ${chances} that could go, ${Object.keys(clocks).length} clocks, 3 commands each`,
    isMet: problems.length === 0,
    problems,
  }
}

async function order(row: Row, lab: Lab): Promise<Figure> {
  const home = join(lab.folder, 'order')
  makeSession(home, 'first')
  const each = lab.scale === 'full' ? 100 : 15
  const rounds = ['+0d', ...Object.values(clocks), '+0d']
  let output = ''
  const problems: string[] = []
  for (const [i, clock] of rounds.entries()) {
    const words = [lab.worker, 'turns', home, 'w', String(i * each), String((i + 1) * each), '50']
    const { status, stdout, stderr } = await at(clock, words, home, lab)
    output += stdout
    if (status !== 0) problems.push(`${clock}: ${stderr.slice(0, 300)}`)
  }
  const chatcli = openChatCli({ home })
  const wanted = Array.from({ length: rounds.length * each * 2 }, (_, i) => `w-${i >> 1} ${i % 2}`)
  const heads = (contents: readonly string[]): string[] =>
    contents
      .map((content) => content.split(' ').slice(0, 2).join(' '))
      .filter((head) => head.startsWith('w-'))
  const record = chatcli.sessions.record('alpha').messages.map(({ message }) => message.content)
  const window = chatcli.sessions.load('alpha').messages.map(({ content }) => content)
  problems.push(...unkept(record, output).map((head) => `acknowledged, and not there: ${head}`))
  if (heads(record).join() !== wanted.join()) problems.push('the record has another order')
  if (heads(window).join() !== wanted.join()) problems.push('the window has another order')
  return {
    ...row,
    measured: `${problems.length} problems in ${rounds.length * each} turns under ${rounds.length} clocks`,
    isMet: problems.length === 0,
    problems,
  }
}

async function names(row: Row, lab: Lab): Promise<Figure> {
  const home = join(lab.folder, 'names')
  makeSession(home, 'first')
  const count = lab.scale === 'full' ? 100 : 8
  const clock = clocks['frozen'] ?? ''
  const problems: string[] = []
  for (let i = 0; i < count; i++) {
    const { status, stderr } = await at(clock, [lab.worker, 'unnamed', home, `u-${i}`], home, lab)
    if (status !== 0) problems.push(`number ${i}: ${stderr.slice(0, 300)}`)
  }
  const chatcli = openChatCli({ home })
  const said = chatcli.sessions
    .list()
    .sessions.flatMap(({ name }) => chatcli.sessions.load(name).messages.map(({ content }) => content))
  for (let i = 0; i < count; i++)
    if (said.filter((content) => content === `u-${i} 0`).length !== 1)
      problems.push(`u-${i} is not there once`)
  return {
    ...row,
    measured: `${problems.length} problems: ${sessionsIn(home).length - 1} names for ${count} conversations of one second`,
    isMet: problems.length === 0 && sessionsIn(home).length === count + 1,
    problems,
  }
}
