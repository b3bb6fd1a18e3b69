import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Actor } from './actor.ts'
import { anywhere } from './ledger.ts'
import type { SoakWorld } from './soak-world.ts'

/** Who looks things up, and looks after the store. */
export function readerActor(world: SoakWorld, random: () => number): Actor {
  const search = async (): Promise<void> => {
    const words = [...world.ledger.places].flatMap(([place]) =>
      place.startsWith('trash:') || place === anywhere ? [] : [...world.ledger.held(place)],
    )
    const word = words[Math.floor(random() * words.length)]
    if (word === undefined) return
    const { status, stdout, wasKilled } = await world.command(['search', word, '--json'], { as: 'search' })
    world.done('search')
    if (wasKilled || status === 4) return
    const isThere = [...world.ledger.places].some(
      ([place, held]) => !place.startsWith('trash:') && held.get(word) === true,
    )
    if (isThere && !stdout.includes(`"${word}`)) world.refused('search', `${word} is not found at once`)
  }
  const look = async (args: readonly string[]): Promise<void> => {
    const { status, stdout, stderr, wasKilled } = await world.command(args, { as: args[0] ?? '' })
    world.done(args.slice(0, 2).join(' '))
    if (!wasKilled && status !== 0)
      world.refused(args.slice(0, 2).join(' '), `${status} ${stderr} ${findings(stdout)}`)
  }
  const backup = async (): Promise<void> => {
    const file = join(world.root, 'backup.tar')
    rmSync(file, { force: true })
    await look(['storage', 'backup', file])
    rmSync(file, { force: true })
  }

  return {
    name: 'reader',
    pause: 5000,
    async step() {
      const draw = random()
      if (draw < 0.45) return search()
      if (draw < 0.55) return look(['session', 'list', '--json'])
      if (draw < 0.65 && world.ledger.held(world.shared()).size > 0)
        return look(['session', 'get', world.shared(), '--json'])
      if (draw < 0.72 && world.ledger.held(world.shared()).size > 0)
        return look(['session', 'export', world.shared(), 'jsonl', '-'])
      if (draw < 0.8) return look(['doctor', '--json'])
      if (draw < 0.86) return look(['verify', '--json'])
      if (draw < 0.9) return look(['storage', '--json'])
      if (draw < 0.94) return look(['index', 'verify', '--json'])
      if (draw < 0.97) return backup()
      return look(['session', 'restore', '--json'])
    },
    end: () => Promise.resolve(),
  }
}

function findings(stdout: string): string {
  try {
    return JSON.stringify((JSON.parse(stdout) as { readonly findings?: unknown }).findings ?? '')
  } catch {
    return ''
  }
}
