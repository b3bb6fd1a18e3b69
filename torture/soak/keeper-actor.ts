import type { Actor } from './actor.ts'
import { trashPlace } from './ledger.ts'
import { saidWord } from './soak-word.ts'
import type { Finished, SoakWorld } from './soak-world.ts'

/** Who keeps the house: renames, copies, deletes, restores and forgets what nobody is bound to, and lets the rules remove. */
export function keeperActor(world: SoakWorld, random: () => number): Actor {
  const deleted: string[] = []
  let names = 0

  const one = <T>(things: readonly T[]): T | undefined => things[Math.floor(random() * things.length)]
  /** Runs it until it ended by itself, or what it was to do is done. */
  const until = async (args: readonly string[], isDone: () => Promise<boolean>): Promise<boolean> => {
    for (let attempt = 0; ; attempt++) {
      const ended = await run(args, attempt)
      if (ended.status === 0) return true
      if (await isDone()) return true
      if (!ended.wasKilled) return false
    }
  }
  const run = async (args: readonly string[], attempt = 0): Promise<Finished> => {
    const ended = await world.command(args, attempt < 4 ? { as: args[0] ?? '' } : {})
    if (ended.status !== 0 && !ended.wasKilled) world.refused(args.slice(0, 2).join(' '), ended.stderr)
    world.done(args.slice(0, 2).join(' '))
    return ended
  }
  const rename = async (name: string): Promise<void> => {
    const to = `kept-${++names}`
    if (!(await until(['session', 'rename', name, to], () => world.exists(to)))) return
    world.released.delete(name)
    world.released.add(to)
    world.ledger.move(name, to)
  }
  const fork = async (name: string): Promise<void> => {
    const to = `copy-${++names}`
    const before = world.ledger.held(name)
    if (!(await until(['session', 'fork', name, to], () => world.exists(to)))) return
    world.released.add(to)
    world.ledger.fork(name, to, before)
  }
  const remove = async (name: string): Promise<void> => {
    const isGone = async (): Promise<boolean> => !(await world.exists(name))
    if (!(await until(['session', 'delete', name, '--yes'], isGone))) return
    world.released.delete(name)
    world.ledger.move(name, trashPlace(name))
    deleted.push(name)
  }
  const restore = async (): Promise<void> => {
    const name = one(deleted)
    if (name === undefined) return
    if (!(await until(['session', 'restore', name], () => world.exists(name)))) return
    deleted.splice(deleted.indexOf(name), 1)
    world.released.add(name)
    world.ledger.move(trashPlace(name), name)
  }
  const purge = async (name: string): Promise<void> => {
    const words = world.ledger.held(name)
    for (const word of words) world.ledger.doubtIn(name, word)
    for (let attempt = 0; ; attempt++) {
      const { status, wasKilled } = await run(['session', 'delete', name, '--purge', '--yes'], attempt)
      if (status !== 0 && wasKilled) continue
      if (status !== 0 && status !== 3) return
      break
    }
    world.released.delete(name)
    world.ledger.purge(name)
  }
  /** Takes one turn out of everything. */
  const forget = async (name: string): Promise<void> => {
    const word = one([...world.ledger.held(name)])
    if (word === undefined) return
    const { stdout, status } = await world.command(['session', 'export', name, 'jsonl', '-'])
    if (status !== 0) return
    const lines = stdout
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as { readonly position: number; readonly content: string })
    const both = new Set([word, world.ledger.answers.get(word)])
    const found = lines.filter(({ content }) => both.has(saidWord(content)?.word))
    world.ledger.doubt(word)
    for (const { position } of found.reverse()) {
      for (let attempt = 0; ; attempt++) {
        const message = ['session', 'get', name, '--message', String(position), '--json']
        const there = await world.command(message)
        const isGone = ![...both].some((one) => one !== undefined && there.stdout.includes(one))
        if ((there.status === 0 || there.status === 3) && isGone) break
        const ended = await run(['session', 'forget', name, '--message', String(position), '--yes'], attempt)
        if (ended.status === 0) break
        if (!ended.wasKilled) return
      }
    }
    world.ledger.forget(word)
  }

  return {
    name: 'keeper',
    pause: 7000,
    async step() {
      const draw = random()
      if (draw < 0.12) return void (await run(['storage', 'prune', '--apply', '--json']))
      const name = one([...world.released])
      if (name === undefined) return
      if (draw < 0.3) return rename(name)
      if (draw < 0.42) return fork(name)
      if (draw < 0.6) return remove(name)
      if (draw < 0.78) return restore()
      if (draw < 0.86 && name.startsWith('copy')) return purge(name)
      // Summaries of long conversations may cite it; those of errands are too short for one.
      const errand = [...world.released].find((other) => other.startsWith('errand'))
      if (errand !== undefined) return forget(errand)
    },
    end: () => Promise.resolve(),
  }
}
