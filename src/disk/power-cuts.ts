import { seededRandom } from './seeded-random.ts'
import {
  type DiskState,
  type FileNode,
  type FolderNode,
  type NameChange,
  type Node,
} from './simulated-nodes.ts'
import { stateAfterPowerCut } from './simulated-nodes.ts'

export interface PowerCutOptions {
  /** States at most; when there are more, that many are drawn, the two extremes always among them. */
  readonly limit?: number
  readonly seed?: number
}

export interface PowerCut {
  /** What survived, in words, for the message of a failing test. */
  readonly label: string
  readonly state: DiskState
}

/** What one file may hold when the power comes back. */
interface ContentChoice {
  readonly label: string
  readonly size: number
  readonly nul: readonly (readonly [start: number, end: number])[]
}

/** One set of surviving name changes, and the choices for every file reachable under those names. */
interface NamesChoice {
  readonly label: string
  readonly names: (folder: FolderNode) => ReadonlyMap<string, Node>
  readonly files: readonly {
    readonly path: string
    readonly file: FileNode
    readonly choices: readonly ContentChoice[]
  }[]
  readonly count: number
}

const NAME_CHOICES_AT_MOST = 1024

/**
 * The disks that may come back after a power cut at this moment. Writes since a file's last sync are each kept,
 * dropped, torn, or left as NUL (the size reached the device before the data). Name changes since a folder's last
 * sync survive in order within a folder, independently between folders, a rename always as a whole; names may
 * survive without the data they lead to.
 */
export function* powerCuts(state: DiskState, options: PowerCutOptions = {}): Generator<PowerCut> {
  const { limit = 64, seed = 1 } = options
  const choices = namesChoices(state)
  const total = choices.reduce((sum, { count }) => sum + count, 0)
  for (const index of indices(total, limit, seed)) {
    let rest = index
    let at = 0
    while (rest >= choices[at]!.count) rest -= choices[at++]!.count
    yield pick(state, choices[at]!, rest)
  }
}

function pick(state: DiskState, choice: NamesChoice, index: number): PowerCut {
  let label = choice.label
  let rest = index
  const contents = new Map<FileNode, ContentChoice>()
  for (const { path, file, choices } of choice.files) {
    const content = choices[rest % choices.length]!
    rest = Math.floor(rest / choices.length)
    contents.set(file, content)
    label += `; ${path} ${content.label}`
  }
  const whole = (file: FileNode): { size: number; nul: [] } => ({ size: file.bytes.length, nul: [] })
  const content = (file: FileNode): Omit<ContentChoice, 'label'> => contents.get(file) ?? whole(file)
  return { label, state: stateAfterPowerCut(state, { names: choice.names, content }) }
}

/** All of `0 … total − 1` when they fit, else a repeatable sample in ascending order. */
function indices(total: number, limit: number, seed: number): Iterable<number> {
  if (total <= limit) return Array.from({ length: total }, (_, index) => index)
  const random = seededRandom(seed)
  const picked = new Set([0, total - 1])
  while (picked.size < limit) picked.add(Math.floor(random() * total))
  return [...picked].sort((a, b) => a - b)
}

function namesChoices(state: DiskState): NamesChoice[] {
  return survivingChanges(state.changes).map((kept) => {
    const changed = new Map<FolderNode, Map<string, Node>>()
    for (const { places } of kept) {
      for (const { folder, name, node } of places) {
        let entries = changed.get(folder)
        if (entries === undefined) changed.set(folder, (entries = new Map(folder.durable)))
        if (node === undefined) entries.delete(name)
        else entries.set(name, node)
      }
    }
    const names = (folder: FolderNode): ReadonlyMap<string, Node> => changed.get(folder) ?? folder.durable
    const files = unsyncedFiles(state.root, names)
    const count = files.reduce((product, { choices }) => product * choices.length, 1)
    return { label: `names ${kept.length}/${state.changes.length}`, names, files, count }
  })
}

/** The sets of changes that may survive together: each needs all earlier ones in its folders. Fewest first. */
function survivingChanges(changes: readonly NameChange[]): NameChange[][] {
  let sets: { kept: NameChange[]; closed: ReadonlySet<FolderNode> }[] = [{ kept: [], closed: new Set() }]
  for (const change of changes) {
    const folders = change.places.map(({ folder }) => folder)
    const next: typeof sets = []
    for (const set of sets) {
      const dropped = { kept: set.kept, closed: new Set([...set.closed, ...folders]) }
      if (!folders.some((folder) => set.closed.has(folder))) {
        if (sets.length < NAME_CHOICES_AT_MOST) next.push(dropped)
        next.push({ kept: [...set.kept, change], closed: set.closed })
      } else next.push(dropped)
    }
    sets = next
  }
  return sets.map(({ kept }) => kept).sort((a, b) => a.length - b.length)
}

function unsyncedFiles(
  root: FolderNode,
  names: (folder: FolderNode) => ReadonlyMap<string, Node>,
): NamesChoice['files'] {
  const found: { path: string; file: FileNode; choices: ContentChoice[] }[] = []
  const seen = new Set<Node>()
  const visit = (node: Node, path: string): void => {
    if (seen.has(node)) return
    seen.add(node)
    if (node.kind === 'folder') {
      for (const [name, child] of names(node)) visit(child, `${path}/${name}`)
    } else if (node.writes.length > 0) found.push({ path, file: node, choices: contentChoices(node) })
  }
  visit(root, '')
  return found
}

/** From nothing kept to everything kept. */
function contentChoices({ synced, writes }: FileNode): ContentChoice[] {
  const size = writes.at(-1)!
  const choices: ContentChoice[] = [{ label: 'unsynced writes dropped', size: synced, nul: [] }]
  let start = synced
  writes.forEach((end, index) => {
    const which = `write ${index + 1} of ${writes.length}`
    const middle = start + ((end - start) >> 1)
    if (middle > start) choices.push({ label: `torn inside ${which}`, size: middle, nul: [] })
    if (index > 0) choices.push({ label: `cut before ${which}`, size: start, nul: [] })
    choices.push({ label: `${which} NUL`, size, nul: [[start, end]] })
    if (middle > start) choices.push({ label: `${which} NUL from its middle`, size, nul: [[middle, end]] })
    start = end
  })
  if (writes.length > 1) choices.push({ label: 'all NUL', size, nul: [[synced, size]] })
  choices.push({ label: 'everything kept', size, nul: [] })
  return choices
}
