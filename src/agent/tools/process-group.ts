import { spawn } from 'node:child_process'

/** A program and all it started, as far as they stayed together. */
export interface ProcessGroup {
  isAlive(): boolean
  /** Asks them to end, and ends those that have not after `graceMs`. Resolves when none is left, or cannot be ended. */
  end(graceMs: number): Promise<void>
}

const lookEveryMs = 20
const giveUpAfterMs = 2000

/** @param leader number of a process that was started with a group of its own */
export function processGroup(leader: number, platform: NodeJS.Platform): ProcessGroup {
  if (platform === 'win32') return windowsTree(leader)
  const signal = (name: NodeJS.Signals | 0): boolean => {
    try {
      return process.kill(-leader, name)
    } catch (error) {
      // Somebody else's by now.
      return error instanceof Error && 'code' in error && error.code === 'EPERM'
    }
  }
  const isAlive = (): boolean => signal(0)
  const untilGone = async (ms: number): Promise<void> => {
    for (let waited = 0; isAlive() && waited < ms; waited += lookEveryMs) await pause(lookEveryMs)
  }
  return {
    isAlive,
    async end(graceMs) {
      if (!signal('SIGTERM')) return
      await untilGone(graceMs)
      if (!isAlive()) return
      signal('SIGKILL')
      await untilGone(giveUpAfterMs)
    },
  }
}

/** Windows has no groups; a tree can be ended as long as its root is there. */
function windowsTree(root: number): ProcessGroup {
  return {
    isAlive: () => false,
    end: () =>
      new Promise((done) => {
        const killer = spawn('taskkill', ['/pid', String(root), '/T', '/F'], { stdio: 'ignore' })
        killer.on('error', () => done())
        killer.on('close', () => done())
      }),
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms))
}
