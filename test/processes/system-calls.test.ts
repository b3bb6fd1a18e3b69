import { realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { buildWorker } from './build-worker.ts'
import { canRecord, recordCalls, type SystemCall } from './system-calls.ts'

const isWrite = ({ name }: SystemCall): boolean => name === 'write' || name === 'pwrite64'

/** Where somebody is told something. */
function tellings(calls: readonly SystemCall[], word: string): number[] {
  return calls.flatMap((call, i) => (isWrite(call) && call.text.includes(`"${word}\\n"`) ? [i] : []))
}

/** Files written, and folders given names, that were not synced behind that before place `end`. */
function notSynced(calls: readonly SystemCall[], end: number, home: string): string[] {
  const dirty = new Set<string>()
  for (const call of calls.slice(0, end)) {
    const { name, path } = call
    // Hints, which nothing waits for.
    if (!path.startsWith(home) || path.includes('/state/')) continue
    if (isWrite(call)) dirty.add(path)
    else if (name === 'fsync' || name === 'fdatasync') dirty.delete(path)
    else if (name.startsWith('link') || name.startsWith('rename')) dirty.add(dirname(path))
    else if (name === 'openat' && call.text.includes('O_CREAT')) dirty.add(dirname(path))
  }
  return [...dirty]
}

describe('the system calls of a save and an append', () => {
  it.skipIf(!canRecord())(
    'sync files and folders before anybody is told (skipped where strace cannot trace)',
    async () => {
      const worker = await buildWorker()
      try {
        const home = join(realpathSync(worker.folder), 'home')
        const calls = recordCalls(worker.script, 'save', home, join(worker.folder, 'calls.txt'))
        const [saved] = tellings(calls, 'saved')
        const appended = tellings(calls, 'appended')
        expect(appended).toHaveLength(2)
        for (const end of [saved ?? 0, ...appended]) expect(notSynced(calls, end, home)).toEqual([])
        const firstWrite = calls.findIndex((call) => isWrite(call) && call.path.startsWith(home))
        expect(notSynced(calls, firstWrite + 1, home)).not.toEqual([])
        // What is checked did happen: the session got its name by a link, and lines went to the transcript.
        const before = calls.slice(0, saved)
        expect(
          before.some(({ name, path }) => name.startsWith('link') && path.endsWith('/sessions/new.json')),
        ).toBe(true)
        const between = calls.slice(appended[0], appended[1])
        expect(
          between.filter(isWrite).filter(({ path }) => path.endsWith('.jsonl') && !path.includes('/state/')),
        ).toHaveLength(1)
        expect(between.filter(({ name }) => name === 'fsync')).toHaveLength(1)
      } finally {
        worker.remove()
      }
    },
  )
})
