import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../disk/seeded-random.ts'
import { foreignFile } from './foreign-file.suite.ts'
import { isZipError, openZip, type ZipMember } from './zip-archive.ts'
import { zipOf } from './zip-of.suite.ts'

function open(bytes: Uint8Array) {
  const { disk, fd } = foreignFile(bytes)
  return openZip(disk, fd)
}

async function textOf(member: ZipMember | undefined): Promise<string> {
  const pieces: Uint8Array[] = []
  for await (const chunk of member?.chunks() ?? []) pieces.push(chunk)
  return Buffer.concat(pieces).toString('utf8')
}

const text = 'tide '.repeat(50_000)

describe('openZip', () => {
  it('lists the files of an archive, and gives them packed or not', async () => {
    const { members, problem } = open(
      zipOf({ '潮/a.json': text, b: { text, isStored: true }, empty: { text: '', isStored: true } }),
    )
    expect(problem).toBeUndefined()
    expect(members.map(({ name }) => name)).toEqual(['潮/a.json', 'b', 'empty'])
    for (const member of members.slice(0, 2)) {
      expect(Buffer.from(member.head()).toString()).toBe(text.slice(0, 65_536))
      expect(await textOf(member)).toBe(text)
    }
    expect(await textOf(members[2])).toBe('')
  })

  it('says of each file why it cannot be read, and reads the others', async () => {
    const { members } = open(
      zipOf({
        locked: { text, isEncrypted: true },
        odd: { text, method: 98 },
        '../up': text,
        '/etc/x': text,
        'C:\\y': text,
        fine: 'yes',
      }),
    )
    expect(members.map(({ problem }) => problem?.reason)).toEqual([
      'encrypted',
      'unknown',
      'unknown',
      'unknown',
      'unknown',
      undefined,
    ])
    expect(members[0]?.head()).toHaveLength(0)
    expect(await textOf(members[5])).toBe('yes')
  })

  it.each([
    ['another checksum', { text, crc: 7 }],
    ['another length', { text, bytes: 9 }],
    ['what is no packed text', { text, isStored: true, method: 8 }],
  ])('refuses %s', async (_, file) => {
    const { members } = open(zipOf({ file }))
    await expect(textOf(members[0])).rejects.toSatisfy(isZipError)
  })

  it('does not unpack a trap', async () => {
    const { disk, fd } = foreignFile(zipOf({ zeros: { text: Buffer.alloc(20 * 2 ** 20) } }))
    const { members } = openZip(disk, fd, 2 ** 20)
    let bytes = 0
    const read = async () => {
      for await (const chunk of members[0]?.chunks() ?? []) bytes += chunk.length
    }
    await expect(read()).rejects.toThrow('far more')
    expect(bytes).toBeLessThan(8 * 2 ** 20)
  })

  it('says of a damaged archive what it can', async () => {
    const whole = zipOf({ a: text, b: text, c: { text: 'short', isStored: true } })
    expect(open(Buffer.from('no zip')).problem?.reason).toBe('damaged')
    expect(open(whole.subarray(0, -40)).problem?.reason).toBe('damaged')
    const random = seededRandom(5)
    for (let round = 0; round < 150; round++) {
      const bytes = Buffer.from(whole)
      for (let i = 0; i < 4; i++) {
        const at = Math.floor(random() * bytes.length)
        bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8))
      }
      const { members } = open(bytes)
      for (const member of members) {
        member.head()
        const read = await textOf(member).catch((error: unknown) => isZipError(error))
        expect([text, 'short', '', true]).toContain(read)
      }
    }
  })
})
