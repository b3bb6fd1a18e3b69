import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Experiment, Figure, Lab } from './experiment.ts'
import { runProcess } from './run-process.ts'
import { makeSession } from './make-session.ts'

/** Files of the index stay open for a second after a search. */
const segmentsOpen = 4

/** What grows with use, and what happens when nothing does. */
export const growth: Experiment = {
  name: 'growth',
  about: 'descriptors and memory over thousands of turns with searches; bytes written while idle',
  async run(lab) {
    const home = join(lab.folder, 'home')
    makeSession(home, 'first')
    return [await afterTurns(home, lab), await whileIdle(home, lab)]
  },
}

async function afterTurns(home: string, lab: Lab): Promise<Figure> {
  const turns = lab.scale === 'full' ? 10_000 : 1000
  const { stdout, stderr } = await runProcess(
    [execPath, '--expose-gc', lab.worker, 'growth', home, String(turns)],
    {},
  )
  const points = [...stdout.matchAll(/^at (\d+) fds (\d+) heap (\d+)$/gm)].map(([, at, fds, heap]) => ({
    at: Number(at),
    fds: Number(fds),
    heap: Number(heap) / 2 ** 20,
  }))
  const [first, last] = [points[1], points.at(-1)]
  const isWhole = points.length === 10 && first !== undefined && last !== undefined
  const perTurn = isWhole ? ((last.heap - first.heap) * 2 ** 20) / (last.at - first.at) : NaN
  return {
    what: `${turns} turns in one session that stays open, with ${turns / 50} searches`,
    measured: isWhole
      ? `descriptors ${first.fds} → ${last.fds}, heap ${first.heap.toFixed(1)} → ${last.heap.toFixed(1)} MB, ${Math.round(perTurn)} bytes a turn`
      : `it broke off: ${stderr.slice(0, 200)}`,
    // What is said stays in memory while the session is open: two messages with their hashes and places.
    bar: `descriptors stay, but for ${segmentsOpen} of the index; under 4 KB a turn`,
    isMet: isWhole && last.fds <= first.fds + segmentsOpen && perTurn < 4096,
    problems: [],
  }
}

async function whileIdle(home: string, lab: Lab): Promise<Figure> {
  const seconds = lab.scale === 'full' ? 600 : 5
  const child = spawn(execPath, [lab.cli, 'mcp-server'], {
    env: { CHATCLI_HOME: home, HOME: lab.folder },
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  try {
    await sleep(2500)
    const before = writtenBy(child.pid)
    await sleep(seconds * 1000)
    const written = writtenBy(child.pid) - before
    return {
      what: `a server that nobody asks anything, for ${seconds} s`,
      measured: `${written} bytes written`,
      bar: '0',
      isMet: written === 0,
      problems: [],
    }
  } finally {
    child.stdin.end()
    child.kill('SIGTERM')
  }
}

/** Bytes a process has written since it began, also to pipes. */
function writtenBy(pid: number | undefined): number {
  return Number(/^wchar: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1])
}
