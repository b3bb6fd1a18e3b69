import { errorCode } from '../disk/error-code.ts'
import { readCatalogue } from '../store/catalogue.ts'
import { readGoneSources, writeGoneSources } from '../store/gone-sources.ts'
import type { StoreContext } from '../store/store-context.ts'
import type { ImportState } from './import-state.ts'
import type { Importer, ImportMachine, ImportUnit } from './importer.ts'
import { textOf } from './shared/fields.ts'

/** A tool whose places were looked at wholly, and what was found there. */
export interface LookedAt {
  readonly importer: Importer
  readonly units: readonly ImportUnit[]
  readonly state: ImportState
}

/** How many sessions were imported from files that are gone, and of how many that was not known before. */
export interface GoneCount {
  readonly all: number
  readonly new: number
}

/**
 * Notes which sessions were imported from files that are not there any more, and takes the mark from those whose files
 * came back. What lies in a file with others, in a database or an export, counts as long as that is there.
 *
 * @throws ChatCliError `storage`
 */
export function noteGone(
  context: StoreContext,
  machine: ImportMachine,
  looked: readonly LookedAt[],
): GoneCount {
  const before = readGoneSources(context)
  // Exports are made to be read once and thrown away.
  const tools = new Map(
    looked
      .filter(({ importer }) => importer.capabilities.among === undefined)
      .map((each) => [each.importer.tool, each]),
  )
  const isAnyMissed = [...tools.values()].some(({ units, state }) => {
    const keys = new Set(units.map(({ key }) => key))
    return state.units().some((key) => !keys.has(key))
  })
  if (!isAnyMissed && before.size === 0) return { all: 0, new: 0 }
  const there = new Map(
    [...tools].map(([tool, { units }]) => [tool, new Set(units.flatMap(({ path, id }) => [path, `#${id}`]))]),
  )
  const gone = new Map<string, number>()
  let fresh = 0
  for (const { id, source } of readCatalogue(context).rows) {
    const found = there.get(source?.tool ?? '')
    const path = textOf(source?.['path'])
    const since = before.get(id)
    if (found === undefined || path === undefined) {
      if (since !== undefined) gone.set(id, since)
      continue
    }
    const native = textOf(source?.['native_id'])?.replace(/[@#].*$/, '')
    if (found.has(path) || found.has(`#${native}`) || isThere(machine, path)) continue
    gone.set(id, since ?? context.now())
    if (since === undefined) fresh++
  }
  const isSame = gone.size === before.size && [...gone].every(([id, at]) => before.get(id) === at)
  if (!isSame) writeGoneSources(context, gone)
  return { all: gone.size, new: fresh }
}

/** Of what cannot be looked at nobody knows. */
function isThere({ disk }: ImportMachine, path: string): boolean {
  try {
    return disk.stat(path) !== undefined
  } catch (error) {
    if (errorCode(error) === undefined) throw error
    return true
  }
}
