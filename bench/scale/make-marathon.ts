import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { windowDigest } from '../../src/conversation/message-hash.ts'
import { rangesOf } from '../../src/conversation/range-set.ts'
import { openChatCli } from '../../src/open-chatcli.ts'
import { createFastDisk } from '../fast-disk.ts'
import { readMade } from './read-made.ts'

/** Name of the long session. */
export const marathonName = 'marathon'

/** Messages of the corpus that are one here: what tools say is most of a long transcript, and comes in pages. */
const joined = 12
/** Characters of a window that is trimmed to its last messages then. */
const windowLength = 1e6
const lastMessages = 20
/** Short sessions beside the long one. */
const others = 50

/**
 * Makes a home with one conversation whose transcript is this long, trimmed again and again on its way as compactions
 * do, and a few short ones. It is made once and used again afterwards.
 *
 * @param bytes of the transcript, about
 */
export function makeMarathon(corpus: string, home: string, bytes: number): void {
  if (existsSync(`${home}.made`)) return
  let now = Date.UTC(2026, 0, 1)
  const chatcli = openChatCli({ home, disk: createFastDisk(), now: () => now })
  for (let i = 0; i < others; i++) {
    const { title, said } = readMade(corpus, i)
    chatcli.sessions.save(`short-${i}`, said, { title })
  }
  let live = chatcli.sessions.create({ name: marathonName })
  let length = 0
  for (let i = 0, written = 0; written < bytes; i++) {
    const { said } = readMade(corpus, i % 1000)
    for (let k = 0; k < said.length; k += joined) {
      const content = said
        .slice(k, k + joined)
        .map((message) => message.content)
        .join('\n')
      now += 45_000
      live.append([{ role: said[k]?.role ?? 'user', content }])
      length += content.length
    }
    if (length < windowLength) continue
    const { window } = live.state()
    const gone = window.slice(0, -lastMessages)
    live.record({
      kind: 'rewrite',
      reason: 'trim',
      removes: rangesOf(gone.map(({ ref }) => ref)),
      before: window.length,
      after: lastMessages,
      digest: windowDigest(window.map(({ hash }) => hash)),
    })
    live.save()
    length = 0
    written = statSync(join(home, 'transcripts', `${live.transcriptId}.jsonl`)).size
    // One that is opened anew keeps only its window in memory.
    live.close()
    live = chatcli.sessions.open(marathonName)
  }
  live.append([{ role: 'user', content: 'The last word on the matter: zanzibarine.' }])
  live.save()
  live.close()
  writeFileSync(`${home}.made`, '')
}
