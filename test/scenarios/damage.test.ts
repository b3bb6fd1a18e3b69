import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { type ConversationRecord } from '../../src/index.ts'
import { decodeLine } from '../../src/conversation/line-codec.ts'
import { assistant, found, HOME, said, testHome, turns, user } from './test-home.suite.ts'

/** Five turns of one writer that was killed: ten messages, with a word of its own in each. */
const words = [
  'acacia',
  'bamboo',
  'cedarwood',
  'damson',
  'eucalyptus',
  'foxglove',
  'gorse',
  'hawthorn',
  'indigo',
  'juniper',
]

function transcriptOfTen(): Buffer {
  const home = testHome()
  const live = home.chatcli.sessions.create()
  for (let k = 0; k < words.length; k += 2)
    live.append([user(`about ${words[k]}`), assistant(`answer ${words[k + 1]}`)])
  return home.bytes(join(HOME, 'transcripts', `${live.transcriptId}.jsonl`))
}

const whole = transcriptOfTen()
const path = join(HOME, 'transcripts', 'tr-damaged.jsonl')

/** The lines without the blank ones, and which of them hold the messages. */
const lines = splitLines(whole)
const messageLines = lines.flatMap(({ text }, i) => (text.includes('"kind":"message"') ? [i] : []))

function splitLines(bytes: Buffer): { start: number; end: number; text: string }[] {
  const found = []
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(10, start)
    if (end > start) found.push({ start, end, text: bytes.toString('latin1', start, end) })
    start = end + 1
  }
  return found
}

function withTranscript(bytes: Uint8Array) {
  const home = testHome()
  home.put(path, bytes)
  const name = (): string => home.chatcli.sessions.list().sessions[0]?.name ?? ''
  return { home, name, record: (): ConversationRecord => home.chatcli.sessions.record(name()) }
}

/** The record by first letters, `-` where a message cannot be read. */
function letters({ messages }: ConversationRecord): string {
  return messages
    .map(({ state, message }) => (state === 'missing' ? '-' : (message.content.split(' ')[1]?.[0] ?? '?')))
    .join('')
}

describe('a transcript cut off', () => {
  it('at any byte of its last three lines loses no whole line, and the next append stands on its own', () => {
    const from = lines.at(-3)?.start ?? 0
    const cuts = whole.length - from
    expect(cuts).toBeGreaterThan(400)
    const { home, name, record } = withTranscript(whole)
    for (let cut = from; cut < whole.length; cut++) {
      home.put(path, whole.subarray(0, cut))
      const intact = messageLines.filter((i) => (lines[i]?.end ?? Infinity) <= cut).length
      const expected = 'abcdefghij'.slice(0, intact)
      const before = record()
      expect(letters(before), `cut at ${cut}`).toBe(expected)
      const isTorn = !lines.some(({ start, end }) => cut === end || cut === end + 1 || cut === start)
      expect(before.damage.length, `cut at ${cut}`).toBe(isTorn ? 1 : 0)

      const live = home.chatcli.sessions.open(name())
      live.append([user('about zelkova')])
      const after = record()
      expect(letters(after).replace('-', ''), `cut at ${cut}`).toBe(`${expected}z`)
      expect(letters(after).slice(0, intact), `cut at ${cut}`).toBe(expected)
      expect(home.bytes(path).subarray(0, cut).equals(whole.subarray(0, cut)), `cut at ${cut}`).toBe(true)
      if (cut % 40 === 0) expect(found(home.surface(), 'zelkova')).toHaveLength(1)
    }
  })
})

