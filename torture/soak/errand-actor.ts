import type { Actor } from './actor.ts'
import { anywhere } from './ledger.ts'
import { answerIn } from './soak-word.ts'
import type { SoakWorld } from './soak-world.ts'

/** One-shots: a few in each session of its own, some in the shared one, some kept under no name. */
export function errandActor(world: SoakWorld, random: () => number): Actor {
  let number = 1
  let toCome = 3
  return {
    name: 'errand',
    pause: 5000,
    async step() {
      const draw = random()
      const own = `errand-${number}`
      const session = draw < 0.1 ? undefined : draw < 0.3 ? world.shared() : own
      const word = world.ledger.say('errand', session ?? anywhere)
      const where = session === undefined ? ['--save'] : ['--session', session]
      const { status, stdout, stderr, wasKilled } = await world.command(
        ['-p', world.message(word), ...where],
        { as: 'one-shot' },
      )
      const answer = answerIn(stdout)
      if (status === 0 && answer !== undefined && !/not saved/i.test(stderr))
        world.ledger.acknowledge(word, answer)
      else if (!wasKilled) world.refused('one-shot', stderr)
      world.done('one-shot')
      if (session !== own || --toCome > 0) return
      world.released.add(own)
      number++
      toCome = 2 + Math.floor(random() * 4)
    },
    end: () => Promise.resolve(),
  }
}
