/** A message, or a place without one, in a conversation whose answers may have been asked for again. */
export interface TreeNode {
  /** Undefined, or an id that is not there, for a beginning. */
  readonly parent: string | undefined
  /** Milliseconds since the epoch. */
  readonly at: number | undefined
}

/**
 * The ids from the beginning of a conversation to its end, as it was shown last; everything else was left behind.
 *
 * @param nodes by id, in the order of the file
 * @param current the end, where the format tells it; else the leaf whose path holds the latest time, of several the one
 * that stands last
 */
export function activePath(nodes: ReadonlyMap<string, TreeNode>, current?: string): readonly string[] {
  const end = current !== undefined && nodes.has(current) ? current : newestLeaf(nodes)
  const path = new Set<string>()
  for (let at = end; at !== undefined && nodes.has(at) && !path.has(at); at = nodes.get(at)?.parent)
    path.add(at)
  return [...path].reverse()
}

/** All ids of a conversation, each with its branch: first the path that was shown, then what was left behind. */
export function withBranches(
  ids: Iterable<string>,
  path: readonly string[],
): readonly (readonly [id: string, branch: 'active' | 'abandoned'])[] {
  const active = new Set(path)
  const others = [...ids].filter((id) => !active.has(id))
  return [...path.map((id) => [id, 'active'] as const), ...others.map((id) => [id, 'abandoned'] as const)]
}

function newestLeaf(nodes: ReadonlyMap<string, TreeNode>): string | undefined {
  const parents = new Set([...nodes.values()].map(({ parent }) => parent))
  const times = new Map<string, number>()
  let best: string | undefined
  for (const id of nodes.keys()) {
    if (parents.has(id)) continue
    if (best === undefined || latestTo(nodes, id, times) >= latestTo(nodes, best, times)) best = id
  }
  // Where every node has a child they stand in a ring.
  return best ?? [...nodes.keys()].at(-1)
}

/** The latest time between the beginning and a node. */
function latestTo(nodes: ReadonlyMap<string, TreeNode>, id: string, times: Map<string, number>): number {
  const path: string[] = []
  const seen = new Set<string>()
  for (let at: string | undefined = id; at !== undefined && !times.has(at); at = nodes.get(at)?.parent) {
    if (seen.has(at) || !nodes.has(at)) break
    seen.add(at)
    path.push(at)
  }
  const above = nodes.get(path.at(-1) ?? '')?.parent
  let latest = times.get(path.length === 0 ? id : (above ?? '')) ?? -Infinity
  for (const at of path.reverse()) {
    latest = Math.max(latest, nodes.get(at)?.at ?? -Infinity)
    times.set(at, latest)
  }
  return latest
}
