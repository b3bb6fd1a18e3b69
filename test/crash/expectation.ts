import type { ErrorCode } from '../../src/errors.ts'
import type { Operation } from './operation.ts'
import { extended, type Outcome, type Talk, type World } from './world.ts'

/** The conversation that a surface holds open: where it is, and what the surface has seen of it. */
export interface Held {
  readonly at: 'session' | 'trash' | 'loose'
  readonly name: string
  readonly seen: Talk
}

export interface Expectation {
  /** The world once the operation was acknowledged. */
  readonly after: World
  readonly held: Held
  /** What may be found when a crash came before that. */
  readonly during: readonly Outcome[]
}

/** What an operation that must succeed does to a world. */
export function expectation(world: World, held: Held, operation: Operation): Expectation {
  if (operation.kind === 'go-on' && held.at !== 'session') return goOnWithout(world, held, operation.texts)
  const after = worldAfter(world, operation)
  if (typeof after === 'string') throw new Error(`this workload cannot be: ${after}`)
  const { name } = operation
  const during: Outcome[] = [{ world }, { world: after }]
  const source = world.sessions.get(name)
  if (operation.kind === 'append' || operation.kind === 'go-on') {
    for (let k = 1; k < operation.texts.length; k++)
      during.push({
        world: withSession(world, name, extended(source ?? NOTHING, operation.texts.slice(0, k))),
      })
  }
  if (operation.kind === 'save') during.push({ world, unfinished: extended(NOTHING, operation.texts) })
  if (operation.kind === 'fork' && source !== undefined) during.push({ world, unfinished: source })
  return { after, held: heldAfter(held, operation, after), during }
}

/** The world after an operation, or the code of the error that it must end with. */
export function worldAfter(world: World, operation: Operation): World | ErrorCode {
  const { sessions, trash } = world
  const { name } = operation
  const talk = sessions.get(name)
  switch (operation.kind) {
    case 'append':
    case 'go-on':
      return talk === undefined ? 'not-found' : withSession(world, name, extended(talk, operation.texts))
    case 'save':
      return talk === undefined ? withSession(world, name, extended(NOTHING, operation.texts)) : 'exists'
    case 'fork':
    case 'rename': {
      if (sessions.has(operation.to)) return 'exists'
      if (talk === undefined) return 'not-found'
      return withSession(operation.kind === 'fork' ? world : withoutSession(world, name), operation.to, talk)
    }
    case 'delete':
      return talk === undefined
        ? 'not-found'
        : { ...withoutSession(world, name), trash: [...trash, { ...talk, name }] }
    case 'restore': {
      const at = trash.findLastIndex((other) => other.name === name)
      const found = trash[at]
      if (found === undefined) return 'not-found'
      if (talk !== undefined) return 'exists'
      const { window, record } = found
      return withSession({ ...world, trash: trash.toSpliced(at, 1) }, name, { window, record })
    }
  }
  return world
}

const NOTHING: Talk = { window: [], record: [] }

/** The session was deleted elsewhere: its conversation goes on without a name, with what the surface has seen. */
function goOnWithout(world: World, held: Held, texts: readonly string[]): Expectation {
  const { window } = held.seen
  const seen = extended({ window, record: window }, texts)
  const loose = [...world.loose]
  if (held.at === 'loose') {
    const during = texts.map((_, k) => {
      const part = extended(held.seen, texts.slice(0, k + 1))
      return { world: { ...world, loose: replaced(loose, held.seen, part) } }
    })
    const after = { ...world, loose: replaced(loose, held.seen, seen) }
    return { after, held: { ...held, seen }, during: [{ world }, ...during] }
  }
  const after = { ...world, loose: [...loose, seen] }
  return {
    after,
    held: { at: 'loose', name: '', seen },
    during: [{ world }, { world, unfinished: seen }, { world: after }],
  }
}

function heldAfter(held: Held, operation: Operation, after: World): Held {
  if (held.name !== operation.name) return held
  if (operation.kind === 'rename') return { ...held, name: operation.to }
  if (operation.kind === 'delete') return { ...held, at: 'trash' }
  if (operation.kind === 'restore') return { ...held, at: 'session' }
  return operation.kind === 'go-on' ? { ...held, seen: after.sessions.get(held.name) ?? held.seen } : held
}

function withSession(world: World, name: string, talk: Talk): World {
  return { ...world, sessions: new Map([...world.sessions, [name, talk]]) }
}

function withoutSession(world: World, name: string): World {
  return { ...world, sessions: new Map([...world.sessions].filter(([other]) => other !== name)) }
}

function replaced(talks: readonly Talk[], old: Talk, talk: Talk): Talk[] {
  const text = JSON.stringify(old)
  return talks.map((other) => (JSON.stringify(other) === text ? talk : other))
}
