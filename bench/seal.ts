import { setTimeout } from 'node:timers/promises'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ChatCli } from '../src/chatcli.ts'
import { openChatCli } from '../src/open-chatcli.ts'
import { masterKeyOf } from '../src/seal/master-key.ts'
import { readSealedLine, sealLine } from '../src/seal/sealed-line.ts'
import { round, timeOf, type Timing, timingOf } from './measure.ts'

export interface SealFigures {
  readonly sessions: number
  readonly messages: number
  /** Milliseconds in a plain home and a sealed one, each taken in turn with the other, and how many times as much. */
  readonly search: Compared
  readonly turn: Compared
  readonly list: Compared
  readonly firstList: Compared
  readonly buildIndex: Compared
  /** Lines sealed under one key by several processes, and how many of their nonces were there before. */
  readonly seals: number
  readonly repeatedNonces: number
}

interface Compared {
  readonly plain: Timing
  readonly sealed: Timing
  readonly ratio: number
}

const words = Array.from({ length: 20_000 }, (_, i) => `w${((i * 7919) % 1_000_003).toString(36)}`)
const perSession = 40
const processes = 4

/** Sealed against plain, in one run. */
export async function seal(folder: string, sessions: number, script: string): Promise<SealFigures> {
  const homes = { plain: join(folder, 'plain'), sealed: join(folder, 'sealed') }
  const key = randomBytes(32).toString('base64')
  const open = {
    plain: (): ChatCli => openChatCli({ home: homes.plain }),
    sealed: (): ChatCli => openChatCli({ home: homes.sealed, encryptionKey: key }),
  }
  for (const home of Object.values(homes)) mkdirSync(home, { mode: 0o700 })
  for (const side of sides) fill(open[side](), sessions)
  // A list reads files again that were written in the last two seconds: only those of the side that was filled last.
  await setTimeout(2500)
  const firstList = compare(1, (side) => {
    const chatcli = open[side]()
    return () => void chatcli.sessions.list()
  })
  const list = compare(30, (side) => {
    const chatcli = open[side]()
    return () => void chatcli.sessions.list()
  })
  const buildIndex = compare(1, (side) => {
    const chatcli = open[side]()
    return () => void chatcli.search('anything')
  })
  const ready = { plain: open.plain(), sealed: open.sealed() }
  const search = compare(300, (side, i) => () => void ready[side].search(queryOf(i)))
  const live = { plain: ready.plain.sessions.open('s0'), sealed: ready.sealed.sessions.open('s0') }
  const turn = compare(300, (side, i) => () => {
    live[side].append([
      { role: 'user', content: `question ${i}: ${textOf(i, 20)}` },
      { role: 'assistant', content: `answer ${i}: ${textOf(i + 1, 60)}` },
    ])
  })
  return {
    sessions,
    messages: sessions * perSession,
    search,
    turn,
    list,
    firstList,
    buildIndex,
    seals: 1_000_000,
    repeatedNonces: await repeatedNonces(script, 1_000_000),
  }
}

type Side = 'plain' | 'sealed'
const sides = ['plain', 'sealed'] as const

function compare(runs: number, prepare: (side: Side, i: number) => () => void): Compared {
  const times: Record<Side, number[]> = { plain: [], sealed: [] }
  for (let i = 0; i < runs; i++) {
    // Whoever goes first pays for what both need.
    for (const side of i % 2 === 0 ? sides : ([...sides].reverse() as readonly Side[]))
      times[side].push(timeOf(prepare(side, i)))
  }
  const [plain, sealed] = [timingOf(times.plain), timingOf(times.sealed)]
  return { plain, sealed, ratio: round(sealed.p50 / plain.p50) }
}

function fill(chatcli: ChatCli, sessions: number): void {
  for (let session = 0; session < sessions; session++) {
    const messages = Array.from({ length: perSession }, (_, i) => ({
      role: i % 2 === 0 ? 'user' : 'assistant',
      content: textOf(session * perSession + i, 80),
    }))
    chatcli.sessions.save(`s${session}`, messages)
  }
}

function textOf(seed: number, count: number): string {
  // Common words come often, as in any language.
  return Array.from({ length: count }, (_, i) => {
    const at = (seed * 31 + i * i * 17 + (seed ^ i) * 2_654_435_761) % 1_000_000
    return words[Math.floor(words.length * (at / 1_000_000) ** 3)] ?? ''
  }).join(' ')
}

function queryOf(i: number): string {
  return `${words[(i * 37) % 2000] ?? ''} ${words[(i * 1013) % words.length] ?? ''}`
}

async function repeatedNonces(script: string, seals: number): Promise<number> {
  const seen = new Set<string>()
  let repeated = 0
  await Promise.all(
    Array.from({ length: processes }, async (_, number) => {
      const count = String(seals / processes)
      const child = spawn(process.execPath, [script, 'seal-child', String(number), count], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      let rest = ''
      child.stdout.setEncoding('latin1')
      for await (const piece of child.stdout as AsyncIterable<string>) {
        const lines = (rest + piece).split('\n')
        rest = lines.pop() ?? ''
        for (const nonce of lines) {
          if (seen.has(nonce)) repeated++
          seen.add(nonce)
        }
      }
    }),
  )
  if (seen.size + repeated !== seals) throw new Error(`${seen.size + repeated} of ${seals} lines were sealed`)
  return repeated
}

/** One of the processes: seals lines of one transcript, all under one key, and prints their nonces. */
export function sealChild([number = '0', count = '0']: readonly string[]): void {
  const master = masterKeyOf(Buffer.alloc(32, 7))
  const plain = Buffer.from('{"v":1}')
  for (let from = 0; from < Number(count); from += 1000) {
    const nonces = Array.from({ length: Math.min(1000, Number(count) - from) }, (_, i) => {
      const name = { w: `w${number}`, n: from + i, p: '' }
      const { text } = sealLine(master, { kind: 'transcript', id: 'tr-1' }, name, plain)
      return readSealedLine(Buffer.from(text))?.nonce ?? 'unreadable'
    })
    process.stdout.write(`${nonces.join('\n')}\n`)
  }
}
