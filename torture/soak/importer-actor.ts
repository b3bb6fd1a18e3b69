import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { type Actor, delay } from './actor.ts'
import { anywhere } from './ledger.ts'
import type { Membership } from './pack.ts'
import type { SoakWorld } from './soak-world.ts'

interface Foreign {
  readonly path: string
  readonly id: string
  readonly writer: string
  last: string | null
}

/** Another tool that writes its history, and `import --watch` that keeps up with it. */
export interface ImporterActor extends Actor {
  /** Takes in what was written of words that are not acknowledged yet. @returns what the import said */
  readonly takeIn: () => Promise<string>
}

export function importerActor(world: SoakWorld, random: () => number): ImporterActor {
  const folder = join(world.root, '.claude', 'projects', '-desk')
  mkdirSync(folder, { recursive: true })
  const files: Foreign[] = []
  let written: (readonly [word: string, answer: string])[] = []
  let watch: { child: ChildProcess; membership: Membership; generation: number; err: string } | undefined

  const start = (): void => {
    const child = spawn(execPath, [world.cli, 'import', '--watch', '--all'], {
      cwd: world.root,
      env: world.environment(),
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const membership = world.pack.join('watch', child.pid, true)
    const started = { child, membership, generation: world.generation, err: '' }
    child.stderr.on('data', (chunk: Buffer) => (started.err += chunk.toString()))
    child.on('close', () => {
      membership.leave()
      if (watch === started && !membership.wasKilled()) {
        // It has the key of before.
        if (started.generation !== world.generation || child.exitCode === 4)
          world.refused('import --watch', started.err)
        else world.problem(`the watch ended by itself: ${started.err}`)
      }
      if (watch === started) watch = undefined
    })
    watch = started
    world.done('import --watch started')
  }
  const line = (file: Foreign, role: 'user' | 'assistant', text: string): string => {
    const uuid = randomUUID()
    const entry = {
      type: role,
      uuid,
      parentUuid: file.last,
      sessionId: file.id,
      timestamp: new Date().toISOString(),
      cwd: '/desk',
      version: '2.0.0',
      message: role === 'user' ? { role, content: text } : { role, content: [{ type: 'text', text }] },
    }
    file.last = uuid
    return `${JSON.stringify(entry)}\n`
  }

  return {
    name: 'watch',
    pause: 3000,
    async step() {
      if (watch !== undefined && watch.generation !== world.generation) await end()
      if (watch === undefined) start()
      let file = files[Math.floor(random() * files.length)]
      if (file === undefined || random() < 0.04) {
        const id = randomUUID()
        file = { path: join(folder, `${id}.jsonl`), id, writer: 'file', last: null }
        files.push(file)
        if (files.length > 6) files.shift()
      }
      const word = world.ledger.say(file.writer, anywhere)
      const reply = world.ledger.answer()
      const text = line(file, 'user', world.message(word)) + line(file, 'assistant', world.message(reply))
      // As a tool that is caught in the middle of a line.
      const cut = random() < 0.3 ? Math.floor(random() * text.length) : text.length
      appendFileSync(file.path, text.slice(0, cut))
      if (cut < text.length) await delay(800)
      appendFileSync(file.path, text.slice(cut))
      written.push([word, reply])
      world.done('turn of another tool')
    },
    async takeIn() {
      const words = written
      written = []
      const { status, stdout, stderr } = await world.command(['import', '--all', '--json'])
      if (status !== 0) {
        world.problem(`import ended with ${status}: ${stderr}`)
        return stdout
      }
      for (const [word, answer] of words) world.ledger.acknowledge(word, answer)
      return stdout.slice(stdout.indexOf('"tools"'))
    },
    end,
  }

  async function end(): Promise<void> {
    const old = watch
    watch = undefined
    if (old === undefined || old.child.exitCode !== null || old.child.signalCode !== null) return
    const ended = new Promise((resolve) => old.child.on('close', resolve))
    old.child.kill('SIGINT')
    await ended
  }
}
