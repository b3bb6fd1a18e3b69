import type { StoreContext } from '../store/store-context.ts'
import { ImportState } from './import-state.ts'
import type { ImportMachine } from './importer.ts'
import { importers } from './importers.ts'
import type { FoundTool, ImportedTool, ImportSelection, ImportsApi, SkippedImport } from './imports-api.ts'
import { type SelectedTool, selectUnits } from './select-units.ts'
import { writeImport } from './write-import.ts'

/** What was found, and what is known of it. */
interface Look {
  readonly machine: ImportMachine
  readonly selection: string
  readonly tools: readonly (SelectedTool & { readonly state: ImportState })[]
}

/** The imports into a home. */
export function openImports(context: StoreContext): ImportsApi {
  let last: Look | undefined
  /** An import follows a look at the same things: a store of 20,000 files is not looked through twice for that. */
  const look = (machine: ImportMachine, { paths, tool, since }: ImportSelection): Look['tools'] => {
    const selection = JSON.stringify([paths, tool, since])
    if (last?.machine === machine && last.selection === selection) return last.tools
    const tools = selectUnits(importers, machine, {
      ...(paths === undefined ? {} : { paths }),
      ...(tool === undefined ? {} : { tool }),
      ...(since === undefined ? {} : { since }),
    }).map((selected) => ({ ...selected, state: new ImportState(context, selected.importer.tool) }))
    last = { machine, selection, tools }
    return tools
  }
  return {
    tools: importers.map(({ tool }) => tool),
    find: (machine, selection = {}) => look(machine, selection).map(foundTool),
    async run(machine, { all = false, dryRun = false, onProgress, signal, ...selection } = {}) {
      const selected = look(machine, selection)
      last = undefined
      const totalBytes = selected.reduce((sum, { units }) => sum + sizeOf(units), 0)
      const tools: ImportedTool[] = []
      const skips: SkippedImport[] = []
      let doneBytes = 0
      let before = 0
      for (const { importer, units, state } of selected) {
        if (signal?.aborted === true) break
        const done = await writeImport(context, {
          importer,
          machine,
          units,
          state,
          all,
          dryRun,
          signal,
          onUnit({ bytes }, made) {
            doneBytes += bytes
            onProgress?.({ label: importer.label, doneBytes, totalBytes, newSessions: before + made })
          },
        })
        before += done.tool.newSessions
        tools.push(done.tool)
        skips.push(...done.skips)
      }
      return { tools, skips, isStopped: signal?.aborted === true }
    },
  }
}

function foundTool({ importer, places, units, state }: Look['tools'][number]): FoundTool {
  const fresh = units.filter((unit) => !state.isUnchanged(unit))
  const newest = units.reduce((latest, { mtimeMs }) => Math.max(latest, mtimeMs), -Infinity)
  return {
    tool: importer.tool,
    label: importer.label,
    places,
    units: units.length,
    bytes: sizeOf(units),
    newestAt: Number.isFinite(newest) ? newest : undefined,
    fresh: fresh.length,
    freshBytes: sizeOf(fresh),
  }
}

function sizeOf(units: readonly { readonly bytes: number }[]): number {
  return units.reduce((sum, { bytes }) => sum + bytes, 0)
}
