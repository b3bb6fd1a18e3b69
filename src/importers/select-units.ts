import { sep } from 'node:path'
import { ChatCliError } from '../errors.ts'
import type { Importer, ImportMachine, ImportUnit } from './importer.ts'
import type { ImportSelection } from './imports-api.ts'
import { personFolders } from './person-folders.ts'
import { statThrough } from './shared/list-files.ts'

/** What is to be read of one tool. */
export interface SelectedTool {
  readonly importer: Importer
  readonly places: readonly string[]
  readonly units: readonly ImportUnit[]
}

export interface SelectedUnits {
  /** Tools without any unit are left out. */
  readonly tools: readonly SelectedTool[]
  /** Named paths that no importer claims. */
  readonly unclaimed: readonly string[]
}

/**
 * The units of a selection, by tool.
 *
 * @throws ChatCliError `usage` for a tool nobody knows, `not-found` for a path that is not there, or when no importer
 *   claims any of those that are named
 */
export function selectUnits(
  importers: readonly Importer[],
  machine: ImportMachine,
  { paths, tool, since = -Infinity }: ImportSelection,
): SelectedUnits {
  const wanted = importers.filter((importer) => tool === undefined || importer.tool === tool)
  if (wanted.length === 0) {
    const known = importers.map((importer) => importer.tool).join(', ')
    throw new ChatCliError('usage', `There is no importer "${tool}"`, { hint: `Use one of these: ${known}.` })
  }
  const found = new Map<Importer, Selected>()
  const unclaimed: string[] = []
  const take = (importer: Importer, place: string, units: Iterable<ImportUnit>): void => {
    const known = found.get(importer) ?? { places: [], units: new Map<string, ImportUnit>() }
    known.places.push(place)
    for (const unit of units)
      if (unit.mtimeMs >= since && !known.units.has(unit.key)) known.units.set(unit.key, unit)
    found.set(importer, known)
  }
  if (paths === undefined) {
    for (const importer of wanted)
      for (const root of importer.roots(machine)) take(importer, root, importer.units(machine, root))
  } else {
    for (const path of paths) {
      const people = personFolders(wanted, machine, path)
      for (const { roots } of people)
        for (const [importer, root] of roots) take(importer, root, importer.units(machine, root))
      if (people.some((person) => person.path === path)) continue
      const isOthers = (unit: ImportUnit): boolean =>
        people.some((person) => unit.path.startsWith(person.path + sep))
      const owners = claimants(wanted, machine, path)
      if (owners.length === 0 && people.length === 0) {
        if (paths.length === 1 || statThrough(machine.disk, path) === undefined) throw noHistory(path)
        unclaimed.push(path)
      }
      for (const [importer, units] of sharedOut(machine, path, owners)) {
        const own = units.filter((unit) => !isOthers(unit))
        if (own.length > 0 || people.length === 0) take(importer, path, own)
      }
    }
    if (unclaimed.length === paths.length && unclaimed[0] !== undefined) throw noHistory(unclaimed[0])
  }
  const tools = wanted.flatMap((importer) => {
    const { places = [], units } = found.get(importer) ?? {}
    return units === undefined || units.size === 0 ? [] : [{ importer, places, units: [...units.values()] }]
  })
  return { tools, unclaimed }
}

function noHistory(path: string): ChatCliError {
  return new ChatCliError('not-found', `${path} holds no history that can be imported`, {
    hint: 'Name a folder or a file of a tool; see which with: chatcli help import',
  })
}

interface Selected {
  readonly places: string[]
  readonly units: Map<string, ImportUnit>
}

/** Whose a named path is, if anybody's; what only looks like a conversation is nobody's in the place of a tool. */
function claimants(
  importers: readonly Importer[],
  machine: ImportMachine,
  path: string,
): readonly Importer[] {
  const isGuess = ({ capabilities }: Importer): boolean => capabilities.among === 'anything'
  const known = importers.filter((each) => !isGuess(each) && each.claims(machine, path))
  const hasPlace = known.some(({ capabilities }) => capabilities.among === undefined)
  const guessed = hasPlace ? [] : importers.filter((each) => isGuess(each) && each.claims(machine, path))
  return [...known, ...guessed]
}

/** Each file below a named path goes to the first importer that claims it, or else to the first that lists it. */
function sharedOut(
  machine: ImportMachine,
  path: string,
  importers: readonly Importer[],
): ReadonlyMap<Importer, readonly ImportUnit[]> {
  const listed = importers.map((importer) => [importer, [...importer.units(machine, path)]] as const)
  if (listed.length === 1) return new Map(listed)
  const owners = new Map<string, Importer>()
  for (const [importer, units] of listed)
    for (const unit of units)
      if (!owners.has(unit.path) && importer.claims(machine, unit.path)) owners.set(unit.path, importer)
  for (const [importer, units] of listed)
    for (const unit of units) if (!owners.has(unit.path)) owners.set(unit.path, importer)
  return new Map(
    listed.map(([importer, units]) => [importer, units.filter((unit) => owners.get(unit.path) === importer)]),
  )
}
