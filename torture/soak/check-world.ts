import { checkLedger } from './check-ledger.ts'
import { strayFiles } from './home-size.ts'
import type { ImporterActor } from './importer-actor.ts'
import { anywhere } from './ledger.ts'
import { readHome } from './read-home.ts'
import { canary } from './soak-word.ts'
import type { SoakWorld } from './soak-world.ts'

/** How many words are looked for, and how many sessions are read with the program. */
const sample = 6

/** Looks at a home that is still: everything acknowledged, what search finds, what `verify` says, plain text, leftovers. */
export async function checkWorld(world: SoakWorld, importer: ImporterActor, scratch: string): Promise<void> {
  const { ledger } = world
  const imported = await importer.takeIn()
  const { talks, complaints } = readHome(world.home, scratch, world.keys)
  const problems = [...complaints, ...checkLedger(ledger, talks)]
  for (const line of fewOfEach(problems)) world.problem(line)
  if (problems.length > 0) world.problem(`${problems.length} problems; the last import said ${imported}`)
  for (const line of strayFiles(world.home, canary, Date.now()).slice(0, 10)) world.problem(line)

  const verified = await world.command(['verify', '--json'])
  if (verified.status !== 0) world.problem(`verify: ${verified.stdout.slice(0, 2000)}${verified.stderr}`)
  const named = [...ledger.places.keys()].filter(
    (place) => place !== anywhere && !place.startsWith('trash:') && ledger.held(place).size > 0,
  )
  for (const place of drawn(named, world.random)) {
    const { stdout, status } = await world.command(['session', 'export', place, 'jsonl', '-'])
    const missing = [...ledger.held(place)].find((word) => !stdout.includes(word))
    if (status !== 0 || missing !== undefined) world.problem(`${place} is exported without ${missing}`)
  }
  for (const word of drawn(
    named.flatMap((place) => [...ledger.held(place)]),
    world.random,
  )) {
    const { stdout, stderr } = await world.command(['search', word, '--refresh', '--json'])
    if (!stdout.includes(`"${word}`)) world.problem(`search does not find ${word}: ${stderr}`)
  }
  for (const word of drawn([...ledger.forgotten], world.random)) {
    const { status, stdout } = await world.command(['search', word, '--strict', '--refresh', '--json'])
    if (status !== 1) world.problem(`search finds ${word}, which was forgotten: ${stdout.slice(0, 600)}`)
  }
  world.done('check of everything')
}

/** The first of each kind: when something breaks, a whole session is missed word by word. */
function fewOfEach(problems: readonly string[]): string[] {
  const counts = new Map<string, number>()
  return problems.filter((problem) => {
    const kind = problem.replace(/:.*$/s, '')
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    return count <= 4
  })
}

function drawn<T>(things: readonly T[], random: () => number): readonly T[] {
  if (things.length <= sample) return things
  return Array.from({ length: sample }, () => things[Math.floor(random() * things.length)] as T)
}
