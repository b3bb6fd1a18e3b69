import { join } from 'node:path'
import type { FileStat } from '../disk/disk.ts'
import { makeFolderDurably } from '../disk/make-folder-durably.ts'
import { errorCode } from '../disk/error-code.ts'
import { readText } from '../disk/read-text.ts'
import { toStorageError } from '../disk/storage-error.ts'
import { writeDurably } from '../disk/write-durably.ts'
import { prepareHome } from './prepare-home.ts'
import type { StoreContext } from './store-context.ts'

/** When the files were missed first from which sessions were imported: milliseconds since the epoch, by session id. */
export type GoneSources = ReadonlyMap<string, number>

const none: GoneSources = new Map()
const known = new WeakMap<StoreContext, { readonly stat: FileStat; readonly gone: GoneSources }>()

function pathOf({ home }: StoreContext): string {
  return join(home.state, 'imports', 'gone.json')
}

/** Those of the sessions of a list: asked for only where something was imported. */
export function goneSourcesOf(
  context: StoreContext,
  rows: readonly { readonly source?: unknown }[],
): GoneSources {
  return rows.some(({ source }) => source !== undefined) ? readGoneSources(context) : none
}

/** Nothing when that is not known: the next import finds it out. */
export function readGoneSources(context: StoreContext): GoneSources {
  const path = pathOf(context)
  try {
    const stat = context.disk.stat(path)
    if (stat === undefined) return none
    const before = known.get(context)
    if (before?.stat.ino === stat.ino && before.stat.ctimeMs === stat.ctimeMs) return before.gone
    const gone = new Map<string, number>()
    for (const [at, ids] of Object.entries(JSON.parse(readText(context.disk, path)) as object))
      for (const id of ids as readonly string[]) gone.set(id, Date.parse(at))
    known.set(context, { stat, gone })
    return gone
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError) && errorCode(error) === undefined)
      throw error
    return none
  }
}

/** @throws ChatCliError `storage` */
export function writeGoneSources(context: StoreContext, gone: GoneSources): void {
  const { disk, randomHex } = context
  const path = pathOf(context)
  const byTime: Record<string, string[]> = {}
  for (const [id, at] of gone) (byTime[new Date(at).toISOString()] ??= []).push(id)
  prepareHome(context)
  try {
    makeFolderDurably(disk, join(path, '..'))
    const replace = disk.stat(path) !== undefined
    writeDurably(disk, path, Buffer.from(JSON.stringify(byTime)), {
      replace,
      randomName: () => randomHex(16),
    })
  } catch (error) {
    throw toStorageError(error, 'write', path)
  }
}
