import { randomBytes, scryptSync } from 'node:crypto'
import { gcmOpen, gcmSeal, nonceBytes } from './gcm.ts'
import { type MasterKey, masterKeyOf } from './master-key.ts'

/** A master key, wrapped with a key that scrypt (RFC 7914) makes of a passphrase. Bytes are in base64. */
export interface KeySlot {
  readonly kdf: 'scrypt'
  readonly n: number
  readonly r: number
  readonly p: number
  readonly salt: string
  readonly nonce: string
  readonly wrapped: string
  /** Id of the key inside. */
  readonly key: string
  /** ISO 8601. */
  readonly at: string
}

/** A key that was replaced, wrapped with the one that replaced it. */
export interface OlderKey {
  readonly key: string
  readonly under: string
  readonly nonce: string
  readonly wrapped: string
}

/** What scrypt is to cost, as RFC 7914 names it. */
export type SlotCost = Readonly<Record<'n' | 'r' | 'p', number>>

/** 128 MiB and about half a second on a common machine. */
const slotCost: SlotCost = { n: 2 ** 17, r: 8, p: 1 }
/** A slot that asks for more was not made by this program. */
const most = { n: 2 ** 20, r: 16, p: 4 }

/** @param cost less than {@link slotCost} for tests only */
export function makeSlot(
  { id, bytes }: MasterKey,
  passphrase: string,
  at: string,
  cost: SlotCost = slotCost,
): KeySlot {
  const salt = randomBytes(32)
  const nonce = randomBytes(nonceBytes)
  const { n, r, p } = cost
  const wrapped = gcmSeal(slotKey(passphrase, salt, cost), nonce, slotAad(id, cost), bytes)
  const [saltText, nonceText, text] = [salt, nonce, wrapped].map((part) => part.toString('base64'))
  return {
    kdf: 'scrypt',
    n,
    r,
    p,
    salt: saltText ?? '',
    nonce: nonceText ?? '',
    wrapped: text ?? '',
    key: id,
    at,
  }
}

/** The key in a slot; undefined when the passphrase is another one, or the slot was changed. */
export function openSlot(slot: KeySlot, passphrase: string): MasterKey | undefined {
  const { n, r, p } = slot
  const isSane = [n, r, p].every((value) => Number.isSafeInteger(value) && value > 0)
  if (slot.kdf !== 'scrypt' || !isSane || n > most.n || r > most.r || p > most.p) return undefined
  const key = slotKey(passphrase, Buffer.from(slot.salt, 'base64'), slot)
  const bytes = gcmOpen(
    key,
    Buffer.from(slot.nonce, 'base64'),
    slotAad(slot.key, slot),
    Buffer.from(slot.wrapped, 'base64'),
  )
  const master = bytes?.length === 32 ? masterKeyOf(bytes) : undefined
  return master?.id === slot.key ? master : undefined
}

export function wrapOlder(older: MasterKey, under: MasterKey): OlderKey {
  const nonce = randomBytes(nonceBytes)
  const wrapped = gcmSeal(under.bytes, nonce, olderAad(older.id, under.id), older.bytes)
  return {
    key: older.id,
    under: under.id,
    nonce: nonce.toString('base64'),
    wrapped: wrapped.toString('base64'),
  }
}

export function unwrapOlder(
  { key, under, nonce, wrapped }: OlderKey,
  master: MasterKey,
): MasterKey | undefined {
  if (under !== master.id) return undefined
  const aad = olderAad(key, under)
  const bytes = gcmOpen(master.bytes, Buffer.from(nonce, 'base64'), aad, Buffer.from(wrapped, 'base64'))
  return bytes === undefined ? undefined : masterKeyOf(bytes)
}

function slotKey(passphrase: string, salt: Uint8Array, { n, r, p }: SlotCost): Buffer {
  // The same passphrase from another keyboard may have its accents apart.
  return scryptSync(passphrase.normalize('NFKC'), salt, 32, { N: n, r, p, maxmem: 256 * n * r })
}

function slotAad(id: string, { n, r, p }: SlotCost): Buffer {
  return Buffer.from(JSON.stringify(['chatcli/slot/1', id, n, r, p]))
}

function olderAad(key: string, under: string): Buffer {
  return Buffer.from(JSON.stringify(['chatcli/older/1', key, under]))
}
