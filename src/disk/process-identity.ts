import * as fs from 'node:fs'
import { hostname } from 'node:os'
import { errorCode } from './error-code.ts'

/** Names a process for ever, also after its number was given to another. Unknown parts are left out. */
export interface ProcessIdentity {
  readonly pid: number
  readonly host: string
  /** Changes with every start of the system. */
  readonly boot?: string
  /** The process namespace: a number means nothing outside of its own. */
  readonly namespace?: string
  /** When the process started, in ticks since the system did. */
  readonly started?: string
}

/** `unknown`: on another machine, or in a container this process cannot look into. */
export type Liveness = 'alive' | 'dead' | 'unknown'

/** What a process can know of itself and of others. */
export interface ProcessProbe {
  readonly self: ProcessIdentity
  /** `dead` is proof; a process of an unknown number is never called dead. */
  readonly liveness: (identity: ProcessIdentity) => Liveness
}

export interface ProcessSource {
  readonly pid: number
  readonly host: string
  /** Undefined when there is no such file, or it cannot be read. */
  readonly readText: (path: string) => string | undefined
  readonly readLink: (path: string) => string | undefined
  /** True when a process has the number, even one of another user. */
  readonly exists: (pid: number) => boolean
}

/**
 * Reads who this process is, and makes a way to ask whether another one is still there: from `/proc` on Linux. Elsewhere
 * only the number is known, so a dead process whose number was given away counts as alive.
 */
export function createProcessProbe(source: ProcessSource = systemSource()): ProcessProbe {
  const boot = source.readText('/proc/sys/kernel/random/boot_id')?.trim()
  const namespace = source.readLink('/proc/self/ns/pid')
  const started = processStat(source, source.pid)?.started
  const self: ProcessIdentity = {
    pid: source.pid,
    host: source.host,
    ...(boot === undefined ? {} : { boot }),
    ...(namespace === undefined ? {} : { namespace }),
    ...(started === undefined ? {} : { started }),
  }
  return { self, liveness: (identity) => liveness(source, self, identity) }
}

function liveness(source: ProcessSource, self: ProcessIdentity, other: ProcessIdentity): Liveness {
  if (other.host !== self.host) return 'unknown'
  if (other.boot !== self.boot) {
    return other.boot === undefined || self.boot === undefined ? 'unknown' : 'dead'
  }
  if (other.namespace !== self.namespace) return 'unknown'
  const stat = self.started === undefined ? undefined : processStat(source, other.pid)
  if (stat === undefined) return source.exists(other.pid) ? 'alive' : 'dead'
  if (stat.state === 'Z' || stat.state === 'X') return 'dead'
  return other.started === undefined || other.started === stat.started ? 'alive' : 'dead'
}

/** From `/proc/<pid>/stat`, see proc(5): the second field, in parentheses, may hold spaces and parentheses itself. */
function processStat(
  source: ProcessSource,
  pid: number,
): { readonly state: string; readonly started: string } | undefined {
  const text = source.readText(`/proc/${pid}/stat`)
  if (text === undefined) return undefined
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [state, started] = [fields[0], fields[19]]
  return state === undefined || started === undefined ? undefined : { state, started }
}

function systemSource(): ProcessSource {
  return {
    pid: process.pid,
    host: hostname(),
    readText: (path) => orUndefined(() => fs.readFileSync(path, 'utf8')),
    readLink: (path) => orUndefined(() => fs.readlinkSync(path)),
    exists(pid) {
      try {
        process.kill(pid, 0)
        return true
      } catch (error) {
        return errorCode(error) !== 'ESRCH'
      }
    },
  }
}

function orUndefined<T>(call: () => T): T | undefined {
  try {
    return call()
  } catch {
    return undefined
  }
}
