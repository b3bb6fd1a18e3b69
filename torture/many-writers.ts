import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { createInterface } from 'node:readline'
import { seededRandom } from '../src/disk/seeded-random.ts'
import { openChatCli } from '../src/open-chatcli.ts'
import type { Experiment, Figure, Lab } from './experiment.ts'
import { peerCrowds } from './peer-appends.ts'
import { makeSession } from './make-session.ts'

interface Crowd {
  readonly writers: number
  readonly turns: number
  /** Characters of a message, about. */
  readonly length: number
}

const crowds: Readonly<Record<Lab['scale'], readonly Crowd[]>> = {
  ci: [
    { writers: 8, turns: 60, length: 100 },
    { writers: 8, turns: 10, length: 64_000 },
    { writers: 4, turns: 4, length: 2_000_000 },
  ],
  full: [
    { writers: 8, turns: 500, length: 100 },
    { writers: 8, turns: 50, length: 64_000 },
    { writers: 8, turns: 50, length: 2_000_000 },
  ],
}

const peers: Readonly<Record<Lab['scale'], readonly Crowd[]>> = {
  ci: [{ writers: 4, turns: 10, length: 2_000_000 }],
  full: [
    { writers: 8, turns: 500, length: 100 },
    { writers: 8, turns: 50, length: 64_000 },
    { writers: 8, turns: 20, length: 2_000_000 },
  ],
}

/** Many processes talk in one session at once, are killed, and one stands still for a while. */
export const manyWriters: Experiment = {
  name: 'writers',
  about: 'many processes in one session, killed at random, one stopped',
  async run(lab) {
    const figures: Figure[] = []
    for (const [i, crowd] of crowds[lab.scale].entries()) figures.push(await write(crowd, i, lab))
    for (const crowd of peers[lab.scale]) figures.push(...(await peerCrowds(crowd, lab)))
    return figures
  },
}

async function write({ writers, turns, length }: Crowd, number: number, lab: Lab): Promise<Figure> {
  const home = join(lab.folder, `home-${number}`)
  mkdirSync(home)
  makeSession(home, 'first')
  const random = seededRandom(lab.seed + number)
  const acknowledged = new Map<string, number>()
  const complaints: string[] = []
  let kills = 0
  await Promise.all(
    Array.from({ length: writers }, async (_, w) => {
      const writer = `w${w}`
      for (;;) {
        const from = acknowledged.get(writer) ?? 0
        if (from >= turns) return
        const args = [lab.worker, 'turns', home, writer, String(from), String(turns), String(length)]
        const child = spawn(execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
        let toCome = 2 + Math.floor(random() * Math.min(30, turns))
        child.stderr.on('data', (chunk: Buffer) => complaints.push(chunk.toString()))
        createInterface({ input: child.stdout }).on('line', (line) => {
          const turn = /^said \w+-(\d+)$/.exec(line)?.[1]
          if (turn === undefined) return
          acknowledged.set(writer, Number(turn) + 1)
          toCome--
          // The first one stands still for a moment, the others die.
          if (toCome !== 0) return
          if (w > 0) {
            if (child.kill('SIGKILL')) kills++
          } else {
            child.kill('SIGSTOP')
            setTimeout(() => child.kill('SIGCONT'), 700)
          }
        })
        await new Promise((resolve) => child.on('close', resolve))
        if (complaints.length > 0) return
      }
    }),
  )
  const { messages } = openChatCli({ home }).sessions.record('alpha')
  const said = messages.map(({ message }) => message.content.split(' ').slice(0, 2).join(' '))
  const problems = [...complaints, ...problemsIn(said, acknowledged)]
  const total = [...acknowledged.values()].reduce((sum, count) => sum + count, 0)
  lab.say(`${writers} × ${turns} turns of ${length} characters: ${kills} kills, ${problems.length} problems`)
  return {
    what: `${writers} processes × ${turns} turns of ${length} characters in one session`,
    measured: `${problems.length} problems: ${total} acknowledged, ${kills} kills, 1 stopped`,
    bar: 'each turn once, in its order',
    isMet: problems.length === 0 && total === writers * turns,
    problems,
  }
}

function problemsIn(said: readonly string[], acknowledged: ReadonlyMap<string, number>): string[] {
  const problems: string[] = []
  for (const [writer, turns] of acknowledged) {
    const own = said.filter((text) => text.startsWith(`${writer}-`))
    const wanted = Array.from({ length: turns * 2 }, (_, i) => `${writer}-${i >> 1} ${i % 2}`)
    const at = wanted.findIndex((text, i) => own[i] !== text)
    if (at >= 0) problems.push(`${writer}: ${own[at] ?? 'nothing'} where ${wanted[at]} is expected`)
    else if (own.length > wanted.length) problems.push(`${writer}: ${own.length - wanted.length} too many`)
  }
  return problems
}
