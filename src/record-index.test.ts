import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { errorCode } from './disk/error-code.ts'
import { readWholeFile } from './disk/read-file.ts'
import { seededRandom } from './disk/seeded-random.ts'
import { type SimulatedDisk, createSimulatedDisk } from './disk/simulated-disk.ts'
import { SimulatedCrash } from './disk/simulated-crash.ts'
import { writeDurably } from './disk/write-durably.ts'
import type { IndexProgress } from './indexing/index-status.ts'
import { RecordIndex } from './record-index.ts'
import { memoryIndex } from './search/memory-index.ts'
import { searchIndex } from './search/search.ts'
import type { SearchResult } from './search/search-result.ts'
import { randomQuery, randomText } from './search/segments/random-corpus.suite.ts'
import { deleteSession } from './store/delete-session.ts'
import { forkSession } from './store/fork-session.ts'
import { loadConversation } from './store/load-conversation.ts'
import { openLive } from './store/open-live.ts'
import { prepareHome } from './store/prepare-home.ts'
import { recordOf } from './store/record-of.ts'
import { recordStamps } from './store/record-stamps.ts'
import { renameSession } from './store/rename-session.ts'
import { saveSession } from './store/save-session.ts'
import { type StoreContext, testContext } from './store/store-context.ts'

const options = { now: Date.UTC(2026, 5, 2), timeZone: 'UTC' }

function home(disk: SimulatedDisk = createSimulatedDisk(), tag = ''): StoreContext {
  let count = 0
  const context = testContext(disk, {
    randomHex: (digits) => `${tag}${(++count).toString(16)}`.padStart(digits, '0').slice(-digits),
    // Long after every file was written.
    now: () => Date.UTC(2026, 5, 1) + count,
    processIdentity: { pid: 1, host: 'here', tag },
  })
  return context
}

function save(context: StoreContext, name: string, ...texts: string[]): void {
  const chat_history = texts.map((content, i) => ({ role: i % 2 === 0 ? 'user' : 'assistant', content }))
  saveSession(context, name, { version: 2, chat_history, other: {} })
}

function append(context: StoreContext, name: string, content: string): void {
  const live = openLive(context, name)
  live.append([{ role: 'user', content }])
  live.close()
}

/** What an index in memory answers, made from nothing. */
function expected(context: StoreContext, query: string): SearchResult {
  const stamps = recordStamps(context)
  const records = stamps.map(({ name, transcriptId }) =>
    recordOf(loadConversation(context, name, { whole: true, known: { transcriptId } })),
  )
  return searchIndex(memoryIndex(records), query, options)
}

function namesOf(result: SearchResult): string[] {
  return result.sessions.map(({ name }) => name).sort()
}

function indexFolder(context: StoreContext): string {
  return join(context.home.root, 'index', 'v1')
}

function indexFiles(context: StoreContext): string[] {
  return context.disk.list(indexFolder(context))
}

/** Every byte under the index folder, as text of one byte a character. */
function indexBytes(context: StoreContext): string {
  return indexFiles(context)
    .map((file) =>
      Buffer.from(readWholeFile(context.disk, join(indexFolder(context), file))).toString('latin1'),
    )
    .join('\n')
}

function overwrite(context: StoreContext, path: string, bytes: Uint8Array): void {
  writeDurably(context.disk, path, bytes, { replace: true, randomName: () => context.randomHex(16) })
}

