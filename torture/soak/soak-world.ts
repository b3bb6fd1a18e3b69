import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { seededRandom } from '../../src/disk/seeded-random.ts'
import { type Ended, runProcess } from '../run-process.ts'
import { Gate } from './gate.ts'
import { Ledger } from './ledger.ts'
import { Pack } from './pack.ts'

/** A command that ended, perhaps because the soak killed it. */
export interface Finished extends Ended {
  readonly wasKilled: boolean
}

export interface CommandOptions {
  /** What its process is called in the figures; it is never killed without one. */
  readonly as?: string
  readonly settings?: Readonly<Record<string, string>>
}

/** How many turns are said in a session that everybody shares, before there is a new one. */
const turnsOfShared = 300

/** What those who take part in a soak have in common. */
export class SoakWorld {
  /** The home folder of the person. */
  readonly root: string
  /** The home of the program. */
  readonly home: string
  readonly cli: string
  readonly ledger: Ledger = new Ledger()
  readonly pack: Pack = new Pack()
  readonly gate: Gate = new Gate()
  readonly random: () => number
  readonly problems: string[] = []
  /** What was refused or failed without harm, and how often. */
  readonly refusals: Map<string, number> = new Map()
  readonly operations: Map<string, number> = new Map()
  /** Sessions nobody is bound to any more. */
  readonly released: Set<string> = new Set()
  /** How many keys there were: who started with an older one starts again. */
  generation = 0
  isOver = false
  #keys: readonly string[] = [newKey()]
  readonly #modelUrl: string
  #names = 0
  readonly #say: (line: string) => void

  constructor(options: {
    readonly root: string
    readonly cli: string
    readonly modelUrl: string
    readonly seed: number
    readonly say: (line: string) => void
  }) {
    this.root = options.root
    this.home = join(options.root, '.chatcli')
    this.cli = options.cli
    this.#modelUrl = options.modelUrl
    this.random = seededRandom(options.seed)
    this.#say = options.say
    this.#noteKeys()
  }

  /** The key that seals, and the one before. */
  get keys(): readonly string[] {
    return this.#keys
  }

  /** From now on processes start with a new key. */
  takeNewKey(): void {
    this.#keys = [newKey(), ...this.#keys.slice(0, 1)]
    this.#noteKeys()
  }

  /** For who looks at what is left. */
  #noteKeys(): void {
    writeFileSync(join(this.root, 'keys'), this.#keys.join('\n'))
  }

  environment(): Record<string, string> {
    const [key = '', ...previous] = this.#keys
    return {
      PATH: process.env['PATH'] ?? '',
      HOME: this.root,
      CHATCLI_HOME: this.home,
      CHATCLI_LANG: 'en',
      CHATCLI_PLAIN: 'on',
      CHATCLI_PROVIDER: 'openai',
      CHATCLI_MODEL: 'fake-model',
      CHATCLI_MAX_RETRIES: '0',
      CHATCLI_CONTEXT_WINDOW: '16000',
      CHATCLI_SESSION_AUTOSAVE_KEEP: '8',
      CHATCLI_MCP_CALLS_PER_SECOND: '0',
      CHATCLI_ENCRYPTION_KEY: key,
      ...(previous.length > 0 ? { CHATCLI_ENCRYPTION_KEY_PREVIOUS: previous.join(',') } : {}),
      OPENAI_API_KEY: 'sk-test',
      OPENAI_BASE_URL: this.#modelUrl,
      NO_COLOR: '1',
      TZ: 'UTC',
    }
  }

  /** Runs the program once. */
  async command(args: readonly string[], { as, settings }: CommandOptions = {}): Promise<Finished> {
    let leave = (): void => undefined
    let wasKilled = (): boolean => false
    const ended = await runProcess(
      [execPath, this.cli, ...args],
      { ...this.environment(), ...settings },
      {
        cwd: this.root,
        patience: 180_000,
        onStart: (pid) => {
          if (as !== undefined) ({ leave, wasKilled } = this.pack.join(as, pid, false))
        },
      },
    )
    leave()
    const { status, stderr } = ended
    if (status === null && !wasKilled())
      this.problem(`${args.slice(0, 2).join(' ')} took longer than 3 minutes`)
    if (status === 70 || /^\s+at .*:\d+:\d+\)?$/m.test(stderr))
      this.problem(`${args.slice(0, 2).join(' ')} broke down: ${stderr.slice(0, 1500)}`)
    return { ...ended, wasKilled: wasKilled() }
  }

  /** Whether there is a session of that name, or an entry of the trash. */
  async exists(name: string): Promise<boolean> {
    const { stdout, stderr, status } = await this.command(['session', 'list', '--all', '--json'])
    if (status !== 0) throw new Error(`session list: ${stderr}`)
    const { sessions } = JSON.parse(stdout) as { sessions: readonly { name: string }[] }
    return sessions.some((session) => session.name === name)
  }

  /** The session that everybody shares now. */
  shared(): string {
    const name = `harbour-${this.#names}`
    if ((this.ledger.places.get(name)?.size ?? 0) < turnsOfShared) return name
    return `harbour-${++this.#names}`
  }

  done(operation: string): void {
    this.operations.set(operation, (this.operations.get(operation) ?? 0) + 1)
  }

  problem(what: string): void {
    this.problems.push(what)
    this.#say(`PROBLEM ${what}`)
  }

  /** Something was refused: no harm, but it should be known. */
  refused(what: string, why: string): void {
    const line = `${what}: ${why.trim().split('\n')[0]?.slice(0, 160) ?? ''}`.replaceAll(/\d+/g, '#')
    if (!this.refusals.has(line)) this.#say(`refused: ${what}: ${why.slice(0, 600)}`)
    this.refusals.set(line, (this.refusals.get(line) ?? 0) + 1)
  }

  /** What is said: the word and some more, now and then much more. */
  message(word: string): string {
    const length = this.random() < 0.03 ? 400 : 3 + Math.floor(this.random() * 40)
    return [word, ...Array.from({ length }, () => this.#filler())].join(' ')
  }

  #filler(): string {
    return fillers[Math.floor(this.random() * fillers.length)] ?? ''
  }
}

const fillers =
  'the tide walks over the stones while nobody counts them and a boat waits for wind near the red buoy until evening brings cold air from far hills'.split(
    ' ',
  )

function newKey(): string {
  return randomBytes(32).toString('base64')
}
