import * as fs from 'node:fs'
import { dirname } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSimulatedDisk, type SimulatedDisk } from '../../src/disk/simulated-disk.ts'
import type { ImportResult } from '../../src/importers/imports-api.ts'
import { sampleMachine, type SampleMachine } from '../../src/importers/sample-machine.suite.ts'
import { type ChatCli, openChatCli } from '../../src/index.ts'

const start = Date.UTC(2026, 5, 1)
const home = '/home/ada/.chatcli'
let machine: SampleMachine
let disk: SimulatedDisk
let chatcli: ChatCli
beforeEach(() => {
  machine = sampleMachine({})
  disk = createSimulatedDisk()
  chatcli = openChatCli({ home, disk, now: () => start })
})
afterEach(() => machine.remove())

const run = async (more: { readonly all?: boolean } = {}): Promise<ImportResult> =>
  (await chatcli.imports()).run(machine, more)
const sessions = () => chatcli.sessions.list({ sort: 'name' }).sessions
const folders = (): string[] => sessions().map(({ source }) => String(source?.['cwd']))
const recordOf = (name: string): string[] =>
  chatcli.sessions.record(name).messages.map(({ message }) => message.content)

function write(path: string, text: string): void {
  fs.mkdirSync(dirname(machine.path(path)), { recursive: true })
  fs.writeFileSync(machine.path(path), text)
}

interface Line {
  readonly session: string
  readonly cwd: string
  readonly uuid: string
  readonly text: string
  readonly parent?: string
}

/** A line of Claude Code that says something. */
function line({ session, cwd, uuid, text, parent }: Line, at = 0): string {
  return `${JSON.stringify({
    parentUuid: parent ?? null,
    isSidechain: false,
    cwd,
    sessionId: session,
    type: 'user',
    uuid,
    timestamp: new Date(start - 86_400_000 + at).toISOString(),
    message: { role: 'user', content: text },
  })}\n`
}

