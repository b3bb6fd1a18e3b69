import { spawn } from 'node:child_process'
import { execPath } from 'node:process'
import { createInterface } from 'node:readline'

export interface WriterRun {
  readonly script: string
  readonly home: string
  readonly writer: string
  readonly turns: number
  /** After how many acknowledged turns it is killed the next time; Infinity lets it end. */
  readonly killAfter: () => number
  readonly onAcknowledged: (turn: number) => void
}

/** Turns of one process: on a fast machine it would have taken all of them before it is killed. */
const AT_ONCE = 50

/**
 * Runs one writer to its last turn. It is killed again and again, and started again behind the last turn it has
 * acknowledged.
 *
 * @returns how often it was killed
 */
export async function runWriter(run: WriterRun): Promise<number> {
  let next = 0
  let kills = 0
  for (;;) {
    const before = next
    const to = Math.min(before + AT_ONCE, run.turns)
    const killAfter = run.killAfter()
    const isEnded = await runOnce(run, [before, to], (turn, kill) => {
      next = turn + 1
      run.onAcknowledged(turn)
      if (next - before === killAfter) kill()
    })
    if (!isEnded) kills++
    else if (to === run.turns) return kills
  }
}

function runOnce(
  { script, home, writer }: WriterRun,
  [from, to]: readonly [number, number],
  onTurn: (turn: number, kill: () => void) => void,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const args = [script, 'write', home, writer, String(from), String(to)]
    const child = spawn(execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let isEnded = false
    let isKilled = false
    let complaint = ''
    const kill = (): void => {
      isKilled = true
      child.kill('SIGKILL')
    }
    child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()))
    const lines = createInterface({ input: child.stdout })
    lines.on('line', (line) => {
      if (line === 'end') isEnded = true
      else onTurn(Number(line.slice('ack '.length)), kill)
    })
    child.on('error', reject)
    child.on('close', () => {
      if (isEnded || isKilled) resolve(isEnded)
      else reject(new Error(`writer ${writer} broke off: ${complaint}`))
    })
  })
}
