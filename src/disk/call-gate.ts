import type { Disk } from './disk.ts'
import { SimulatedCrash } from './simulated-crash.ts'
import { systemError } from './system-error.ts'

export type CallName = keyof Disk

/** One call a process made. `bytes` is what a read or write moved. */
export interface DiskCall {
  readonly name: CallName
  /** Of a call on an open file: the path it was opened under. */
  readonly path: string
  bytes: number
}

export interface DiskCounters {
  calls: number
  bytesRead: number
  bytesWritten: number
  /** Files opened, existing and new. */
  opens: number
  syncs: number
  folderSyncs: number
  /** Looks at a path or an open file. */
  stats: number
  lists: number
}

export interface FaultFilter {
  /** Only these calls count; every call when not given. */
  readonly names?: readonly CallName[]
  /** Only calls on paths that contain this. */
  readonly path?: string
  /** The matching calls after the k-th fail as well. */
  readonly forever?: boolean
}

export type CallHook = (name: CallName, path: string) => void

interface Fault {
  left: number
  readonly filter: FaultFilter
  /** `crash` kills the process; a number is how many bytes a write takes; otherwise the error code. */
  readonly effect: 'crash' | number | { readonly code: string }
}

/** What stands before every call of one process: counts it, logs it, and lets it fail when a fault is due. */
export class CallGate {
  readonly counters: DiskCounters = emptyCounters()
  readonly log: DiskCall[] = []
  hook: CallHook | undefined
  #faults: Fault[] = []
  #dead = false

  /** The k-th matching call from now on (1 is the next one) meets the fault. */
  add(k: number, effect: Fault['effect'], filter: FaultFilter): void {
    this.#faults.push({ left: k, filter, effect })
  }

  clear(): void {
    this.#faults = []
  }

  get dead(): boolean {
    return this.#dead
  }

  /** Returns the log entry, and how many bytes a write may take at most. */
  enter(name: CallName, path: string): { readonly call: DiskCall; readonly atMost: number } {
    if (this.#dead) throw new SimulatedCrash(`${name} of a dead process`)
    const call: DiskCall = { name, path, bytes: 0 }
    this.log.push(call)
    this.counters.calls++
    if (name === 'openRead' || name === 'openAppend' || name === 'createExclusive') this.counters.opens++
    else if (name === 'sync') this.counters.syncs++
    else if (name === 'syncFolder') this.counters.folderSyncs++
    else if (name === 'stat' || name === 'statOpen') this.counters.stats++
    else if (name === 'list') this.counters.lists++
    try {
      this.hook?.(name, path)
    } catch (error) {
      if (error instanceof SimulatedCrash) this.#dead = true
      throw error
    }
    return { call, atMost: this.#meetFaults(name, path) }
  }

  #meetFaults(name: CallName, path: string): number {
    let atMost = Infinity
    for (const fault of this.#faults) {
      const { names, path: part, forever } = fault.filter
      if (names !== undefined && !names.includes(name)) continue
      if (part !== undefined && !path.includes(part)) continue
      fault.left--
      if (fault.left > 0 || (fault.left < 0 && forever !== true)) continue
      if (fault.effect === 'crash') {
        this.#dead = true
        throw new SimulatedCrash(`killed at ${name} '${path}'`)
      }
      if (typeof fault.effect === 'number') atMost = fault.effect
      else throw systemError(fault.effect.code, name, path)
    }
    return atMost
  }
}

function emptyCounters(): DiskCounters {
  return { calls: 0, bytesRead: 0, bytesWritten: 0, opens: 0, syncs: 0, folderSyncs: 0, stats: 0, lists: 0 }
}
