import type { StoreContext } from '../store/store-context.ts'
import type { ImportState } from './import-state.ts'
import type { Importer, ImportMachine, ImportUnit } from './importer.ts'
import type { ImportedTool, SkippedImport } from './imports-api.ts'
import { SessionWriter } from './session-writer.ts'
import { type ReadUnit, UnitReader } from './unit-reader.ts'

export interface WriteImportOptions {
  readonly importer: Importer
  readonly machine: ImportMachine
  readonly units: readonly ImportUnit[]
  /** What is known of earlier imports of the tool. */
  readonly state: ImportState
  /** Reads everything again, also what did not change. */
  readonly all: boolean
  readonly dryRun: boolean
  /** Called now and then while a unit is read, and behind it with all its bytes. */
  readonly onRead: (bytes: number, newSessions: number, isOver: boolean) => void
  /** Lets everything else in this process go on. */
  readonly pause: (() => Promise<void>) | undefined
  /** Sessions after which what is written is put in place. */
  readonly batch: number | undefined
  /** Stops it at once; what was read to its end is kept. */
  readonly signal: AbortSignal | undefined
}

/** What came of the units of one tool. */
export interface WriteImportResult {
  readonly tool: ImportedTool
  readonly skips: readonly SkippedImport[]
}

/**
 * Reads units of one tool and makes sessions of what they hold. How far each was read is noted last, once the sessions
 * are on the device, so an import that was cut off is done again and doubles nothing.
 *
 * @throws ChatCliError `storage`
 */
export async function writeImport(
  context: StoreContext,
  options: WriteImportOptions,
): Promise<WriteImportResult> {
  const { importer, units, state, all, dryRun, batch, onRead, signal } = options
  const skips: SkippedImport[] = []
  const counts = { imported: 0, unchanged: 0, skipped: 0, newSessions: 0, grownSessions: 0, newMessages: 0 }
  let run: UnitReader | undefined
  const noted: { readonly unit: ImportUnit; readonly done: ReadUnit }[] = []
  const leftOut = new Set<string>()
  const onPlaced = (left: readonly string[]): void => {
    for (const id of left) leftOut.add(id)
    for (const { unit, done } of noted.splice(0)) {
      if (done.sessions.some((id) => leftOut.has(id))) {
        const detail = 'its session was changed meanwhile; the next import takes it'
        skips.push({
          tool: importer.tool,
          path: unit.path,
          offset: undefined,
          reason: 'not-writable',
          detail,
        })
      } else if (done.isWhole) state.noteUnit(unit, done.cursor, done.as)
    }
    if (!dryRun) state.save()
  }
  let writer: SessionWriter | undefined
  try {
    for (const unit of units) {
      if (signal?.aborted === true) break
      if (!all && state.isUnchanged(unit)) {
        counts.unchanged++
        continue
      }
      writer ??= new SessionWriter(context, {
        onPlaced,
        dryRun,
        batch,
        bySaidKey: importer.capabilities.copiesByWords === true,
      })
      const made = counts.newSessions
      run ??= new UnitReader({ ...options, writer })
      const done = await run.read(unit, (bytes) => onRead(bytes, made, false))
      if (done === undefined) break
      skips.push(...done.skips)
      counts.newSessions += done.newSessions
      counts.grownSessions += done.grownSessions
      counts.newMessages += done.newMessages
      counts[
        done.newSessions + done.grownSessions > 0
          ? 'imported'
          : done.skips.length > 0 && done.isNothing
            ? 'skipped'
            : 'unchanged'
      ]++
      noted.push({ unit, done })
      onRead(unit.bytes, counts.newSessions, true)
      if (writer.isFull) await writer.place()
    }
  } finally {
    await writer?.close()
  }
  const read = counts.imported + counts.unchanged + counts.skipped
  return { tool: { tool: importer.tool, label: importer.label, units: read, ...counts }, skips }
}
