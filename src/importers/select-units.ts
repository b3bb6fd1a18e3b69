import { ChatCliError } from '../errors.ts'
import type { Importer, ImportMachine, ImportUnit } from './importer.ts'
import type { ImportSelection } from './imports-api.ts'

/** What is to be read of one tool. */
export interface SelectedTool {
  readonly importer: Importer
  readonly places: readonly string[]
  readonly units: readonly ImportUnit[]
}

/**
 * The units of a selection, by tool; tools without any are left out.
 *
 * @throws ChatCliError `usage` for a tool nobody knows, `not-found` for a path that no importer claims
 */
export function selectUnits(
  importers: readonly Importer[],
  machine: ImportMachine,
  { paths, tool, since = -Infinity }: ImportSelection,
): readonly SelectedTool[] {
  const wanted = importers.filter((importer) => tool === undefined || importer.tool === tool)
  if (wanted.length === 0) {
    const known = importers.map((importer) => importer.tool).join(', ')
    throw new ChatCliError('usage', `There is no importer "${tool}"`, { hint: `Use one of these: ${known}.` })
  }
  const claimed = paths?.map((path) => {
    const importer = wanted.find((each) => each.claims(machine, path))
    if (importer !== undefined) return { importer, path }
    throw new ChatCliError('not-found', `${path} holds no history that can be imported`, {
      hint: 'Name a folder or a file of a tool; see which with: chatcli help import',
    })
  })
  return wanted.flatMap((importer) => {
    const places =
      claimed?.filter((each) => each.importer === importer).map(({ path }) => path) ?? importer.roots(machine)
    const units = new Map<string, ImportUnit>()
    for (const place of places) {
      for (const unit of importer.units(machine, place)) {
        if (unit.mtimeMs >= since && !units.has(unit.key)) units.set(unit.key, unit)
      }
    }
    return units.size === 0 ? [] : [{ importer, places, units: [...units.values()] }]
  })
}
