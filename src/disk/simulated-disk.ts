import { CallGate, type CallHook, type DiskCall, type DiskCounters, type FaultFilter } from './call-gate.ts'
import type { Disk } from './disk.ts'
import { type PowerCutOptions, powerCuts } from './power-cuts.ts'
import { simulatedFileCalls } from './simulated-file-calls.ts'
import { simulatedNameCalls } from './simulated-name-calls.ts'
import { changeNames, findNode, findPlace } from './simulated-names.ts'
import { copyState, type DiskState, type FolderNode, newFileNode } from './simulated-nodes.ts'
import { systemError } from './system-error.ts'

export interface SimulatedDiskOptions {
  /** Bytes the device holds; a write takes what fits, then `ENOSPC`. No limit when not given. */
  readonly capacity?: number
  /** Where the logical clock starts, milliseconds since the epoch; it advances by 1 at every change. */
  readonly nowMs?: number
  /** What one write and one read move at most, bytes: for testing loops. No limit when not given. */
  readonly maxWrite?: number
  readonly maxRead?: number
}

/**
 * A disk in memory that can lose power. It is one process's view: faults, counters and open files are the process's
 * own, the files are shared with the views that `anotherProcess` gives. Paths are absolute and separated by `/`.
 */
export interface SimulatedDisk extends Disk {
  readonly counters: Readonly<DiskCounters>
  readonly log: readonly DiskCall[]
  /** Descriptors that were not closed. */
  readonly openFiles: number
  /** The k-th matching call from now on (1 is the next) fails with `code` and has no effect. A sync that fails loses its bytes. */
  failAt(k: number, code: string, filter?: FaultFilter): void
  /** The k-th matching write from now on takes at most `bytes` bytes. */
  shortenAt(k: number, bytes: number, filter?: FaultFilter): void
  /** The process dies in place of the k-th matching call: that one and all later ones throw `SimulatedCrash`. */
  crashAt(k: number, filter?: FaultFilter): void
  clearFaults(): void
  /** Called before each call, and free to use other processes' views. When it throws `SimulatedCrash` the process is dead. */
  beforeCall(hook: CallHook | undefined): void
  /** A new process on the same files. */
  anotherProcess(): SimulatedDisk
  /** A copy of the disk after every process was killed: what the system took stays, unsynced bytes are still unsynced. */
  killed(): SimulatedDisk
  /** Copies of the disk as it may come back after a power cut at this moment, see `powerCuts`. */
  crashStates(options?: PowerCutOptions): Iterable<{ readonly label: string; readonly disk: SimulatedDisk }>
  setCapacity(bytes: number): void
  touch(path: string, mtimeMs: number): void
  setMode(path: string, mode: number): void
  /** Puts a symbolic link or a pipe there, which the port itself cannot make. */
  plant(path: string, kind: 'link' | 'other'): void
}

/** Makes an empty simulated disk. */
export function createSimulatedDisk(options: SimulatedDiskOptions = {}): SimulatedDisk {
  const { capacity = Infinity, nowMs = 1_700_000_000_000 } = options
  const root: FolderNode = { kind: 'folder', ino: 2, entries: new Map(), durable: new Map(), mtimeMs: nowMs }
  return viewOfState({ root, changes: [], nextIno: 11, nowMs, capacity, used: 0 }, options)
}

function viewOfState(state: DiskState, options: SimulatedDiskOptions): SimulatedDisk {
  const gate = new CallGate()
  const files = simulatedFileCalls(state, gate, options)
  return {
    ...files.calls,
    ...simulatedNameCalls(state, gate),
    counters: gate.counters,
    log: gate.log,
    get openFiles() {
      return files.openCount()
    },
    failAt: (k, code, filter = {}) => gate.add(k, { code }, filter),
    shortenAt: (k, bytes, filter = {}) => gate.add(k, bytes, { names: ['write'], ...filter }),
    crashAt: (k, filter = {}) => gate.add(k, 'crash', filter),
    clearFaults: () => gate.clear(),
    beforeCall(hook) {
      gate.hook = hook
    },
    anotherProcess: () => viewOfState(state, options),
    killed: () => viewOfState(copyState(state), options),
    *crashStates(cuts = {}) {
      for (const cut of powerCuts(state, cuts))
        yield { label: cut.label, disk: viewOfState(cut.state, options) }
    },
    setCapacity(bytes) {
      state.capacity = bytes
    },
    touch(path, mtimeMs) {
      const node = findNode(state, 'stat', path)
      if (node === undefined) throw systemError('ENOENT', 'touch', path)
      node.mtimeMs = mtimeMs
      if (node.kind !== 'folder') node.ctimeMs = ++state.nowMs
    },
    setMode(path, mode) {
      const node = findNode(state, 'stat', path)
      if (node === undefined || node.kind === 'folder') throw systemError('ENOENT', 'chmod', path)
      node.mode = mode
    },
    plant(path, kind) {
      const { folder, name } = findPlace(state, 'createExclusive', path)
      changeNames(state, [{ folder, name, node: newFileNode(state, kind) }])
    },
  }
}
