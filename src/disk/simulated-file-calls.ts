import { viewOf, withAppended } from './append-only-bytes.ts'
import type { CallGate, CallName } from './call-gate.ts'
import type { Disk, FileDescriptor } from './disk.ts'
import { errorCode } from './error-code.ts'
import { changeNames, findNode, findPlace } from './simulated-names.ts'
import { type DiskState, type FileNode, freeWhenGone, newFileNode, statOfNode } from './simulated-nodes.ts'
import { systemError } from './system-error.ts'

interface OpenFile {
  readonly file: FileNode
  readonly path: string
  readonly writable: boolean
}

/** The calls of the simulated disk that work on open files; the descriptors belong to one process. */
export function simulatedFileCalls(
  state: DiskState,
  gate: CallGate,
  { maxWrite = Infinity, maxRead = Infinity }: { readonly maxWrite?: number; readonly maxRead?: number },
): {
  readonly calls: Pick<
    Disk,
    | 'openRead'
    | 'openAppend'
    | 'createExclusive'
    | 'read'
    | 'write'
    | 'sync'
    | 'close'
    | 'statOpen'
    | 'chmodOpen'
  >
  readonly openCount: () => number
} {
  const open = new Map<FileDescriptor, OpenFile>()
  let nextFd = 3

  const descriptor = (name: CallName, fd: FileDescriptor): OpenFile => {
    const found = open.get(fd)
    if (found === undefined) throw systemError('EBADF', name, `descriptor ${fd}`)
    return found
  }
  const opened = (file: FileNode, path: string, writable: boolean): FileDescriptor => {
    file.opens++
    open.set(nextFd, { file, path, writable })
    return nextFd++
  }
  const openExisting = (name: CallName, path: string, writable: boolean): FileDescriptor => {
    gate.enter(name, path)
    const node = findNode(state, name, path)
    if (node === undefined) throw systemError('ENOENT', name, path)
    if (node.kind === 'folder') throw systemError('EISDIR', name, path)
    if (node.kind !== 'file') throw systemError(node.kind === 'link' ? 'ELOOP' : 'EFTYPE', name, path)
    return opened(node, path, writable)
  }

  const calls: ReturnType<typeof simulatedFileCalls>['calls'] = {
    openRead: (path) => openExisting('openRead', path, false),
    openAppend: (path) => openExisting('openAppend', path, true),
    createExclusive(path) {
      gate.enter('createExclusive', path)
      const { folder, name } = findPlace(state, 'createExclusive', path)
      if (folder.entries.has(name)) throw systemError('EEXIST', 'createExclusive', path)
      const file = newFileNode(state, 'file')
      changeNames(state, [{ folder, name, node: file }])
      return opened(file, path, true)
    },
    read(fd, into, position) {
      const { file, path } = descriptor('read', fd)
      const { call } = gate.enter('read', path)
      const end = Math.min(file.bytes.length, position + Math.min(into.length, maxRead))
      const bytes = viewOf(file.bytes).subarray(Math.min(position, end), end)
      into.set(bytes)
      call.bytes = bytes.length
      gate.counters.bytesRead += bytes.length
      return bytes.length
    },
    write(fd, bytes) {
      const { file, path, writable } = descriptor('write', fd)
      const { call, atMost } = gate.enter('write', path)
      if (!writable) throw systemError('EBADF', 'write', path)
      const room = Math.max(0, state.capacity - state.used)
      const taken = Math.min(bytes.length, maxWrite, atMost, room)
      if (taken === 0 && bytes.length > 0 && room === 0) throw systemError('ENOSPC', 'write', path)
      if (taken > 0) {
        file.bytes = withAppended(file.bytes, bytes.subarray(0, taken))
        file.writes.push(file.bytes.length)
        file.mtimeMs = file.ctimeMs = ++state.nowMs
        state.used += taken
      }
      call.bytes = taken
      gate.counters.bytesWritten += taken
      return taken
    },
    sync(fd) {
      const { file, path } = descriptor('sync', fd)
      const settle = (): void => {
        file.synced = file.bytes.length
        file.writes = []
      }
      try {
        gate.enter('sync', path)
      } catch (error) {
        // The kernel forgets pages it could not write: the next sync succeeds without them.
        if (errorCode(error) !== undefined && file.synced < file.bytes.length) {
          file.lost.push([file.synced, file.bytes.length])
          settle()
        }
        throw error
      }
      settle()
    },
    close(fd) {
      const { file, path } = descriptor('close', fd)
      try {
        gate.enter('close', path)
      } finally {
        if (!gate.dead && open.delete(fd)) {
          file.opens--
          freeWhenGone(state, file)
        }
      }
    },
    statOpen(fd) {
      const { file, path } = descriptor('statOpen', fd)
      gate.enter('statOpen', path)
      return statOfNode(file)
    },
    chmodOpen(fd, mode) {
      const { file, path } = descriptor('chmodOpen', fd)
      gate.enter('chmodOpen', path)
      file.mode = mode
    },
  }
  return { calls, openCount: () => open.size }
}