describe('the index of a store', () => {
  it('answers like one made from nothing, whatever happened to the sessions', () => {
    for (let seed = 1; seed <= 12; seed++) {
      const random = seededRandom(seed)
      const context = home()
      prepareHome(context)
      let index = new RecordIndex(context)
      const names = (): string[] => recordStamps(context).map(({ name }) => name)
      const some = (): string => names()[Math.floor(random() * names().length)] ?? ''
      for (let step = 0; step < 14; step++) {
        const die = random()
        const fresh = `s-${seed}-${step}`
        if (die < 0.4 || names().length === 0)
          save(context, fresh, ...Array.from({ length: 1 + random() * 5 }, () => randomText(random, 8)))
        else if (die < 0.6) append(context, some(), randomText(random, 8))
        else if (die < 0.7) renameSession(context, some(), fresh)
        else if (die < 0.8) forkSession(context, some(), fresh).close()
        else if (die < 0.9) deleteSession(context, some(), { purge: random() < 0.5 })
        else index = new RecordIndex(context)
        if (random() < 0.1) index.maintain()
        const query = randomQuery(random)
        const { coverage, ...answer } = index.search(query, options)
        const { coverage: whole, ...wanted } = expected(context, query)
        expect({ seed, step, ...answer }).toEqual({ seed, step, ...wanted })
        expect(coverage).toEqual(whole)
      }
    }
  })

  it('reads only what changed', () => {
    const disk = createSimulatedDisk()
    const context = home(disk)
    prepareHome(context)
    for (let i = 0; i < 20; i++) save(context, `s-${i}`, `tide table number ${i}`, 'noted')
    new RecordIndex(context).search('tide', options)
    const index = new RecordIndex(context)
    index.search('tide', options)
    append(context, 's-7', 'and a lamp')
    const before = disk.counters.calls
    const opened: string[] = []
    disk.beforeCall((name, path) => {
      if (name === 'openRead') opened.push(path)
    })
    expect(namesOf(index.search('lamp', options))).toEqual(['s-7'])
    disk.beforeCall(undefined)
    const read = new Set(opened.filter((path) => path.includes('/transcripts/')))
    expect(disk.counters.calls).toBeGreaterThan(before)
    expect(read.size).toBe(1)
  })

  it('sees what was appended to a file of another program before its session file says so', () => {
    const context = home()
    prepareHome(context)
    const old = (i: number) =>
      JSON.stringify({ version: 2, chat_history: [{ role: 'user', content: `tide ${i}` }] })
    for (let i = 0; i < 300; i++)
      overwrite(context, join(context.home.sessions, `old-${i}.json`), Buffer.from(old(i)))
    const index = new RecordIndex(context)
    expect(index.search('tide', options).total).toBe(300)
    append(context, 'old-7', 'and the xenolith')
    expect(namesOf(index.search('xenolith', options))).toEqual(['old-7'])
    append(context, 'old-7', 'and the zeolite')
    expect(namesOf(index.search('zeolite', options))).toEqual(['old-7'])
  })

  it('leaves no word of a purged session on the disk, and a rebuild does not bring it back', () => {
    const context = home()
    prepareHome(context)
    save(context, 'keep', 'the harbour is open')
    save(context, 'secret-plan', 'the harbour password is xylophonequark')
    append(context, 'secret-plan', 'changed to zyzzyvaflux since')
    const index = new RecordIndex(context)
    index.search('xylophonequark', options)
    append(context, 'secret-plan', 'once more')
    expect(namesOf(index.search('xylophonequark', options))).toEqual(['secret-plan'])
    expect(indexBytes(context)).toContain('xylophonequark')
    deleteSession(context, 'secret-plan', { purge: true })
    index.forget()
    for (const word of ['xylophonequark', 'zyzzyvaflux', 'zyzzyva', 'secret', 'password'])
      expect(indexBytes(context)).not.toContain(word)
    index.rebuild()
    expect(indexBytes(context)).not.toContain('xylophonequark')
    expect(namesOf(index.search('harbour', options))).toEqual(['keep'])
  })

  it('goes on with an index whose making was interrupted, and says meanwhile how much it covers', () => {
    const disk = createSimulatedDisk()
    const context = home(disk)
    prepareHome(context)
    const long = Array.from({ length: 60_000 }, (_, i) => `word${i % 5000}`).join(' ')
    for (let i = 0; i < 110; i++) save(context, `s-${i}`, `tide ${i}`, long)
    const dying = disk.anotherProcess()
    // The second time a manifest is put in place.
    let manifests = 0
    dying.beforeCall((name, path) => {
      if (name === 'rename' && path.includes('/index/') && indexFiles(context).includes('manifest.json')) {
        if (manifests++ > 0) throw new SimulatedCrash()
      }
    })
    try {
      new RecordIndex(home(dying, 'b')).search('tide', options)
    } catch (error) {
      if (!(error instanceof SimulatedCrash)) throw error
    }
    expect(indexFiles(context).some((file) => file.endsWith('.seg'))).toBe(true)
    const busy = new RecordIndex(home(disk.anotherProcess(), 'c'))
    const { coverage } = busy.search('tide', options)
    expect(coverage.sessions).toBe(110)
    expect(coverage.indexed).toBeGreaterThan(0)
    expect(coverage.indexed).toBeLessThan(110)
    const progress: IndexProgress[] = []
    const next = new RecordIndex(
      { ...home(disk.anotherProcess(), 'd'), isProvablyDead: () => true },
      { onProgress: (step) => progress.push(step) },
    )
    expect(next.search('tide', options).coverage.indexed).toBe(110)
    expect(new RecordIndex(home(disk.anotherProcess(), 'e')).search('tide', options).total).toBe(110)
  })

  it('mends just what is damaged, wherever that is, and answers as before', () => {
    const context = home()
    prepareHome(context)
    for (let i = 0; i < 6; i++) {
      save(context, `s-${i}`, `tide table number ${i}`, `noted lamp${i}`)
      new RecordIndex(context).search('tide', options)
    }
    const wanted = new RecordIndex(context).search('tide lamp3', options)
    const random = seededRandom(3)
    for (let round = 0; round < 60; round++) {
      const used = Buffer.from(
        readWholeFile(context.disk, join(indexFolder(context), 'manifest.json')),
      ).toString()
      const files = indexFiles(context).filter(
        (file) => file === 'manifest.json' || used.includes(file.replace('.seg', '')),
      )
      const file = files[Math.floor(random() * files.length)] ?? ''
      const path = join(indexFolder(context), file)
      const bytes = Uint8Array.from(readWholeFile(context.disk, path))
      const at = Math.floor(random() * bytes.length)
      const isCut = random() < 0.3
      if (!isCut) bytes[at]! ^= 1 << Math.floor(random() * 8)
      overwrite(context, path, isCut ? bytes.slice(0, at) : bytes)
      const index = new RecordIndex(context)
      const answer = index.search('tide lamp3', options)
      expect({ round, file, at, isCut, ...answer }).toEqual({ round, file, at, isCut, ...wanted })
      index.verify()
      expect(index.verify().damaged).toEqual([])
      const { damaged } = index.status()
      expect({ round, file, named: damaged.length > 0 }).toEqual({ round, file, named: true })
    }
  })

  it('keeps the segments when only their table of contents is damaged, and what is gone stays gone', () => {
    const context = home()
    prepareHome(context)
    for (let i = 0; i < 9; i++) {
      save(context, `s-${i}`, `tide table number ${i}`, `noted lamp${i}`)
      new RecordIndex(context).search('tide', options)
    }
    const segments = indexFiles(context).filter((file) => file.endsWith('.seg'))
    overwrite(context, join(indexFolder(context), 'manifest.json'), Buffer.from('{'))
    const index = new RecordIndex(context)
    expect(namesOf(index.search('lamp3', options))).toEqual(['s-3'])
    expect(index.status().damaged).toEqual(['manifest'])
    expect(indexFiles(context).filter((file) => file.endsWith('.seg'))).toEqual(segments)
    overwrite(context, join(indexFolder(context), 'manifest.json'), Buffer.from('{'))
    context.disk.unlink(join(context.home.sessions, 's-3.json'))
    deleteSession(context, 's-4', { purge: true })
    append(context, 's-5', 'a new lantern')
    const again = new RecordIndex(context)
    for (const query of ['lamp3', 'lamp4', 'lantern', 'lamp5 table', 'tide'])
      expect(again.search(query, options)).toEqual(expected(context, query))
    again.maintain()
    expect(indexBytes(context)).not.toContain('lamp4')
  })

  it('answers from what there is while another process writes, and both see the same in the end', () => {
    const disk = createSimulatedDisk()
    const context = home(disk)
    prepareHome(context)
    save(context, 'one', 'the tide is low')
    const first = new RecordIndex(home(disk.anotherProcess(), 'a'))
    const second = new RecordIndex(home(disk.anotherProcess(), 'b'))
    first.search('tide', options)
    // Someone who is alive holds the lock.
    const lock = join(indexFolder(context), 'lock')
    const fd = disk.createExclusive(lock)
    disk.write(fd, Buffer.from(JSON.stringify({ pid: 7, host: 'here' })))
    disk.close(fd)
    save(context, 'two', 'the tide is high')
    expect(namesOf(second.search('tide', options))).toEqual(['one', 'two'])
    expect(() => second.rebuild()).toThrow(expect.objectContaining({ code: 'locked' }))
    disk.unlink(lock)
    expect(namesOf(first.search('tide', options))).toEqual(['one', 'two'])
    first.rebuild()
    expect(namesOf(second.search('tide', options))).toEqual(['one', 'two'])
    second.rebuild()
    expect(namesOf(first.search('tide', options))).toEqual(['one', 'two'])
    expect(indexFiles(context).filter((file) => file.endsWith('.seg'))).toHaveLength(1)
  })

  it('is consistent at every step of a writer that does anything', () => {
    const disk = createSimulatedDisk()
    const context = home(disk)
    prepareHome(context)
    for (let i = 0; i < 9; i++) {
      save(context, `s-${i}`, `tide ${i}`)
      new RecordIndex(context).search('tide', options)
    }
    const reader = new RecordIndex(home(disk.anotherProcess(), 'r'))
    const writing = disk.anotherProcess()
    const writer = new RecordIndex(home(writing, 'w'))
    const wanted = namesOf(reader.search('tide', options))
    expect(wanted).toHaveLength(9)
    let looks = 0
    writing.beforeCall((name) => {
      if (name !== 'rename' && name !== 'unlink') return
      looks++
      expect(namesOf(reader.search('tide', options))).toEqual(wanted)
      expect(
        namesOf(new RecordIndex(home(disk.anotherProcess(), `n${looks}`)).search('tide', options)),
      ).toEqual(wanted)
    })
    writer.rebuild()
    writer.maintain()
    expect(looks).toBeGreaterThan(5)
  })

  it('names a file that cannot be read now, keeps what it said, and tries again', () => {
    const disk = createSimulatedDisk()
    const context = home(disk)
    prepareHome(context)
    save(context, 'one', 'the tide is low')
    save(context, 'two', 'the tide is high')
    const index = new RecordIndex(context)
    index.search('tide', options)
    append(context, 'two', 'and the lamp is lit')
    disk.failAt(1, 'EIO', { names: ['read'], path: '/sessions/two' })
    expect(namesOf(index.search('lamp', options))).toEqual(['two'])
    append(context, 'two', 'and the bell rings')
    disk.failAt(1, 'EIO', { names: ['read'], path: '/transcripts/', forever: true })
    const { coverage, ...answer } = index.search('tide', options)
    disk.clearFaults()
    expect(namesOf({ coverage, ...answer })).toEqual(['one', 'two'])
    expect(coverage.unreadable.map(({ name }) => name)).toContain('two')
    expect(namesOf(index.search('bell', options))).toEqual(['two'])
    expect(index.search('bell', options).coverage.unreadable).toEqual([])
  })

  it('works in memory where it cannot be written', () => {
    const disk = createSimulatedDisk()
    const context = home(disk)
    prepareHome(context)
    save(context, 'one', 'the tide is low')
    const readOnly = {
      ...disk,
      createExclusive: (path: string) => {
        throw Object.assign(new Error(`EROFS: ${path}`), { code: 'EROFS' })
      },
      makeFolder: (path: string) => {
        throw Object.assign(new Error(`EROFS: ${path}`), { code: 'EROFS' })
      },
    }
    const index = new RecordIndex({ ...context, disk: readOnly })
    expect(namesOf(index.search('tide', options))).toEqual(['one'])
    expect(indexFiles(context)).toEqual([])
    expect(() => index.rebuild()).toThrow()
  })

  it('touches only the end of a long conversation', () => {
    const disk = createSimulatedDisk()
    const context = home(disk)
    prepareHome(context)
    const page = Array.from({ length: 300 }, (_, i) => `word${i}`).join(' ')
    save(context, 'marathon', ...Array.from({ length: 1500 }, (_, i) => `${i} ${page}`))
    const index = new RecordIndex(context)
    index.search('tide', options)
    const [whole = ''] = indexFiles(context).filter((file) => file.endsWith('.seg'))
    for (let i = 0; i < 3; i++) {
      append(context, 'marathon', `the tide turned ${i} times`)
      const found = index.search('tide turned', options)
      expect({ i, matches: found.sessions[0]?.matches }).toEqual({ i, matches: i + 1 })
      const { coverage: _, ...answer } = found
      const { coverage: __, ...wanted } = expected(context, 'tide turned')
      expect(answer).toEqual(wanted)
    }
    const files = indexFiles(context).filter((file) => file.endsWith('.seg'))
    expect(files).toContain(whole)
    const sizes = files.map((file) => disk.stat(join(indexFolder(context), file))?.size ?? 0)
    expect(Math.min(...sizes)).toBeLessThan(10_000)
  })

  it('leaves no file open', () => {
    const disk = createSimulatedDisk()
    const context = home(disk)
    prepareHome(context)
    save(context, 'one', 'the tide is low')
    const index = new RecordIndex(context)
    index.search('tide', options)
    index.status()
    index.verify()
    index.rebuild()
    index.maintain()
    try {
      index.use(() => {
        throw new Error('stop')
      })
    } catch (error) {
      expect(errorCode(error)).toBeUndefined()
    }
    expect(disk.openFiles).toBe(0)
  })

  it('keeps the files of an index open a moment for the next answer, where that is wanted', () => {
    const disk = createSimulatedDisk()
    const context = home(disk)
    prepareHome(context)
    save(context, 'one', 'the tide is low')
    save(context, 'two', 'the harbour is open')
    new RecordIndex(context).search('tide', options)
    const waiting: (() => void)[] = []
    const index = new RecordIndex(context, { later: (work) => waiting.push(work) })
    expect(index.search('tide', options).total).toBe(1)
    expect(index.search('harbour', options).total).toBe(1)
    expect(disk.openFiles).toBe(1)
    expect(waiting).toHaveLength(1)
    // What is forgotten is not kept open.
    deleteSession(context, 'two', { purge: true })
    index.forget()
    expect(index.search('harbour', options).total).toBe(0)
    const files = indexFiles(context).filter((file) => file.endsWith('.seg'))
    expect(disk.openFiles).toBeLessThanOrEqual(files.length)
    waiting.shift()?.()
    expect(disk.openFiles).toBe(0)
    expect(index.search('tide', options).total).toBe(1)
    expect(waiting).toHaveLength(1)
  })
})