describe('a transcript with one bit flipped', () => {
  const line = lines[messageLines[4] ?? 0] ?? { start: 0, end: 0 }
  const flipped = (at: number, bit: number): Buffer => {
    const bytes = Buffer.from(whole)
    bytes[at] = (bytes[at] ?? 0) ^ (1 << bit)
    return bytes
  }

  it('anywhere in a line has no intact line there', () => {
    let flips = 0
    for (let at = line.start; at < line.end; at++) {
      for (let bit = 0; bit < 8; bit++, flips++) {
        const { status } = decodeLine(flipped(at, bit).subarray(line.start, line.end))
        expect(status, `bit ${bit} of byte ${at - line.start}`).toBe('damaged')
      }
    }
    expect(flips).toBeGreaterThan(2000)
  })

  it('names the damage, keeps every position, and hides nothing but that line', () => {
    const { record, home, name } = withTranscript(whole)
    for (let at = line.start; at < line.end; at++) {
      home.put(path, flipped(at, at % 8))
      const found = record()
      expect(letters(found), `bit ${at % 8} of byte ${at - line.start}`).toBe('abcd-fghij')
      expect(found.damage.length, `bit ${at % 8} of byte ${at - line.start}`).toBeGreaterThan(0)
      if (at % 60 !== 0) continue
      for (const word of words.filter((word) => word !== 'eucalyptus'))
        expect(home.chatcli.search(word).sessions.map((hit) => hit.name)).toEqual([name()])
    }
  })
})

/** A line of ours with another body and a checksum that fits. */
function lineWith(change: (text: string) => string, i: number): string {
  const body = change((lines[i]?.text ?? '').replace(/,"crc":"[0-9a-f]{8}"\}$/, ''))
  return `${body},"crc":"${crc32(body).toString(16).padStart(8, '0')}"}`
}

const fifth = messageLines[4] ?? 0
const text = (i: number): string => lines[i]?.text ?? ''
const all = lines.map(({ text }) => text)
const joined = (these: readonly string[], newline = '\n'): Buffer =>
  Buffer.from(`${newline}${these.map((line) => `${line}${newline}`).join('')}`, 'latin1')
const nul = (count: number): string => '\0'.repeat(count)

/** What happened to the file, the record that is left, and how many pieces are named as damaged. */
const corpus: [string, () => Buffer, string, number][] = [
  ['nothing', () => whole, 'abcdefghij', 0],
  ['NUL bytes at its end', () => Buffer.concat([whole, Buffer.alloc(1728)]), 'abcdefghij', 1],
  ['NUL bytes between lines', () => joined(all.toSpliced(fifth, 0, nul(300))), 'abcdefghij', 1],
  ['NUL bytes in place of a line', () => joined(all.with(fifth, nul(text(fifth).length))), 'abcd-fghij', 1],
  ['NUL bytes in front of a line', () => joined(all.with(fifth, nul(99) + text(fifth))), 'abcdefghij', 1],
  ['a hole over three lines', () => hole(fifth, fifth + 3), 'abcd---hij', 1],
  ['a byte order mark at its start', () => Buffer.concat([Buffer.from('\uFEFF'), whole]), 'abcdefghij', 1],
  [
    'a byte order mark in front of a line',
    () => joined(all.with(fifth, `\xEF\xBB\xBF${text(fifth)}`)),
    'abcdefghij',
    0,
  ],
  ['CRLF line ends', () => joined(all, '\r\n'), 'abcdefghij', 0],
  ['two lines joined', () => joined(all.toSpliced(fifth, 2, text(fifth) + text(fifth + 1))), 'abcdefghij', 0],
  [
    'a line cut off, with the next one on it',
    () => joined(all.toSpliced(fifth, 2, text(fifth).slice(0, 150) + text(fifth + 1))),
    'abcd-fghij',
    1,
  ],
  [
    'a line cut off before it says whose it is',
    () => joined(all.with(fifth, text(fifth).slice(0, 9))),
    'abcd-fghij',
    1,
  ],
  [
    'a newline inside a line',
    () => joined(all.with(fifth, `${text(fifth).slice(0, 150)}\n${text(fifth).slice(150)}`)),
    'abcd-fghij',
    2,
  ],
  ['every line twice', () => joined(all.flatMap((line) => [line, line])), 'abcdefghij', 0],
  ['all of it twice', () => Buffer.concat([whole, whole]), 'abcdefghij', 0],
  [
    'two messages in another order',
    () => joined(all.with(fifth, text(fifth + 1)).with(fifth + 1, text(fifth))),
    'abcdfeghij',
    0,
  ],
  ['a line lost', () => joined(all.toSpliced(fifth, 1)), 'abcd-fghij', 0],
  ['its first line lost', () => joined(all.slice(1)), 'abcdefghij', 0],
  ['its first line garbled', () => joined(all.with(0, '#'.repeat(80))), 'abcdefghij', 1],
  ['its last message garbled', () => joined(all.with(messageLines[9] ?? 0, '#'.repeat(80))), 'abcdefghi', 1],
  [
    'bytes that are no UTF-8',
    () => joined(all.with(fifth, text(fifth).replace('eucalyptus', '\xFF\xFE'))),
    'abcd-fghij',
    1,
  ],
  [
    'objects of another program',
    () => joined(all.toSpliced(fifth, 0, '{"type":"pr-link","url":"x"}')),
    'abcdefghij',
    1,
  ],
  [
    'JSON that is no object',
    () => joined(all.toSpliced(fifth, 0, '1', '"x"', 'null', '[]')),
    'abcdefghij',
    4,
  ],
  ['blank lines', () => joined(all.flatMap((line) => ['', line, '\r'])), 'abcdefghij', 0],
  ['a long line of rubbish', () => joined(all.toSpliced(fifth, 0, '{"'.repeat(150_000))), 'abcdefghij', 1],
  [
    'a line of a kind to come',
    () =>
      joined(
        all.toSpliced(
          fifth,
          0,
          lineWith(
            (body) =>
              body
                .replace('"kind":"message"', '"kind":"future"')
                .replace(/"w":"[^"]+","n":\d+/, '"w":"other","n":0'),
            fifth,
          ),
        ),
      ),
    'abcdefghij',
    1,
  ],
  [
    'another text under the same line name',
    () => joined([...all, lineWith((body) => body.replace('eucalyptus', 'zebra'), fifth)]),
    'abcdefghij',
    0,
  ],
  [
    'the start of a line without its end, twice',
    () => joined(all.toSpliced(fifth, 1, text(fifth).slice(0, 200), text(fifth).slice(0, 99))),
    'abcd-fghij',
    2,
  ],
]

