import { ChatCliError } from '../errors.ts'
import type { ImportMachine } from './importer.ts'
import type { ImportsApi, ImportResult, WatchImportOptions } from './imports-api.ts'

/** Milliseconds between two looks, at least; what a tool writes meanwhile is taken at once. */
const LEAST = 2000
const MOST = 60_000
/** A look may take this part of the time at most: a store of 20,000 files takes longer than one of ten. */
const SHARE = 1 / 30
/** Sessions that are put in place at once: whoever watches wants to find them soon. */
const BATCH = 50

/**
 * Looks for what is new and imports it, until the signal is given. Looking is nothing but names and times of files, so it
 * notices folders that appear later, and never misses what was written while it was not there.
 *
 * @throws as `ImportsApi.find`, when it begins
 */
export async function watchImports(
  imports: Pick<ImportsApi, 'find' | 'run'>,
  machine: ImportMachine,
  { signal, wait, pause, onPass, onError, ...selection }: WatchImportOptions,
): Promise<void> {
  const told = new Set<string>()
  const news = (result: ImportResult): ImportResult => {
    const skips = result.skips.filter(({ path, offset, reason }) => {
      const key = `${reason} ${offset ?? ''} ${path}`
      const isNew = reason !== 'unfinished' && !told.has(key)
      if (isNew) told.add(key)
      return isNew
    })
    return { ...result, skips }
  }
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    const start = machine.now()
    let took = 0
    try {
      const found = imports.find(machine, selection)
      took = machine.now() - start
      if (found.some(({ fresh }) => fresh > 0)) {
        const options = { ...selection, signal, batch: BATCH, ...(pause === undefined ? {} : { pause }) }
        const result = news(await imports.run(machine, options))
        const isNews = result.tools.some(({ newMessages, newSessions }) => newMessages + newSessions > 0)
        if (isNews || result.skips.length > 0) onPass(result)
        // A database is copied whole for the little that is new in it; what is left out again and again is read each time.
        if (!isFirst || !isNews) took = machine.now() - start
      }
    } catch (error) {
      if (!(error instanceof ChatCliError) || (isFirst && error.code !== 'storage')) throw error
      // A place may be gone for a while, a disk full.
      if (error.code !== 'not-found') onError(error)
    }
    await wait(Math.min(MOST, Math.max(LEAST, took / SHARE)), signal)
  }
}
