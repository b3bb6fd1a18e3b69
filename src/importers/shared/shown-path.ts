import { activePath, type TreeNode } from './message-tree.ts'

/** What stands above a first message, in the words of web services. */
const NOBODY = /^0{8}-0{4}-[0-9a-f]0{3}-[0-9a-f]0{3}-0{12}$/

/**
 * The ids of the messages that were shown last, where each message tells which one it follows; else all of them, one
 * after the other as they stand in the file.
 */
export function shownPath(nodes: ReadonlyMap<string, TreeNode>, current?: string): readonly string[] {
  const ids = [...nodes.keys()]
  const isTree = ids.every((id, i) => {
    const parent = nodes.get(id)?.parent
    return parent === undefined ? i === 0 && ids.length > 1 : NOBODY.test(parent) || nodes.has(parent)
  })
  return isTree ? activePath(nodes, current) : ids
}
