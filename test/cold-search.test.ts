import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openChatCli } from '../src/open-chatcli.ts'

/** More than are looked at before each answer. */
const sessions = 300

interface Program {
  readonly bytes: number
  readonly sources: readonly string[]
}

interface Cost {
  readonly parts: readonly string[]
  readonly opened: readonly string[]
  readonly reads: number
  readonly bytesRead: number
  readonly looks: number
}

/** Counts what the process asks of Node and of the disk. The clock stands, so that no look at every file is due. */
const counting = (now: number, told: string): string => `
Date.now = () => ${now}
const fs = process.getBuiltinModule('node:fs')
const cost = { opened: [], reads: 0, bytesRead: 0, looks: 0 }
for (const name of ['statSync', 'lstatSync', 'fstatSync', 'readdirSync']) {
  const original = fs[name]
  fs[name] = (...args) => (cost.looks++, original(...args))
}
const { openSync, readSync } = fs
fs.openSync = (path, ...rest) => (cost.opened.push(path), openSync(path, ...rest))
fs.readSync = (...args) => {
  const count = readSync(...args)
  cost.reads++
  cost.bytesRead += count
  return count
}
process.on('exit', () => {
  const parts = process.moduleLoadList.flatMap((name) => /^NativeModule ([a-z_]+)$/.exec(name)?.[1] ?? [])
  fs.writeFileSync(${JSON.stringify(told)}, JSON.stringify({ ...cost, parts }))
})
`

describe('the program that a cold search loads', () => {
  const folder = mkdtempSync(join(tmpdir(), 'chatcli-cold-'))
  const home = join(folder, 'home')
  let program: Program

  beforeAll(() => {
    program = JSON.parse(run(['scripts/search-program.mjs', folder])) as Program
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    mkdirSync(join(home, 'sessions'), { recursive: true })
    for (let i = 0; i < sessions; i++) {
      const texts = [`which shard holds lantern${i}?`, `The lantern${i} is in shard ${i % 7}. `.repeat(40)]
      const messages = texts.map((content, at) => ({ role: at === 0 ? 'user' : 'assistant', content }))
      writeFileSync(join(home, 'sessions', `harbour-${i}.json`), JSON.stringify(messages))
    }
    openChatCli({ home }).index.rebuild()
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('holds nothing that other commands need', () => {
    const names = program.sources.map((source) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1])
    const packages = new Set(names.filter((name) => name !== undefined))
    expect([...packages].sort()).toEqual(['@orama/stemmers', 'canonicalize', 'commander', 'diff'])
    expect(program.sources.filter((source) => /^src\/(?:importers|agent|models)\//.test(source))).toEqual([])
    expect(program.bytes).toBeLessThan(900_000)
  })

  it('is ASCII: another letter would double what the engine holds of it', () => {
    expect(/[^\0-\x7f]/.exec(readFileSync(join(folder, 'search.js'), 'utf8'))).toBeNull()
  })

  it('asks little of Node and of the disk', () => {
    const { cost, answer } = search('shard', 'lantern17')
    expect(answer).toContain('harbour-17 ')
    for (const late of ['crypto', 'child_process', 'readline', 'net', 'tty'])
      expect(cost.parts).not.toContain(late)
    const segments = cost.opened.filter((path) => path.endsWith('.seg'))
    expect(new Set(segments).size).toBe(segments.length)
    const shown = cost.opened.filter((path) => path.includes('/sessions/'))
    expect(shown.length).toBe(answer.split('\n').filter((line) => line.startsWith('• ')).length)
    const others = cost.opened.filter((path) => !segments.includes(path) && !shown.includes(path))
    expect(others.map((path) => basename(path)).slice(1)).toEqual([
      'search.js',
      'config.toml',
      'manifest.json',
    ])
    expect(cost.reads).toBeLessThanOrEqual(40)
    expect(cost.bytesRead - program.bytes).toBeLessThanOrEqual(120_000)
    expect(cost.looks).toBeLessThanOrEqual(40)
  })

  it('answers the same from what was compiled of it, and compiles it anew where that is none', () => {
    const { version, platform, arch } = process
    const compiled = join(folder, `search-${version}-${platform}-${arch}.bin`)
    const plain = searchThen("part('node:fs').writeFileSync(compiled, script.createCachedData())")
    expect(plain).toContain('harbour-17 ')
    expect(readFileSync(compiled).length).toBeGreaterThan(100_000)
    const isRefused = join(folder, 'is-refused')
    const tell = `part('node:fs').writeFileSync(${JSON.stringify(isRefused)}, String(script.cachedDataRejected))`
    expect([searchThen(tell), readFileSync(isRefused, 'utf8')]).toEqual([plain, 'false'])
    writeFileSync(compiled, readFileSync(compiled).subarray(0, 5000))
    expect([searchThen(tell), readFileSync(isRefused, 'utf8')]).toEqual([plain, 'true'])
  })

  it('loads other parts of the program from their files, also when it was compiled before', () => {
    const told = "export const renderHelp = () => 'help from another file'"
    writeFileSync(join(folder, 'other.js'), told)
    searchThen("part('node:fs').writeFileSync(compiled, script.createCachedData())")
    expect(run([join(folder, 'cli.js'), 'search', '--help'], { CHATCLI_HOME: home })).toContain(
      'help from another file',
    )
  })

  /** The answer of a search that does something more at its end. */
  function searchThen(work: string): string {
    const command = `${readFileSync(join(folder, 'cli.js'), 'utf8')}process.on('exit', () => ${work})\n`
    writeFileSync(join(folder, 'then.js'), command)
    return run([join(folder, 'then.js'), 'search', 'lantern17'], { CHATCLI_HOME: home })
  }

  function search(...words: string[]): { readonly cost: Cost; readonly answer: string } {
    const [probe, told, out] = ['probe.js', 'cost.json', 'answer.txt'].map((name) => join(folder, name))
    const command = readFileSync(join(folder, 'cli.js'), 'utf8')
    writeFileSync(
      probe!,
      command.replace('\n', () => `\n${counting(Date.now(), told!)}`),
    )
    // Into a file: what Node loads for a pipe or a terminal is not the program's doing.
    const fd = openSync(out!, 'w')
    run([probe!, 'search', ...words], { CHATCLI_HOME: home }, fd)
    closeSync(fd)
    return { cost: JSON.parse(readFileSync(told!, 'utf8')) as Cost, answer: readFileSync(out!, 'utf8') }
  }
})

function run(args: readonly string[], env: Readonly<Record<string, string>> = {}, out?: number): string {
  const { status, stdout } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    env: { HOME: tmpdir(), TZ: 'UTC', ...env },
    stdio: ['ignore', out ?? 'pipe', out ?? 'pipe'],
  })
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}`)
  return stdout
}
