import { beforeEach, describe, expect, it } from 'vitest'
import type { ChatCli } from './chatcli.ts'
import { type SimulatedDisk, createSimulatedDisk } from './disk/simulated-disk.ts'
import { openChatCli } from './open-chatcli.ts'

const home = '/home/ada/.chatcli'
let disk: SimulatedDisk
let chatcli: ChatCli

beforeEach(() => {
  disk = createSimulatedDisk()
  chatcli = open(disk)
  for (const [name, content] of [
    ['tides', 'High water at the pier at noon.'],
    ['garden', 'Water the beans at noon.'],
  ] as const)
    chatcli.sessions.save(name, [{ role: 'user', content }])
})

function open(on: SimulatedDisk, more: { readonly transcripts?: boolean } = {}): ChatCli {
  let now = Date.UTC(2026, 5, 1)
  return openChatCli({ home, disk: on, now: () => (now += 1000), timeZone: 'UTC', ...more })
}

const names = (query: string, more = {}): string[] =>
  chatcli.search(query, { asIs: true, ...more }).sessions.map(({ name }) => name)

describe('an answer from the index as it is', () => {
  it('is nothing without an index, and makes none', () => {
    const before = disk.counters.bytesWritten
    expect(names('water')).toEqual([])
    expect(disk.counters.bytesWritten).toBe(before)
  })

  it('is what the index has, with its snippets', () => {
    chatcli.search('water')
    expect(names('pier')).toEqual(['tides'])
    expect(chatcli.search('pier', { asIs: true, now: 0 })).toEqual(chatcli.search('pier', { now: 0 }))
  })

  it('looks at nothing, writes nothing, and reads of sessions only the passages it shows', () => {
    const long = Array.from({ length: 300 }, (_, at) => ({ role: 'user', content: `The ${at}th beam.` }))
    chatcli.sessions.save('barn', [...long, { role: 'user', content: 'A walrus.' }, ...long])
    chatcli.search('water')
    for (let turn = 0; turn < 40; turn++)
      chatcli.sessions.save(`more-${turn}`, [{ role: 'user', content: 'oak' }])
    const other = disk.anotherProcess()
    chatcli = open(other)
    const { bytesWritten } = other.counters
    const calls = other.log.length
    expect(names('oak')).toEqual([])
    expect(names('walrus')).toEqual(['barn'])
    const made = other.log.slice(calls)
    expect(other.counters.bytesWritten).toBe(bytesWritten)
    expect(made.filter(({ name }) => name === 'list')).toEqual([])
    const touched = made.filter(({ path }) => !/\/index\/|home\.json$/.test(path))
    expect(new Set(touched.map(({ path }) => path)).size).toBe(1)
    expect(touched.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(600)
  })

  it('says no passage that is no longer there, and reads no session for it', () => {
    chatcli = open(disk, { transcripts: false })
    const says = (content: string): unknown =>
      chatcli.sessions.save('tides', [{ role: 'user', content }], { force: true })
    says('High water at the pier at noon.')
    chatcli.search('water')
    says('Some water at the pier at noon.')
    const [hit] = chatcli.search('pier', { asIs: true }).sessions
    expect(hit?.messages[0]?.snippet.text ?? '').not.toContain('High')
    expect(names('pier')).toEqual(['tides'])
    expect(chatcli.search('pier').sessions[0]?.messages[0]?.snippet.text).toBe(
      'Some water at the pier at noon.',
    )
  })

  it('is nothing, not an error, when the index is damaged; the next answer mends it', () => {
    chatcli.search('water')
    const [at = ''] = disk.list(`${home}/index`).map((name) => `${home}/index/${name}`)
    for (const name of disk.list(at).filter((file) => file.endsWith('.seg'))) disk.unlink(`${at}/${name}`)
    chatcli = open(disk.anotherProcess())
    expect(names('pier')).toEqual([])
    expect(chatcli.search('pier').sessions).toHaveLength(1)
    expect(names('pier')).toEqual(['tides'])
  })
})

describe('newest', () => {
  it('leaves out all but the sessions that were changed last', () => {
    chatcli.search('water')
    expect(names('noon', { newest: 2 }).toSorted()).toEqual(['garden', 'tides'])
    expect(names('noon', { newest: 1 })).toEqual(['garden'])
    expect(names('pier', { newest: 1 })).toEqual([])
  })
})

describe('summary', () => {
  it('is one row of the list, without looking at the others', () => {
    const [row] = chatcli.sessions.list({ sort: 'name' }).sessions
    const calls = disk.log.length
    expect(chatcli.sessions.summary('garden')).toEqual(row)
    const paths = new Set(disk.log.slice(calls).map(({ path }) => path))
    paths.delete(`${home}/home.json`)
    expect([...paths]).toEqual([`${home}/sessions/garden.json`])
    expect(() => chatcli.sessions.summary('none')).toThrow(expect.objectContaining({ code: 'not-found' }))
  })
})
