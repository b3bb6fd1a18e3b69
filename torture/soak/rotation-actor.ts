import type { Actor } from './actor.ts'
import type { SoakWorld } from './soak-world.ts'

/** Replaces the key while the others go on with the old one, until the rotation is done; then they start again. */
export function rotationActor(world: SoakWorld, pause: number): Actor {
  let isFirst = true
  return {
    name: 'rotation',
    pause,
    async step() {
      if (isFirst) {
        isFirst = false
        return
      }
      world.takeNewKey()
      for (let attempt = 0; ; attempt++) {
        const { status, stdout, stderr, wasKilled } = await world.command(
          ['key', 'rotate', '--json'],
          attempt < 4 ? { as: 'rotation' } : {},
        )
        world.done('key rotate')
        if (status === 0) break
        if (wasKilled) continue
        world.refused('key rotate', `${status} ${stderr} ${stdout}`)
        if (attempt > 8) {
          world.problem(`The key could not be replaced: ${stderr} ${stdout}`)
          break
        }
      }
      world.generation++
    },
    end: () => Promise.resolve(),
  }
}
