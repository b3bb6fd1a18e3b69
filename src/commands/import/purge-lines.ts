import type { FoundTool } from '../../chatcli.ts'
import type { Catalogue } from '../../text/catalogue.ts'

/** A warning for each tool that is about to delete what was not imported yet. */
export function purgeLines(found: readonly FoundTool[], { import: text }: Catalogue): readonly string[] {
  return found.flatMap(({ label, keepsDays, going }) =>
    keepsDays === undefined || going === 0 ? [] : [text.going(label, going, wholeDays(keepsDays))],
  )
}

/** A word on each tool that deletes its histories, for whoever imports now and then. */
export function keepingLines(found: readonly FoundTool[], { import: text }: Catalogue): readonly string[] {
  const lines = found.flatMap(({ label, keepsDays }) =>
    keepsDays === undefined ? [] : [text.keeps(label, wholeDays(keepsDays))],
  )
  return lines.length === 0 ? [] : [...lines, text.keepUp]
}

function wholeDays(days: number): number {
  return Math.ceil(days)
}
