import { readSealedLine, sealLine } from '../../src/seal/sealed-line.ts'
import { masterKeyOf } from '../../src/seal/master-key.ts'

/** Seals the same lines of one transcript as every other such process, under one key, and prints their nonces. */
const count = Number(process.argv[2])
const master = masterKeyOf(Buffer.alloc(32, 7))
const place = { kind: 'transcript', id: 'tr-1' }
const plain = Buffer.from('{"v":1}')
const nonces = Array.from({ length: count }, (_, n) => {
  const { text } = sealLine(master, place, { w: 'ab', n, p: '' }, plain)
  return readSealedLine(Buffer.from(text))?.nonce ?? 'unreadable'
})
process.stdout.write(`${nonces.join('\n')}\n`)
