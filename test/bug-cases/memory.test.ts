import { execFileSync } from 'node:child_process'
import { createWriteStream, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { buildSync } from 'esbuild'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

/** Appends 20 MB in 2,000 messages, then has another process read them with little memory. */
const journal = `
import { openChatCli } from './src/index.ts'
const [home, step] = process.argv.slice(2)
const chatcli = openChatCli({ home })
if (step === 'write') {
  const live = chatcli.sessions.create()
  const message = (k) => ({ role: 'user', content: 'message ' + k + ' word'.repeat(2000) })
  for (let k = 0; k < 2000; k += 50) live.append(Array.from({ length: 50 }, (_, j) => message(k + j)))
  live.close()
} else {
  const name = chatcli.sessions.list().sessions[0].name
  const window = chatcli.sessions.load(name).messages.length
  const page = chatcli.page(name, { offset: 1990 }).messages.length
  const found = chatcli.search('"message 1777"').sessions[0].messages[0].position
  console.log(window, page, found)
}
`

/** Imports an export, and says how much memory that took at most, in MB. */
const importing = `
import { peakMemory } from './bench/measure.ts'
import { openChatCli } from './src/index.ts'
import { createRealDisk } from './src/disk/real-disk.ts'
const [home, path] = process.argv.slice(2)
const machine = { disk: createRealDisk(), folder: home, environment: {}, platform: 'linux', now: () => Date.now() + 3600000 }
const imports = await openChatCli({ home: home + '/home' }).imports()
const { tools, skips } = await imports.run(machine, { paths: [path] })
console.log(tools[0].newSessions, tools[0].newMessages, skips.length, peakMemory() / 2 ** 20)
`

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'memory-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** What an engine may keep of garbage differs: with little room it is what the program holds that counts. */
function room(megabytes: number): readonly string[] {
  return [`--max-old-space-size=${megabytes}`, '--max-semi-space-size=8']
}

/** Bundles a program that uses the library, and runs it with so many megabytes for objects. */
function program(contents: string, megabytes: number): (...words: readonly string[]) => string {
  const { outputFiles } = buildSync({
    stdin: { contents, loader: 'ts', resolveDir: process.cwd() },
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
    logLevel: 'silent',
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire('/');" },
  })
  const file = join(folder, 'program.mjs')
  writeFileSync(file, outputFiles[0]?.text ?? '')
  return (...words) =>
    execFileSync(process.execPath, [...room(megabytes), file, ...words], {
      encoding: 'utf8',
    }).trim()
}

/** An export of ChatGPT as it comes: one list in one file. */
function* chatgptExport(conversations: number): Generator<string> {
  const text = 'the tide comes in over the sand and goes out again, '.repeat(40)
  for (let k = 0; k < conversations; k++) {
    const node = (i: number) => ({
      id: `n${k}-${i}`,
      parent: i === 0 ? null : `n${k}-${i - 1}`,
      children: i === 49 ? [] : [`n${k}-${i + 1}`],
      message: {
        id: `n${k}-${i}`,
        author: { role: i % 2 === 0 ? 'user' : 'assistant' },
        create_time: 1_780_000_000 + k * 100 + i,
        content: { content_type: 'text', parts: [`${k}.${i} ${text}`] },
      },
    })
    const nodes = Array.from({ length: 50 }, (_, i) => node(i))
    const mapping = Object.fromEntries(nodes.map((each) => [each.id, each]))
    const conversation = {
      id: `c${k}`,
      title: `Tides ${k}`,
      create_time: 1_780_000_000,
      mapping,
      current_node: `n${k}-49`,
    }
    yield `${k === 0 ? '[' : ','}${JSON.stringify(conversation)}`
  }
  yield ']'
}

describe('memory', () => {
  it('R88: a journal is listed, loaded, paged and searched within three times its size', () => {
    const run = program(journal, 60)
    const home = join(folder, 'home')
    run(home, 'write')
    expect(run(home, 'read')).toBe('2000 10 1777')
  })

  it('P79: an export of 200 MB is read as it comes, in less than 300 MB', async () => {
    const path = join(folder, 'conversations.json')
    await pipeline(Readable.from(chatgptExport(1900)), createWriteStream(path))
    expect(statSync(path).size).toBeGreaterThan(200e6)
    const [sessions, messages, skips, megabytes] = program(importing, 200)(folder, path)
      .split(' ')
      .map(Number)
    expect([sessions, messages, skips]).toEqual([1900, 95_000, 0])
    expect(megabytes).toBeLessThan(300)
  })
})
