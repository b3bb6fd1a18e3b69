import { join } from 'node:path'
import type { ImportMachine } from '../importer.ts'
import { errorCode } from '../../disk/error-code.ts'
import { textOf } from '../shared/fields.ts'
import { jsonLines } from '../shared/json-lines.ts'
import { wellFormed } from '../shared/well-formed.ts'

/** Names of threads in the index beside the rollouts, by thread: the last one counts. Newer versions write none. */
export function threadNames(machine: ImportMachine, home: string): ReadonlyMap<string, string> {
  const { disk } = machine
  const names = new Map<string, string>()
  try {
    const fd = disk.openRead(join(home, 'session_index.jsonl'))
    try {
      for (const { fields } of jsonLines(disk, fd, { now: machine.now() })) {
        const [id, name] = [textOf(fields?.['id']), textOf(fields?.['thread_name'])]
        if (id !== undefined && name !== undefined) names.set(id, wellFormed(name))
      }
    } finally {
      disk.close(fd)
    }
  } catch (error) {
    if (errorCode(error) === undefined) throw error
  }
  return names
}
