import { describe, expect, it } from 'vitest'
import { makeSlot, openSlot, unwrapOlder, wrapOlder } from './key-slot.ts'
import { masterKeyOf } from './master-key.ts'

const master = masterKeyOf(Buffer.alloc(32, 7))
const cost = { n: 1024, r: 8, p: 1 }
const slot = makeSlot(master, 'cão e gato', '2026-06-01T00:00:00.000Z', cost)

describe('a passphrase', () => {
  it('opens the key, however its accents were typed', () => {
    expect(openSlot(slot, 'cão e gato'.normalize('NFD'))).toEqual(master)
    expect(openSlot(slot, 'cao e gato')).toBeUndefined()
  })

  it('does not open what was changed, nor work for ever on what asks for it', () => {
    expect(openSlot({ ...slot, key: '0'.repeat(16) }, 'cão e gato')).toBeUndefined()
    expect(openSlot({ ...slot, n: 512 }, 'cão e gato')).toBeUndefined()
    expect(openSlot({ ...slot, n: 2 ** 40 }, 'cão e gato')).toBeUndefined()
    expect(openSlot({ ...slot, n: -1 }, 'cão e gato')).toBeUndefined()
  })

  it('costs 128 MiB where nothing else is asked for', () => {
    const full = makeSlot(master, 'cão e gato', '2026-06-01T00:00:00.000Z')
    expect(full).toMatchObject({ kdf: 'scrypt', n: 2 ** 17, r: 8, p: 1 })
    expect(openSlot(full, 'cão e gato')).toEqual(master)
  })

  it('has another salt each time', () => {
    expect(makeSlot(master, 'cão e gato', '', cost).salt).not.toBe(slot.salt)
  })

  it('leads to the keys of before', () => {
    const older = masterKeyOf(Buffer.alloc(32, 6))
    const wrapped = wrapOlder(older, master)
    expect(unwrapOlder(wrapped, master)).toEqual(older)
    expect(unwrapOlder(wrapped, older)).toBeUndefined()
    expect(unwrapOlder({ ...wrapped, key: master.id }, master)).toBeUndefined()
  })
})
