import type { SoakWorld } from './soak-world.ts'

/** Somebody who uses the program for as long as the soak runs. */
export interface Actor {
  readonly name: string
  /** Milliseconds between two steps, about. */
  readonly pause: number
  /** One operation, or a few. What the soak killed is taken up again in the next one. */
  readonly step: () => Promise<void>
  /** Ends what is still running. */
  readonly end: () => Promise<void>
}

/** Steps until the soak is over. */
export async function act(actor: Actor, world: SoakWorld, random: () => number): Promise<void> {
  while (!world.isOver) {
    await world.gate.enter()
    try {
      if (!world.isOver) await actor.step()
    } catch (error) {
      world.problem(
        `${actor.name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      )
    } finally {
      world.gate.leave()
    }
    if (!world.isOver) await delay(actor.pause * (0.5 + random()))
  }
  await actor.end()
}

export function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
