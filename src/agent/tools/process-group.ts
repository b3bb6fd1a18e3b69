import { execFile, spawn } from 'node:child_process'

/** A program and all it started, as far as they stayed together. */
export interface ProcessGroup {
  /** Waits for them to end by themselves, at most `ms`; false when some are still there. */
  isGoneWithin(ms: number): Promise<boolean>
  /** Asks them to end, and ends those that have not after `graceMs`. Resolves when none is left, or cannot be ended. */
  end(graceMs: number): Promise<void>
}

const lookEveryMs = 20
const looksPerList = 5
/** After this signal only the system can keep a process. */
const afterKillMs = 1000

/** @param leader number of a process that was started with a group of its own */
export function processGroup(leader: number, platform: NodeJS.Platform): ProcessGroup {
  if (platform === 'win32') return windowsTree(leader)
  const isGoneWithin = async (ms: number): Promise<boolean> => {
    for (let look = 1; signalGroup(leader, 0); look++) {
      const isOver = look * lookEveryMs > ms
      // What has ended keeps its number until its parent looks, and not every system has one that does.
      if ((isOver || look % looksPerList === 0) && (await isEnded(leader))) return true
      if (isOver) return false
      await new Promise((done) => setTimeout(done, lookEveryMs))
    }
    return true
  }
  return {
    isGoneWithin,
    async end(graceMs) {
      if (!signalGroup(leader, 'SIGTERM') || (await isGoneWithin(graceMs))) return
      signalGroup(leader, 'SIGKILL')
      await isGoneWithin(afterKillMs)
    },
  }
}

/** False when nobody is there. */
function signalGroup(leader: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-leader, name)
  } catch (error) {
    // Somebody who became another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Whether every process of the group has ended; false where that cannot be found out. */
function isEnded(leader: number): Promise<boolean> {
  return new Promise((done) => {
    execFile('ps', ['-A', '-o', 'pgid=,stat='], (error, list) => {
      if (error !== null) return done(false)
      const states = list.split('\n').flatMap((line) => {
        const [group, state = ''] = line.trim().split(/\s+/)
        return Number(group) === leader ? [state] : []
      })
      done(states.every((state) => state.startsWith('Z')))
    })
  })
}

/** Windows has no groups; a tree can be ended as long as its root is there. */
function windowsTree(root: number): ProcessGroup {
  return {
    isGoneWithin: async () => true,
    end: () =>
      new Promise((done) => {
        const killer = spawn('taskkill', ['/pid', String(root), '/T', '/F'], { stdio: 'ignore' })
        killer.on('error', () => done())
        killer.on('close', () => done())
      }),
  }
}
