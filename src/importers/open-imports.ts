import type { StoreContext } from '../store/store-context.ts'
import { ImportState } from './import-state.ts'
import type { ImportMachine, ImportUnit } from './importer.ts'
import { importers } from './importers.ts'
import type { FoundTool, ImportedTool, ImportSelection, ImportsApi, SkippedImport } from './imports-api.ts'
import { keepsDays } from './keeps-days.ts'
import { noteGone } from './note-gone.ts'
import { orderUnits } from './order-units.ts'
import { type SelectedTool, selectUnits } from './select-units.ts'
import { watchImports } from './watch-imports.ts'
import { writeImport } from './write-import.ts'

const DAY = 86_400_000
/** Days before a tool deletes something from which on that is told. */
const SOON = 7

/** What was found, and what is known of it. */
interface Look {
  readonly machine: ImportMachine
  readonly selection: string
  readonly tools: readonly (SelectedTool & { readonly state: ImportState })[]
  readonly unclaimed: readonly string[]
}

/** The imports into a home. */
export function openImports(context: StoreContext): ImportsApi {
  let last: Look | undefined
  const states = new Map<string, ImportState>()
  const stateOf = (tool: string): ImportState => {
    const known = states.get(tool)
    const state = known?.isCurrent() === true ? known : new ImportState(context, tool)
    states.set(tool, state)
    return state
  }
  /** An import follows a look at the same things: a store of 20,000 files is not looked through twice for that. */
  const look = (machine: ImportMachine, given: ImportSelection): Look => {
    const { paths, tool, since } = given
    const selection = JSON.stringify([paths, tool, since])
    if (last?.machine === machine && last.selection === selection) return last
    const { tools, unclaimed } = selectUnits(importers, machine, given)
    const withState = tools.map((selected) => ({ ...selected, state: stateOf(selected.importer.tool) }))
    last = { machine, selection, tools: withState, unclaimed }
    return last
  }
  const find: ImportsApi['find'] = (machine, selection = {}) => {
    last = undefined
    return look(machine, selection).tools.map((found) => foundTool(machine, found))
  }
  const run: ImportsApi['run'] = async (machine, options = {}) => {
    const {
      all = false,
      dryRun = false,
      onProgress,
      signal,
      pause,
      batch,
      mostUnitBytes,
      ...selection
    } = options
    const { tools: selected, unclaimed } = look(machine, selection)
    last = undefined
    const tools: ImportedTool[] = []
    const skips: SkippedImport[] = unclaimed.map((path) => {
      return { tool: undefined, path, offset: undefined, reason: 'not-a-history', detail: undefined }
    })
    let doneBytes = 0
    let before = 0
    const works = selected.map(({ importer, units, state: known }) => {
      // What a dry run finds out is not known afterwards: nothing of it is there.
      const state = dryRun ? new ImportState(context, importer.tool) : known
      const isKnown = (unit: ImportUnit): boolean => !all && state.isUnchanged(unit)
      const isSmall = (unit: ImportUnit): boolean =>
        mostUnitBytes === undefined || unit.bytes - (state.unit(unit.key)?.bytes ?? 0) <= mostUnitBytes
      const fresh = units.filter((unit) => !isKnown(unit) && isSmall(unit))
      return { importer, state, known: units.filter(isKnown), fresh }
    })
    const totalBytes = works.reduce((sum, { fresh }) => sum + sizeOf(fresh), 0)
    for (const { importer, state, known, fresh } of works) {
      if (signal?.aborted === true) break
      const units = [...known, ...orderUnits(importer, machine, fresh)]
      const done = await writeImport(context, {
        importer,
        machine,
        units,
        state,
        all,
        dryRun,
        signal,
        pause,
        batch,
        onRead(bytes, made, isOver) {
          onProgress?.({
            label: importer.label,
            doneBytes: doneBytes + bytes,
            totalBytes,
            newSessions: before + made,
          })
          if (isOver) doneBytes += bytes
        },
      })
      before += done.tool.newSessions
      tools.push(done.tool)
      skips.push(...done.skips)
    }
    const isStopped = signal?.aborted === true
    const { paths, since, tool } = selection
    const isWhole = paths === undefined && since === undefined && !dryRun && !isStopped
    const looked = importers
      .filter((importer) => tool === undefined || importer.tool === tool)
      .map((importer) => ({
        importer,
        units: selected.find((each) => each.importer === importer)?.units ?? [],
        state: stateOf(importer.tool),
      }))
    return { tools, skips, isStopped, gone: isWhole ? noteGone(context, machine, looked) : undefined }
  }
  return {
    tools: importers.map(({ tool }) => tool),
    find,
    run,
    watch: (machine, options) => watchImports({ find, run }, machine, options),
    noteExport({ tool, id, family }) {
      const state = stateOf(tool)
      state.noteOrigin(id, family)
      state.save()
    },
    present: (machine) =>
      importers.filter((importer) => importer.roots(machine).length > 0).map(({ label }) => label),
  }
}

function foundTool(
  machine: ImportMachine,
  { importer, places, units, state }: Look['tools'][number],
): FoundTool {
  const fresh = units.filter((unit) => !state.isUnchanged(unit))
  const newest = units.reduce((latest, { mtimeMs }) => Math.max(latest, mtimeMs), -Infinity)
  const days = keepsDays(machine, importer.tool)
  const soon = machine.now() - ((days ?? Infinity) - SOON) * DAY
  return {
    tool: importer.tool,
    label: importer.label,
    places,
    units: units.length,
    bytes: sizeOf(units),
    newestAt: Number.isFinite(newest) ? newest : undefined,
    fresh: fresh.length,
    freshBytes: sizeOf(fresh),
    keepsDays: days,
    going: fresh.filter(({ mtimeMs }) => mtimeMs < soon).length,
  }
}

function sizeOf(units: readonly { readonly bytes: number }[]): number {
  return units.reduce((sum, { bytes }) => sum + bytes, 0)
}
