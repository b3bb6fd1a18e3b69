import { redactSecrets } from '../../text/redact-secrets.ts'
import { sanitiseLine } from '../../text/sanitise.ts'
import type { PlannedChange } from './plan-change.ts'

const widest = 200

/** The lines that change, with a few around them, as `diff -u` shows them; without what looks like a secret. */
export async function showChange({ before, after }: PlannedChange): Promise<readonly string[]> {
  const { structuredPatch } = await import('diff')
  const { hunks } = structuredPatch('', '', before ?? '', after, '', '', { context: 2 })
  return hunks.flatMap(({ lines }) =>
    lines.filter((line) => !line.startsWith('\\')).map((line) => cut(sanitiseLine(redactSecrets(line)))),
  )
}

function cut(line: string): string {
  return line.length > widest ? `${line.slice(0, widest)}…` : line
}
