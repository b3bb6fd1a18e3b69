import { type AppendOnlyBytes, NO_BYTES, withNulRanges } from './append-only-bytes.ts'
import type { FileStat } from './disk.ts'

/** A file (or a planted link or pipe) of the simulated disk. */
export interface FileNode {
  readonly kind: 'file' | 'link' | 'other'
  readonly ino: number
  bytes: AppendOnlyBytes
  /** How many bytes are on the device. */
  synced: number
  /** Where each write since then ended, ascending; the last is the file's size. */
  writes: number[]
  /** Ranges whose sync failed: readable until the power goes, and never written to the device any more. */
  lost: (readonly [start: number, end: number])[]
  mtimeMs: number
  ctimeMs: number
  mode: number
  links: number
  /** Open descriptors; the bytes of a file without a name are free once there is none. */
  opens: number
}

export interface FolderNode {
  readonly kind: 'folder'
  readonly ino: number
  /** What programs see. */
  entries: Map<string, Node>
  /** What is on the device. */
  durable: Map<string, Node>
  mtimeMs: number
}

export type Node = FileNode | FolderNode

/** One atomic change of names that may not be on the device yet: each place gets a node, or none. */
export interface NameChange {
  readonly places: readonly {
    readonly folder: FolderNode
    readonly name: string
    readonly node: Node | undefined
  }[]
}

/** Everything the simulated disk knows. Views of several processes share one. */
export interface DiskState {
  root: FolderNode
  /** Name changes since the last sync of their folders, oldest first. */
  changes: NameChange[]
  nextIno: number
  /** The logical clock: milliseconds since the epoch, one more at every change. */
  nowMs: number
  /** Bytes the device holds at most. */
  capacity: number
  /** Bytes in files, unsynced ones too. */
  used: number
}

export function newFileNode(state: DiskState, kind: FileNode['kind']): FileNode {
  const nowMs = ++state.nowMs
  return {
    kind,
    ino: state.nextIno++,
    bytes: NO_BYTES,
    synced: 0,
    writes: [],
    lost: [],
    mtimeMs: nowMs,
    ctimeMs: nowMs,
    mode: 0o600,
    links: 1,
    opens: 0,
  }
}

/** Accounts for a name that a file has lost. */
export function dropName(state: DiskState, node: Node | undefined): void {
  if (node === undefined || node.kind === 'folder') return
  node.links--
  node.ctimeMs = ++state.nowMs
  freeWhenGone(state, node)
}

export function freeWhenGone(state: DiskState, file: FileNode): void {
  if (file.links === 0 && file.opens === 0) state.used -= file.bytes.length
}

export function statOfNode(node: Node): FileStat {
  const folder = node.kind === 'folder'
  return {
    kind: node.kind,
    dev: 1,
    ino: node.ino,
    size: folder ? node.entries.size : node.bytes.length,
    mtimeMs: node.mtimeMs,
    ctimeMs: folder ? node.mtimeMs : node.ctimeMs,
    mode: folder ? 0o700 : node.mode,
    uid: 1000,
    links: folder ? 2 : node.links,
  }
}

/** The state after every process was killed: what the system took stays, synced or not. */
export function copyState(state: DiskState): DiskState {
  const copies = new Map<Node, Node>()
  const copy = (node: Node): Node => {
    const known = copies.get(node)
    if (known !== undefined) return known
    if (node.kind !== 'folder') {
      const file = { ...node, opens: 0, writes: [...node.writes], lost: [...node.lost] }
      copies.set(node, file)
      return file
    }
    const folder: FolderNode = { ...node, entries: new Map(), durable: new Map() }
    copies.set(node, folder)
    for (const [name, child] of node.entries) folder.entries.set(name, copy(child))
    for (const [name, child] of node.durable) folder.durable.set(name, copy(child))
    return folder
  }
  const root = copy(state.root) as FolderNode
  const changes = state.changes.map(({ places }) => ({
    places: places.map(({ folder, name, node }) => ({
      folder: copy(folder) as FolderNode,
      name,
      node: node === undefined ? undefined : copy(node),
    })),
  }))
  return withUsed({ ...state, root, changes })
}

/** Which names a folder has, and what a file holds, on the disk that comes back after a power cut. */
export interface Survival {
  readonly names: (folder: FolderNode) => ReadonlyMap<string, Node>
  readonly content: (file: FileNode) => {
    readonly size: number
    readonly nul: readonly (readonly [start: number, end: number])[]
  }
}

/** The state after a power cut: only what `survival` says is left, and all of it is on the device. */
export function stateAfterPowerCut(state: DiskState, survival: Survival): DiskState {
  const copies = new Map<Node, Node>()
  const copy = (node: Node): Node => {
    const known = copies.get(node)
    if (known !== undefined) {
      if (known.kind !== 'folder') known.links++
      return known
    }
    if (node.kind !== 'folder') {
      const { size, nul } = survival.content(node)
      const bytes = withNulRanges(node.bytes, size, [...node.lost, ...nul])
      const file: FileNode = { ...node, bytes, synced: size, writes: [], lost: [], links: 1, opens: 0 }
      copies.set(node, file)
      return file
    }
    const durable = new Map<string, Node>()
    const folder: FolderNode = { ...node, entries: durable, durable }
    copies.set(node, folder)
    for (const [name, child] of survival.names(node)) durable.set(name, copy(child))
    folder.entries = new Map(durable)
    return folder
  }
  return withUsed({ ...state, root: copy(state.root) as FolderNode, changes: [] })
}

function withUsed(state: DiskState): DiskState {
  let used = 0
  const seen = new Set<Node>()
  const visit = (node: Node): void => {
    if (seen.has(node)) return
    seen.add(node)
    if (node.kind === 'folder') for (const child of node.entries.values()) visit(child)
    else used += node.bytes.length
  }
  visit(state.root)
  return { ...state, used }
}
