import type { CallGate } from './call-gate.ts'
import type { Disk } from './disk.ts'
import { changeNames, findNode, findPlace, settleNames } from './simulated-names.ts'
import { type DiskState, dropName, type FolderNode, statOfNode } from './simulated-nodes.ts'
import { systemError } from './system-error.ts'

/** The calls of the simulated disk that work on names. */
export function simulatedNameCalls(
  state: DiskState,
  gate: CallGate,
): Pick<Disk, 'stat' | 'list' | 'rename' | 'link' | 'unlink' | 'makeFolder' | 'removeFolder' | 'syncFolder'> {
  return {
    stat(path) {
      gate.enter('stat', path)
      const node = findNode(state, 'stat', path)
      return node === undefined ? undefined : statOfNode(node)
    },
    list(folder) {
      gate.enter('list', folder)
      const node = findNode(state, 'list', folder)
      if (node === undefined) return []
      if (node.kind !== 'folder') throw systemError('ENOTDIR', 'list', folder)
      return [...node.entries.keys()].sort()
    },
    rename(from, to) {
      gate.enter('rename', from)
      const source = findPlace(state, 'rename', from)
      const target = findPlace(state, 'rename', to)
      const node = source.folder.entries.get(source.name)
      if (node === undefined) throw systemError('ENOENT', 'rename', from)
      const replaced = target.folder.entries.get(target.name)
      // Two names of one file: POSIX wants both to stay.
      if (replaced === node) return
      if (replaced !== undefined && node.kind === 'folder') {
        if (replaced.kind !== 'folder') throw systemError('ENOTDIR', 'rename', to)
        if (replaced.entries.size > 0) throw systemError('ENOTEMPTY', 'rename', to)
      } else if (replaced?.kind === 'folder') throw systemError('EISDIR', 'rename', to)
      if (node.kind === 'folder' && `${to}/`.startsWith(`${from}/`)) throw systemError('EINVAL', 'rename', to)
      changeNames(state, [
        { ...source, node: undefined },
        { ...target, node },
      ])
      if (node.kind !== 'folder') node.ctimeMs = state.nowMs
      dropName(state, replaced)
    },
    link(from, to) {
      gate.enter('link', from)
      const node = findNode(state, 'link', from)
      if (node === undefined) throw systemError('ENOENT', 'link', from)
      if (node.kind === 'folder') throw systemError('EPERM', 'link', from)
      const { folder, name } = findPlace(state, 'link', to)
      if (folder.entries.has(name)) throw systemError('EEXIST', 'link', to)
      changeNames(state, [{ folder, name, node }])
      node.links++
      node.ctimeMs = state.nowMs
    },
    unlink(path) {
      gate.enter('unlink', path)
      const { folder, name } = findPlace(state, 'unlink', path)
      const node = folder.entries.get(name)
      if (node === undefined) throw systemError('ENOENT', 'unlink', path)
      if (node.kind === 'folder') throw systemError('EISDIR', 'unlink', path)
      changeNames(state, [{ folder, name, node: undefined }])
      dropName(state, node)
    },
    makeFolder(path) {
      gate.enter('makeFolder', path)
      const { folder, name } = findPlace(state, 'makeFolder', path)
      const present = folder.entries.get(name)
      if (present?.kind === 'folder') return
      if (present !== undefined) throw systemError('EEXIST', 'makeFolder', path)
      const node: FolderNode = {
        kind: 'folder',
        ino: state.nextIno++,
        entries: new Map(),
        durable: new Map(),
        mtimeMs: state.nowMs,
      }
      changeNames(state, [{ folder, name, node }])
    },
    removeFolder(path) {
      gate.enter('removeFolder', path)
      const { folder, name } = findPlace(state, 'removeFolder', path)
      const node = folder.entries.get(name)
      if (node === undefined) throw systemError('ENOENT', 'removeFolder', path)
      if (node.kind !== 'folder') throw systemError('ENOTDIR', 'removeFolder', path)
      if (node.entries.size > 0) throw systemError('ENOTEMPTY', 'removeFolder', path)
      changeNames(state, [{ folder, name, node: undefined }])
    },
    syncFolder(path) {
      gate.enter('syncFolder', path)
      const node = findNode(state, 'syncFolder', path)
      if (node === undefined) throw systemError('ENOENT', 'syncFolder', path)
      if (node.kind !== 'folder') throw systemError('ENOTDIR', 'syncFolder', path)
      settleNames(state, node)
    },
  }
}