function hole(from: number, to: number): Buffer {
  const bytes = Buffer.from(whole)
  // Three messages: a turn-end and the blank line of the next write stand between them.
  const start = lines[from]?.start ?? 0
  const end = messageLines.includes(to) ? (lines[to]?.end ?? 0) : (lines[to - 1]?.end ?? 0)
  bytes.fill(0, start, end)
  return bytes
}

describe('a transcript with', () => {
  it.each(corpus)('%s', (what, make, expected, damage) => {
    const { home, name, record } = withTranscript(make())
    const found = record()
    expect(letters(found)).toBe(expected)
    expect(found.damage.length).toBe(damage)
    for (const piece of found.damage) {
      expect(piece.file).toBe(path)
      expect(piece.reason).not.toBe('')
      expect(piece.length).toBeGreaterThan(0)
    }
    expect(found.messages.map(({ position }) => position)).toEqual(found.messages.map((_, i) => i))
    for (const [i, word] of words.entries()) {
      const hits = home.chatcli.search(word).sessions
      expect(
        hits.map((hit) => hit.name),
        `${what}: ${word}`,
      ).toEqual(expected.includes('abcdefghij'[i] ?? '') ? [name()] : [])
    }
    expect(home.chatcli.transcripts.stats(name())).toMatchObject({
      missing: expected.split('-').length - 1,
      damage: found.damage,
    })
    const page = home.chatcli.page(name(), { limit: 200 })
    expect(page.total).toBe(expected.length)
    expect(page.messages.map(({ state }) => (state === 'missing' ? '-' : '.')).join('')).toBe(
      expected.replaceAll(/[a-z]/g, '.'),
    )
    const before = home.bytes(path)
    const live = home.chatcli.sessions.open(name())
    live.append([user('about zelkova')])
    live.close()
    expect(home.bytes(path).subarray(0, before.length).equals(before)).toBe(true)
    expect(letters(record())).toBe(`${expected}z`)
  })

  it('any of this done to it keeps what its session file has', () => {
    for (const [what, make] of corpus) {
      const home = testHome()
      home.chatcli.sessions.save('trees', turns(1, 'other'))
      const live = home.chatcli.sessions.open('trees')
      live.append([user('the last words')])
      live.save()
      live.close()
      home.put(home.transcript('trees'), make())
      const loaded = said(home.surface(), 'trees')
      for (const text of ['other question 0', 'other answer 0', 'the last words'])
        expect(loaded, what).toContain(text)
      expect(found(home.surface(), 'last words'), what).toEqual(['trees'])
    }
  })
})
