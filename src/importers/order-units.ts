import type { Importer, ImportMachine, ImportUnit } from './importer.ts'

/**
 * Units in the order in which they are read: newest first, so that a person soon finds what is most wanted. What belongs
 * together is read oldest first, at the place of its newest unit: files of one conversation, since what is added comes
 * behind what is there; a session and its copies, since the copy gives only what the other one does not have; and
 * everything whose place does not tell what it holds.
 */
export function orderUnits(
  importer: Importer,
  machine: ImportMachine,
  units: readonly ImportUnit[],
): readonly ImportUnit[] {
  const kinOf = ({ id }: ImportUnit, head: string | undefined): string => head ?? `id ${id ?? ''}`
  const groups = new Map<string, ImportUnit[]>()
  // Of copies that cannot be told, any may be one of any other.
  const { copies, copiesByWords } = importer.capabilities
  const isMixed = (copies === true || copiesByWords === true) && importer.head === undefined
  for (const unit of units) {
    const key = isMixed ? '' : kinOf(unit, importer.head?.(machine, unit))
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [unit])
    else group.push(unit)
  }
  for (const group of groups.values()) group.sort((a, b) => a.mtimeMs - b.mtimeMs || (a.key < b.key ? -1 : 1))
  const newest = (group: readonly ImportUnit[]): number => group.at(-1)?.mtimeMs ?? 0
  return [...groups.values()].sort((a, b) => newest(b) - newest(a)).flat()
}
