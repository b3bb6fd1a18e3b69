import { jsonValueIfAny, numberValue, textValue } from '../shared/database-values.ts'
import { fieldsOf } from '../shared/fields.ts'
import type { ForeignRow } from '../shared/foreign-database.ts'

/** Seconds by which a session may seem to begin before the one it continues ended. */
const SLACK = 1

/**
 * What a session with a parent is: a compaction splits a session, and a branch leaves one, so both go on; all others were
 * begun for a task.
 */
export function sessionOrigin(
  row: ForeignRow,
  parent: ForeignRow | undefined,
): 'sub-agent' | 'fork' | undefined {
  if (textValue(row['parent_session_id']) === undefined) return undefined
  const config = fieldsOf(jsonValueIfAny(row['model_config']))
  if (config['_delegate_from'] !== undefined || row['source'] === 'tool') return 'sub-agent'
  if (config['_branched_from'] !== undefined) return 'fork'
  const reason = textValue(parent?.['end_reason'])
  const [startedAt, endedAt] = [numberValue(row['started_at']), numberValue(parent?.['ended_at'])]
  const isBehind = startedAt === undefined || endedAt === undefined || startedAt + SLACK >= endedAt
  const goesOn = reason === 'compression' || reason === 'branched'
  return goesOn && isBehind ? 'fork' : 'sub-agent'
}
