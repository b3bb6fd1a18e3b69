import { join } from 'node:path'
import type { ImportMachine } from './importer.ts'
import { claudeFolders } from './shared/claude-folders.ts'
import { type Fields, fieldsOf, textOf } from './shared/fields.ts'
import { smallJson } from './shared/small-json.ts'

/** Days that both tools keep a history when nothing else is set. */
const DEFAULT = 30
const DAYS = { h: 1 / 24, d: 1, w: 7, m: 30 } as const

/**
 * Days after its last change at which a tool deletes a history of its own; undefined for one that deletes nothing, or
 * not any more.
 */
export function keepsDays(machine: ImportMachine, tool: string): number | undefined {
  const { environment, folder } = machine
  if (tool === 'claude-code') {
    const days = settingsIn(machine, claudeFolders(machine)[0])['cleanupPeriodDays']
    return typeof days === 'number' && Number.isFinite(days) && days >= 0 ? days : DEFAULT
  }
  if (tool === 'gemini-cli') {
    const place = join(environment['GEMINI_CLI_HOME'] || folder, '.gemini')
    const retention = fieldsOf(fieldsOf(settingsIn(machine, place)['general'])['sessionRetention'])
    if (retention['enabled'] === false) return undefined
    const [, count, unit] = /^(\d+)([hdwm])$/.exec(textOf(retention['maxAge']) ?? '') ?? []
    return count === undefined ? DEFAULT : Number(count) * DAYS[unit as keyof typeof DAYS]
  }
  return undefined
}

/** What a person set for a tool; nothing when that cannot be read. */
function settingsIn({ disk }: ImportMachine, folder: string): Fields {
  return fieldsOf(smallJson(disk, join(folder, 'settings.json')))
}
