import { expect, it } from 'vitest'
import { openBlocks } from './block-file.ts'
import { openFile } from './file-container.ts'
import { parseKeyring } from './keyring.ts'
import { openLine, readSealedLine } from './sealed-line.ts'

// Made by another program (Python, `cryptography` 48) from docs/attack-model.md: the forms are not this code's alone.
const keys = parseKeyring({
  key: Buffer.from(Uint8Array.from({ length: 32 }, (_, i) => i)).toString('base64'),
})
const file = Buffer.from(
  [
    '43484154434c495f454e435f76320a019e6385c3f3e4d0b56465666768696a6b6c6d6e6f707172737475767778',
    '797a7b7c7d7e7f808182830474722d31558ba4918ad624beb24260a0766937e9c35fb328212c',
  ].join(''),
  'hex',
)
const blocks = Buffer.from(
  [
    '43484154434c495f454e435f76320a029e6385c3f3e4d0b56465666768696a6b6c6d6e6f707172737475767778',
    '797a7b7c7d7e7f8081828305612e73656781dda97f55195021a90ec980302a3afd70a22a828fb8',
  ].join(''),
  'hex',
)
const line = Buffer.from(
  [
    '{"v":1,"w":"ab","n":3,"k":"9e6385c3f3e4d0b5","p":"","nonce":"AAECAwQFBgcICQoL","c":"kTpLjL',
    'sFRef2RjcMZenseEj9HgKwb6A=","crc":"bc3afc88"}',
  ].join(''),
)

it('opens what another program sealed', () => {
  expect(keys.current?.id).toBe('9e6385c3f3e4d0b5')
  expect(openFile(keys, { kind: 'session', id: 'tr-1' }, file, 'f').bytes.toString()).toBe('walrus')
  const reader = openBlocks(keys, { kind: 'index', id: 'a.seg' }, blocks, blocks.length, 'b')
  const { offset, length } = reader.place(0)
  expect(reader.open(0, blocks.subarray(offset, offset + length)).toString()).toBe('ledger')
  const read = readSealedLine(line)
  expect(read && openLine(keys, { kind: 'transcript', id: 'tr-1' }, read)).toMatchObject({
    status: 'open',
    bytes: Buffer.from('{"v":1}'),
  })
})
