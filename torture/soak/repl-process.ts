import { type ChildProcess, spawn } from 'node:child_process'
import { execPath } from 'node:process'
import type { Membership } from './pack.ts'
import type { SoakWorld } from './soak-world.ts'

const statusLine = /^(?:Bound to "(.+?)"|Not bound to a session)[^\n]*\n(?:[^\n]+\n)*?Transcript: \S+\n/m

/** What a line led to, and the session that the chat is bound to after it. */
export interface Exchange {
  readonly answer: string
  readonly session: string | undefined
  readonly isSaved: boolean
}

/** The chat, spoken to line by line. */
export class ReplProcess {
  readonly generation: number
  readonly #child: ChildProcess
  readonly #membership: Membership
  readonly #ended: Promise<void>
  #out = ''
  #err = ''
  #hasEnded = false
  #wake: () => void = () => undefined

  constructor(name: string, args: readonly string[], world: SoakWorld) {
    this.generation = world.generation
    const child = spawn(execPath, [world.cli, 'chat', ...args], {
      cwd: world.root,
      env: world.environment(),
      stdio: 'pipe',
    })
    this.#child = child
    this.#membership = world.pack.join(name, child.pid, true)
    child.stdin.on('error', () => undefined)
    child.stdout.on('data', (chunk: Buffer) => {
      this.#out += chunk.toString()
      this.#wake()
    })
    child.stderr.on('data', (chunk: Buffer) => (this.#err += chunk.toString()))
    this.#ended = new Promise((resolve) =>
      child.on('close', () => {
        this.#hasEnded = true
        this.#membership.leave()
        this.#wake()
        resolve()
      }),
    )
  }

  get wasKilled(): boolean {
    return this.#membership.wasKilled()
  }

  get hasEnded(): boolean {
    return this.#hasEnded
  }

  get exitCode(): number | null {
    return this.#child.exitCode
  }

  /** What it complained of since this was last asked. */
  complaints(): string {
    const said = this.#err
    this.#err = ''
    return said
  }

  /** Says a line, and waits until the chat tells its state, which it does when the line is done; undefined when it ended before. */
  async say(line: string): Promise<Exchange | undefined> {
    this.#out = ''
    this.#child.stdin?.write(line === '' ? '/session status\n' : `${line}\n/session status\n`)
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), 180_000)
    try {
      for (;;) {
        const found = statusLine.exec(this.#out)
        if (found !== null) {
          // What it complained of before may still be in the other pipe.
          await new Promise((resolve) => setTimeout(resolve, 40))
          const isSaved = !/not saved/i.test(this.#out.slice(found.index) + this.#err)
          return { answer: this.#out.slice(0, found.index), session: found[1], isSaved }
        }
        if (this.#hasEnded) return undefined
        await new Promise<void>((resolve) => (this.#wake = resolve))
      }
    } finally {
      clearTimeout(timer)
    }
  }

  /** Leaves as a person does. */
  async leave(): Promise<void> {
    this.#child.stdin?.end('/exit\n')
    await this.#ended
  }
}
