import type { Draft } from './draft.ts'
import { type Limits, fixedEntries } from './limits.ts'
import { toolGroups } from './tool-groups.ts'

/**
 * The places of the messages that one summary may stand for, in order: all but those that stay as they are, see
 * {@link fixedEntries}, and those that belong to one of them.
 */
export function middleOf(draft: Draft, limits: Limits): readonly number[] {
  const groups = toolGroups(draft.map(({ message }) => message))
  const fixed = fixedEntries(draft, limits)
  const staying = new Set(groups.filter((_, i) => fixed[i] === true))
  return groups.flatMap((group, i) => (staying.has(group) ? [] : [i]))
}
