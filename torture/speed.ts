import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { durableTurn } from '../bench/durable-turn.ts'
import { openChatCli } from '../src/open-chatcli.ts'
import type { Experiment, Figure, Lab } from './experiment.ts'
import { notRun } from './not-run.ts'
import { runProcess } from './run-process.ts'
import { saidMessages } from './said-messages.ts'

const SESSIONS = 10_000
const MEGABYTES = 100
const TURNS = 300

const rows = {
  list: {
    what: `${SESSIONS} sessions, listed: warm / cold, above bare node`,
    bar: 'under 100 / 1000 ms',
  },
  page: {
    what: `the first page of a transcript of ${MEGABYTES} MB, above bare node; memory`,
    bar: 'under 300 ms, 200 MB',
  },
  turn: { what: 'a durable turn: p50 / p99, and the fsync in it', bar: 'under 15 / 60 ms, or 4 fsyncs' },
} as const

/** What reliability costs. Times of a machine that others use prove nothing, so a sample leaves them out. */
export const speed: Experiment = {
  name: 'speed',
  about: `a list of ${SESSIONS} sessions, a transcript of ${MEGABYTES} MB, a durable turn`,
  async run(lab) {
    if (lab.scale === 'ci')
      return Object.values(rows).map((row) => notRun(row, '`npm run torture -- --only speed` does'))
    const bare = Math.min(...(await timesOf(['-e', '0'], lab.folder, lab)))
    return [await list(bare, lab), await page(bare, lab), turn(lab)]
  },
}

/** Milliseconds of five processes. @param args of node */
async function timesOf(args: readonly string[], home: string, lab: Lab): Promise<readonly number[]> {
  const times: number[] = []
  for (let i = 0; i < 5; i++) {
    const start = performance.now()
    const environment = { HOME: lab.folder, CHATCLI_HOME: home, CHATCLI_LANGUAGE: 'en' }
    const { status, stderr } = await runProcess([execPath, ...args], environment)
    times.push(performance.now() - start)
    if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr.slice(0, 300)}`)
  }
  return times
}

async function list(bare: number, lab: Lab): Promise<Figure> {
  const home = join(lab.folder, 'many')
  const sessions = join(home, 'sessions')
  mkdirSync(sessions, { recursive: true, mode: 0o700 })
  for (let i = 0; i < SESSIONS; i++) {
    const history = saidMessages(`tide-${i}`, 10, 100)
    const file = { version: 2, name: `s-${i}`, chat_history: history }
    writeFileSync(join(sessions, `s-${i}.json`), JSON.stringify(file), { mode: 0o600 })
  }
  const args = [lab.cli, 'session', 'list']
  const start = performance.now()
  await runProcess([execPath, ...args], { HOME: lab.folder, CHATCLI_HOME: home })
  const cold = Math.round(performance.now() - start - bare)
  const warm = Math.round(Math.min(...(await timesOf(args, home, lab))) - bare)
  rmSync(home, { recursive: true })
  return {
    ...rows.list,
    measured: `${warm} / ${cold} ms (bare node ${Math.round(bare)} ms)`,
    isMet: warm < 100 && cold < 1000,
    problems: [],
  }
}

async function page(bare: number, lab: Lab): Promise<Figure> {
  const home = join(lab.folder, 'marathon')
  const live = openChatCli({ home }).sessions.create({ name: 'marathon' })
  for (let i = 0; i < MEGABYTES; i++) live.append(saidMessages(`m-${i}`, 500, 1800))
  live.save()
  live.close()
  const args = [lab.cli, 'session', 'get', 'marathon', '--limit', '20']
  const time = Math.round(Math.min(...(await timesOf(args, home, lab))) - bare)
  const probe = `process.on('exit', () => process.stderr.write('rss ' + process.resourceUsage().maxRSS))`
  const { stderr } = await runProcess(
    [execPath, '--import', `data:text/javascript,${encodeURIComponent(probe)}`, ...args],
    { HOME: lab.folder, CHATCLI_HOME: home },
  )
  const megabytes = Math.round(Number(/rss (\d+)/.exec(stderr)?.[1]) / 1024)
  rmSync(home, { recursive: true })
  return {
    ...rows.page,
    measured: `${time} ms, ${megabytes} MB in all`,
    isMet: time < 300 && megabytes < 200,
    problems: [],
  }
}

function turn(lab: Lab): Figure {
  const home = join(lab.folder, 'turns')
  mkdirSync(home, { mode: 0o700 })
  const { append, ownFsync } = durableTurn(home, 1000, TURNS)
  const isWithin = append.p50 < 15 && append.p99 < 60
  return {
    ...rows.turn,
    measured: `${append.p50} / ${append.p99} ms, fsync ${ownFsync.p50} / ${ownFsync.p99} ms, of ${TURNS}`,
    // A slow disk is not the program's doing.
    isMet: isWithin || append.p50 < 4 * ownFsync.p50,
    problems: [],
  }
}
