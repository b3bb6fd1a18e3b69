import { sha256 } from './message-hash.ts'
import { HISTORY_KEYS, SESSION_KEYS, type SessionFile } from './session-file.ts'

/**
 * The text of a session file: the keys in their fixed order (so that the first kilobytes tell what a list needs),
 * then the histories, then the fields of other programs.
 */
export function encodeSession(file: SessionFile): string {
  const { other, chat_history, ...known } = file
  const fields: Record<string, unknown> = {}
  for (const key of SESSION_KEYS) if (known[key] !== undefined) fields[key] = known[key]
  const histories = { chat_history, agent_history: [], coder_history: [], shared_memory: [] }
  const kept = Object.entries(other).filter(([key]) => !Object.hasOwn(fields, key))
  return JSON.stringify({ ...fields, ...histories, ...Object.fromEntries(kept) }, undefined, 2)
}

/** Hex SHA-256 over every known field of a session file: when it does not match, another hand changed the file. */
export function snapshotHash(file: SessionFile): string {
  const known = SESSION_KEYS.filter((key) => key !== 'snapshot_hash').map((key) => file[key] ?? null)
  return sha256(JSON.stringify([HISTORY_KEYS, known, file.chat_history]))
}
