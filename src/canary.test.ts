import { expect, it } from 'vitest'
import { openChangeLog } from './agent/rewind/change-log.ts'
import { writeDurably } from './disk/write-durably.ts'
import { appendHistory, readHistory } from './surfaces/repl/input/history-file.ts'
import { createProcessProbe } from './disk/process-identity.ts'
import { filesIn, root } from './store/sealed/sealed-home.suite.ts'
import { openHome, problemsIn, start } from './sealed-home.suite.ts'

/** A thousand words that stand nowhere else, and that no stemmer joins. */
const canaries = Array.from(
  { length: 1000 },
  (_, i) => `qz${(i * 48_611 + 7).toString(7).replaceAll('0', 'k')}vx`,
)

it('P88: a sealed home shows none of a thousand words that were said in it, and finds them all', () => {
  expect(new Set(canaries).size).toBe(1000)
  const home = openHome()
  const { chatcli, disk, bare } = home
  const word = (i: number): string => canaries[i % canaries.length] ?? ''
  const randomName = (): string => `canary${String(++names).padStart(20, '0')}`
  let names = 0

  // Said in a chat, by tools, and by a model; saved, forked, renamed, put away by a compaction.
  for (let session = 0; session < 10; session++) {
    const live = chatcli.sessions.create({ name: `talk-${session}` })
    const said = canaries.slice(session * 90, session * 90 + 90)
    for (let at = 0; at < said.length; at += 3) {
      const [a, b, c] = said.slice(at)
      live.append([
        { role: 'user', content: `What of ${a}?` },
        {
          role: 'assistant',
          content: `I look for ${b}`,
          tool_calls: [{ id: `c${at}`, name: 'grep', arguments: JSON.stringify({ pattern: b }) }],
        },
        { role: 'tool', tool_call_id: `c${at}`, content: `notes.txt: ${c}` },
      ])
    }
    live.save()
    const key = chatcli.archive.put(said.join(' ').repeat(20))
    expect(key).toMatch(/^[0-9a-f]{16}$/)
    live.append([{ role: 'assistant', content: `put away under ${key}` }])
    live.save()
    live.close()
  }
  chatcli.sessions.fork('talk-0', 'talk-0-fork')
  chatcli.sessions.rename('talk-1', 'talk-renamed')
  // From a file of another program, with a title.
  const rest = canaries.slice(900)
  chatcli.sessions.save('imported', [{ role: 'user', content: rest.join(', ') }], {
    title: `About ${rest[0]}`,
  })
  chatcli.sessions.save('replaced', [{ role: 'user', content: `first ${rest[1]}` }])
  chatcli.sessions.save('replaced', [{ role: 'user', content: `then ${rest[2]}` }], { force: true })
  // What was never saved, the trash, and an export into the home.
  const unnamed = chatcli.sessions.create()
  unnamed.append([{ role: 'user', content: `unnamed ${rest[3]}` }])
  const text = chatcli.transcripts.export('talk-2', 'md').text
  expect(text).toContain(word(2 * 90))
  writeDurably(disk, `${root}/talk-2.md`, Buffer.from(text), { replace: false, randomName })
  // What is typed, and what tools changed.
  const history = {
    disk,
    path: `${root}/state/history`,
    maxBytes: 1 << 20,
    processes: createProcessProbe(),
    randomName,
  }
  for (const canary of canaries.slice(0, 50)) appendHistory(history, `say ${canary}`)
  expect(readHistory(history)[0]).toContain(word(49))
  const changes = openChangeLog({ disk, home: root, project: '/p', now: () => start, randomName })
  const kept = changes.keep(Buffer.from(canaries.join('\n')))
  changes.begin({ turn: 't', path: `${word(1)}.txt`, before: kept })(changes.keep(Buffer.from(word(2))))
  expect(Buffer.from(changes.content(kept) ?? '').toString()).toContain(word(999))
  expect(changes.changes()).toMatchObject([{ path: `${word(1)}.txt` }])

  // Found, each of them, while nothing is in the trash.
  const missed = canaries.filter((canary) => chatcli.search(canary, { sessions: 1 }).sessions.length === 0)
  expect(missed).toEqual([])
  chatcli.sessions.delete('talk-3')
  chatcli.sessions.list()
  chatcli.search(word(0))

  const files = [...filesIn(bare)]
  expect(files.length).toBeGreaterThan(40)
  const everything = Buffer.concat(
    files.map(([path, bytes]) => Buffer.concat([Buffer.from(`${path}\n`), bytes])),
  )
  expect(canaries.filter((canary) => everything.includes(canary))).toEqual([])
  // Nor what stands for them: hashes that name the archive, and what a guess could be checked with.
  expect(everything.includes(kept)).toBe(false)
  expect(problemsIn(home)).toEqual([])
})
