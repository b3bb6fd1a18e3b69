import type { StoreContext } from '../store/store-context.ts'
import { ImportState } from './import-state.ts'
import { importers } from './importers.ts'
import type { FoundTool, ImportedTool, ImportsApi, SkippedImport } from './imports-api.ts'
import { selectUnits } from './select-units.ts'
import { writeImport } from './write-import.ts'

/** The imports into a home. */
export function openImports(context: StoreContext): ImportsApi {
  return {
    tools: importers.map(({ tool }) => tool),
    find(machine, selection = {}) {
      return selectUnits(importers, machine, selection).map(({ importer, places, units }): FoundTool => {
        const state = new ImportState(context, importer.tool)
        const fresh = units.filter((unit) => !state.isUnchanged(unit))
        const newest = Math.max(...units.map(({ mtimeMs }) => mtimeMs))
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
      })
    },
    async run(machine, { all = false, dryRun = false, onProgress, signal, ...selection } = {}) {
      const selected = selectUnits(importers, machine, selection)
      const totalBytes = selected.reduce((sum, { units }) => sum + sizeOf(units), 0)
      const tools: ImportedTool[] = []
      const skips: SkippedImport[] = []
      let doneBytes = 0
      let before = 0
      for (const { importer, units } of selected) {
        if (signal?.aborted === true) break
        const done = await writeImport(context, {
          importer,
          machine,
          units,
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

function sizeOf(units: readonly { readonly bytes: number }[]): number {
  return units.reduce((sum, { bytes }) => sum + bytes, 0)
}
