import type { DiskState, FolderNode, NameChange, Node } from './simulated-nodes.ts'
import { systemError } from './system-error.ts'

/** What has the name, or undefined; `call` and `path` are for the error. */
export function findNode(state: DiskState, call: string, path: string): Node | undefined {
  let node: Node | undefined = state.root
  for (const part of parts(call, path)) {
    if (node === undefined) return undefined
    if (node.kind !== 'folder') {
      if (call === 'stat' || call === 'list') return undefined
      throw systemError('ENOTDIR', call, path)
    }
    node = node.entries.get(part)
  }
  return node
}

/** The folder in which `path` names something, and its name there. */
export function findPlace(
  state: DiskState,
  call: string,
  path: string,
): { readonly folder: FolderNode; readonly name: string } {
  const steps = parts(call, path)
  const name = steps.pop()
  if (name === undefined) throw systemError('EBUSY', call, path)
  const folder = findNode(state, call, `/${steps.join('/')}`)
  if (folder === undefined) throw systemError('ENOENT', call, path)
  if (folder.kind !== 'folder') throw systemError('ENOTDIR', call, path)
  return { folder, name }
}

/** Changes names as one atomic step that is not on the device yet. */
export function changeNames(state: DiskState, places: NameChange['places']): void {
  state.nowMs++
  for (const { folder, name, node } of places) {
    if (node === undefined) folder.entries.delete(name)
    else folder.entries.set(name, node)
    folder.mtimeMs = state.nowMs
  }
  state.changes.push({ places })
}

/** Puts a folder's changes on the device, and with them the earlier changes that they rest on in other folders. */
export function settleNames(state: DiskState, folder: FolderNode): void {
  const folders = new Set([folder])
  const settled = new Set<NameChange>()
  for (const change of [...state.changes].reverse()) {
    if (!change.places.some((place) => folders.has(place.folder))) continue
    settled.add(change)
    for (const place of change.places) folders.add(place.folder)
  }
  for (const { places } of state.changes.filter((change) => settled.has(change))) {
    for (const { folder, name, node } of places) {
      if (node === undefined) folder.durable.delete(name)
      else folder.durable.set(name, node)
    }
  }
  state.changes = state.changes.filter((change) => !settled.has(change))
}

function parts(call: string, path: string): string[] {
  const steps = path.split('/').filter((part) => part !== '' && part !== '.')
  for (const part of steps) {
    if (part === '..') throw systemError('EINVAL', call, path)
    if (part.length > 85 && Buffer.byteLength(part) > 255) throw systemError('ENAMETOOLONG', call, path)
  }
  return steps
}