describe('importing', () => {
  it('P73: one folder for two projects: each session has the project that its records name', async () => {
    const both = '.claude/projects/-home-ada---/'
    write(`${both}s1.jsonl`, line({ session: 's1', cwd: '/home/ada/외주', uuid: 'a', text: 'kingfishers' }))
    write(`${both}s2.jsonl`, line({ session: 's2', cwd: '/home/ada/개인', uuid: 'b', text: 'herons' }))
    await run()
    expect(folders().toSorted()).toEqual(['/home/ada/개인', '/home/ada/외주'])
  })

  it('P74: one id in two projects: nothing that was said in either is lost when one of them grows', async () => {
    const [alpha, beta] = ['alpha', 'beta'].map((name) => `.claude/projects/${name}/session-1.jsonl`)
    const of = (cwd: string, uuid: string, text: string): string =>
      line({ session: 'session-1', cwd, uuid, text })
    write(alpha ?? '', of('/alpha', 'a', 'kingfishers in alpha'))
    write(beta ?? '', of('/beta', 'b', 'herons in beta'))
    await run()
    write(beta ?? '', `${of('/beta', 'b', 'herons in beta')}${of('/beta', 'c', 'egrets in beta')}`)
    for (const all of [false, true]) {
      await run({ all })
      const said = sessions().flatMap(({ name }) => recordOf(name))
      expect(said.toSorted()).toEqual(['egrets in beta', 'herons in beta', 'kingfishers in alpha'])
      for (const word of ['kingfishers', 'herons', 'egrets'])
        expect(chatcli.search(word).sessions, word).toHaveLength(1)
    }
  })

  it('P76: copies of a message in two files: it is stored once and shown once, and both go on in sessions of their own', async () => {
    const place = '.claude/projects/-home-ada-sea/'
    const of = (session: string, more: readonly string[]): string =>
      ['what is a kingfisher?', 'a bird that dives', ...more]
        .map((text, i) => {
          const uuid = i < 2 ? `m${i}` : `${session}-${i}`
          return line(
            { session, cwd: '/home/ada/sea', uuid, text, ...(i === 0 ? {} : { parent: `m${i - 1}` }) },
            i,
          )
        })
        .join('')
    write(`${place}s1.jsonl`, of('s1', ['and where?']))
    write(`${place}s2.jsonl`, of('s2', ['and when?']))
    await run()
    const names = sessions().map(({ name }) => name)
    expect(names).toHaveLength(2)
    expect(names.flatMap(recordOf).toSorted()).toEqual(
      ['what is a kingfisher?', 'a bird that dives', 'and where?', 'and when?'].toSorted(),
    )
    const { sessions: found } = chatcli.search('kingfisher')
    expect(found).toHaveLength(1)
    expect(found[0]?.messages).toHaveLength(1)
    expect(chatcli.search('when').sessions.map(({ name }) => name)).not.toEqual(
      chatcli.search('where').sessions.map(({ name }) => name),
    )
  })

  it('P77, R73: what was imported is found at once; the second import adds nothing', async () => {
    const id = 'c0ffee0a-0000-4000-8000-00000000000a'
    const node = (message: object | null, parent: string | null, children: readonly string[]) => ({
      parent,
      children,
      message,
    })
    const text = { author: { role: 'user' }, content: { content_type: 'text', parts: ['a kingfisher'] } }
    const mapping = {
      root: { id: 'root', ...node(null, null, ['q']) },
      q: { id: 'q', ...node({ id: 'q', create_time: start / 1000, ...text }, 'root', []) },
    }
    const conversation = { id, title: 'Birds', create_time: start / 1000, mapping, current_node: 'q' }
    write('Downloads/export/conversations.json', JSON.stringify([conversation]))
    expect((await run()).tools).toMatchObject([{ tool: 'chatgpt', newSessions: 1, newMessages: 1 }])
    const found = chatcli.search('kingfisher').sessions.map(({ name }) => name)
    expect(found).toEqual(sessions().map(({ name }) => name))
    const again = await run({ all: true })
    expect(again.tools).toMatchObject([{ tool: 'chatgpt', newSessions: 0, grownSessions: 0, newMessages: 0 }])
    expect(sessions()).toHaveLength(1)
  })

  it('P80: sources that are gone take nothing with them, whatever is imported and indexed again', async () => {
    const place = '.claude/projects/-home-ada-sea/'
    for (const bird of ['kingfisher', 'heron', 'egret'])
      write(`${place}${bird}.jsonl`, line({ session: bird, cwd: '/home/ada/sea', uuid: bird, text: bird }))
    await run()
    const before = sessions()
    expect(before).toHaveLength(3)
    for (const bird of ['kingfisher', 'heron']) fs.rmSync(machine.path(`${place}${bird}.jsonl`))
    expect((await run({ all: true })).tools).toMatchObject([{ units: 1, newMessages: 0 }])
    fs.rmSync(machine.path('.claude'), { recursive: true })
    await run({ all: true })
    expect(sessions()).toEqual(before.map((one) => ({ ...one, sourceGoneAt: expect.any(Number) })))
    const later = openChatCli({ home, disk: disk.anotherProcess(), now: () => start })
    later.index.rebuild()
    for (const bird of ['kingfisher', 'heron', 'egret'])
      expect(later.search(bird).sessions, bird).toHaveLength(1)
  })

  it('P82: a file that its tool deletes in a day is warned of, and kept once it is imported', async () => {
    const path = '.claude/projects/-home-ada-sea/s1.jsonl'
    write(path, line({ session: 's1', cwd: '/home/ada/sea', uuid: 'a', text: 'a kingfisher' }))
    const days = 29 * 86_400
    fs.utimesSync(machine.path(path), start / 1000 - days, start / 1000 - days)
    const then = { ...machine, now: () => start }
    const imports = await chatcli.imports()
    const found = imports.find(then)
    expect(found).toMatchObject([{ keepsDays: 30, going: 1 }])
    await imports.run(then)
    expect(imports.find(then)).toMatchObject([{ going: 0 }])
    fs.rmSync(machine.path(path))
    await imports.run(then)
    expect(chatcli.search('kingfisher').sessions).toHaveLength(1)
  })
})
