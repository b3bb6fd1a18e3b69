import { join } from 'node:path'
import type { Disk } from '../../disk/disk.ts'
import { fieldsOf, isFields, textOf } from './fields.ts'
import { smallJson } from './small-json.ts'

/**
 * The path that a URI of an editor names, on the machine it names it on: `file:///home/ada`, the parts of one as an
 * object, or a plain path. Undefined for anything else.
 */
export function uriPath(uri: unknown): string | undefined {
  if (isFields(uri)) return textOf(uri['fsPath']) ?? textOf(uri['path']) ?? uriPath(uri['external'])
  const text = textOf(uri)
  if (text === undefined || /^([/\\]|[a-z]:[/\\])/i.test(text)) return text
  const encoded = /^[a-z][\w+.-]*:\/\/[^/]*(\/[^?#]*)/i.exec(text)?.[1]
  if (encoded === undefined) return undefined
  let path = encoded
  try {
    path = decodeURIComponent(encoded)
  } catch {
    // A lone percent sign stands for itself.
  }
  return path.replace(/^\/([a-z]:)/i, '$1')
}

/** The folder, or the list of folders, that a workspace of an editor is: from the file in its storage. */
export function workspaceOf(disk: Disk, storage: string): string | undefined {
  const { folder, workspace } = fieldsOf(smallJson(disk, join(storage, 'workspace.json')))
  return uriPath(folder) ?? uriPath(workspace)
}
