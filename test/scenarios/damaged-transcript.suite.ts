import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { ConversationRecord } from '../../src/index.ts'
import { assistant, HOME, type TestHome, testHome, user } from './test-home.suite.ts'

/** Five turns of one writer that was killed: ten messages, with a word of its own in each. */
export const words: readonly string[] = [
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

export const whole: Buffer = transcriptOfTen()
export const path: string = join(HOME, 'transcripts', 'tr-damaged.jsonl')

/** The lines without the blank ones, and which of them hold the messages. */
export const lines: readonly TranscriptLine[] = splitLines(whole)
export const messageLines: readonly number[] = lines.flatMap(({ text }, i) =>
  text.includes('"kind":"message"') ? [i] : [],
)

/** A line without its newline. */
export interface TranscriptLine {
  /** Byte offsets. */
  readonly start: number
  readonly end: number
  readonly text: string
}

function splitLines(bytes: Buffer): TranscriptLine[] {
  const found = []
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(10, start)
    if (end > start) found.push({ start, end, text: bytes.toString('latin1', start, end) })
    start = end + 1
  }
  return found
}

/** A home that holds a transcript and nothing else. */
export function withTranscript(bytes: Uint8Array): {
  readonly home: TestHome
  readonly name: () => string
  readonly record: () => ConversationRecord
} {
  const home = testHome()
  home.put(path, bytes)
  const name = (): string => home.chatcli.sessions.list().sessions[0]?.name ?? ''
  return { home, name, record: (): ConversationRecord => home.chatcli.sessions.record(name()) }
}

/** The record by first letters, `-` where a message cannot be read. */
export function letters({ messages }: ConversationRecord): string {
  return messages
    .map(({ state, message }) => (state === 'missing' ? '-' : (message.content.split(' ')[1]?.[0] ?? '?')))
    .join('')
}

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
export const damagedTranscripts: readonly [
  what: string,
  make: () => Buffer,
  record: string,
  damage: number,
][] = [
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
