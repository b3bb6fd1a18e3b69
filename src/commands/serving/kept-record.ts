import { type Mode, modes } from '../../agent/modes.ts'
import type { ChosenModel } from '../chat/chat.ts'

/** What is kept of a conversation of a client beside what was said in it. Times are milliseconds since the epoch. */
export interface KeptRecord {
  readonly version: 1
  readonly id: string
  /** Hash of who it belongs to. */
  readonly owner: string
  readonly surface: 'mcp' | 'acp'
  readonly cwd: string
  readonly mode: Mode
  /** The model that was chosen in it, where that is not the one of the settings. */
  readonly chosen?: ChosenModel | undefined
  /** The session it is bound to. */
  readonly session?: string | undefined
  /** The transcript it is in; undefined while nothing was said. */
  readonly transcript?: string | undefined
  /** The session it branched from, while nothing was said since. */
  readonly from?: string | undefined
  /** The name of the rolling session it is kept in while it is bound to none. */
  readonly mirror: string
  /** Goes up whenever the client goes on in another conversation. */
  readonly generation: number
  readonly messages: number
  readonly title: string
  readonly createdAt: number
  readonly updatedAt: number
}

/** Reads one; undefined for what is none, or of a later version. */
export function parseKeptRecord(text: string): KeptRecord | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const record = value as Record<string, unknown>
  const isWhole =
    record['version'] === 1 &&
    ['id', 'owner', 'cwd', 'mirror', 'title'].every((key) => typeof record[key] === 'string') &&
    ['generation', 'messages', 'createdAt', 'updatedAt'].every((key) => Number.isFinite(record[key])) &&
    ['session', 'transcript', 'from'].every((key) => ['string', 'undefined'].includes(typeof record[key])) &&
    isChosen(record['chosen']) &&
    ['mcp', 'acp'].includes(String(record['surface'])) &&
    modes.some((mode) => mode === String(record['mode']))
  return isWhole ? (value as KeptRecord) : undefined
}

function isChosen(value: unknown): boolean {
  if (value === undefined) return true
  if (typeof value !== 'object' || value === null) return false
  const { provider, model } = value as Readonly<Record<string, unknown>>
  return [provider, model].every((one) => ['string', 'undefined'].includes(typeof one))
}
