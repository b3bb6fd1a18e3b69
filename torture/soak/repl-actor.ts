import type { Actor } from './actor.ts'
import { anywhere } from './ledger.ts'
import { answerIn } from './soak-word.ts'
import { type Exchange, ReplProcess } from './repl-process.ts'
import type { SoakWorld } from './soak-world.ts'

/** A person at a terminal: talks, saves, forks, goes on elsewhere, compacts, rewinds. @param writer small letters */
export function replActor(writer: string, world: SoakWorld, random: () => number): Actor {
  let repl: ReplProcess | undefined
  let bound: string | undefined
  /** Words of the conversation without a name. */
  let unnamed: string[] = []
  /** Sessions of its own, to which it comes back. */
  let own: string[] = []
  let names = 0

  const follow = (exchange: Exchange | undefined): Exchange | undefined => {
    if (exchange === undefined) {
      const complaints = repl?.complaints() ?? ''
      // It has the key of before.
      if (repl?.wasKilled === false && repl.exitCode === 4) world.refused('chat', complaints)
      else if (repl?.wasKilled === false) world.problem(`${writer} ended by itself: ${complaints}`)
      repl = undefined
      unnamed = []
      return undefined
    }
    if (exchange.session !== undefined) unnamed = []
    bound = exchange.session
    const complaints = repl?.complaints() ?? ''
    for (const [line] of complaints.matchAll(/^Error: .*$/gm)) world.refused('chat', line)
    if (!exchange.isSaved) world.refused('chat', `not saved: ${complaints}`)
    return exchange
  }
  const start = async (): Promise<void> => {
    const [mine] = own
    const draw = random()
    const session = draw < 0.3 ? undefined : draw < 0.65 || mine === undefined ? world.shared() : mine
    bound = session
    repl = new ReplProcess(writer, session === undefined ? [] : ['--session', session], world)
    follow(await repl.say(''))
    world.done('chat started')
  }
  const keep = (name: string): void => {
    own.push(name)
    while (own.length > 2) {
      const index = own.findIndex((one) => one !== bound && one !== name)
      const [old] = own.splice(Math.max(0, index), 1)
      if (old !== undefined) world.released.add(old)
    }
  }
  const turn = async (chat: ReplProcess): Promise<void> => {
    const word = world.ledger.say(writer, bound ?? anywhere)
    if (bound === undefined) unnamed.push(word)
    const exchange = follow(await chat.say(world.message(word)))
    if (exchange === undefined) return
    const answer = answerIn(exchange.answer)
    if (answer !== undefined && exchange.isSaved) world.ledger.acknowledge(word, answer)
    else world.refused('chat', `no answer to ${word}: ${exchange.answer.slice(0, 300)}`)
    world.done('turn in the chat')
  }
  /** Whether a session was made; what is not saved has a name in memory only. */
  const isThere = async (name: string, exchange: Exchange | undefined): Promise<boolean> =>
    exchange?.isSaved === true ? exchange.session === name : world.exists(name)
  const fork = async (chat: ReplProcess, from: string): Promise<void> => {
    const name = `${writer}-${++names}`
    const before = world.ledger.held(from)
    const exchange = follow(await chat.say(`/session fork ${name}`))
    if (await isThere(name, exchange)) {
      world.ledger.fork(from, name, before)
      keep(name)
    }
    world.done('fork in the chat')
  }
  const save = async (chat: ReplProcess): Promise<void> => {
    const name = `${writer}-${++names}`
    const words = unnamed
    const exchange = follow(await chat.say(`/session save ${name}`))
    if (await isThere(name, exchange)) {
      world.ledger.claim(words, name)
      keep(name)
    }
    world.done('save in the chat')
  }
  const other = async (chat: ReplProcess, line: string, what: string): Promise<void> => {
    follow(await chat.say(line))
    world.done(what)
  }

  return {
    name: writer,
    pause: 1400,
    async step() {
      if (repl?.hasEnded === true) follow(undefined)
      if (repl !== undefined && repl.generation !== world.generation) await leave()
      if (repl === undefined) return start()
      const draw = random()
      const [mine] = own
      if (draw < 0.72) return turn(repl)
      if (draw < 0.76) return other(repl, random() < 0.6 ? '/rewind 1' : '/rewind undo', 'rewind')
      if (draw < 0.79) return other(repl, '/compact', 'compaction')
      if (draw < 0.86) {
        if (bound !== undefined) return fork(repl, bound)
        return unnamed.length > 0 ? save(repl) : turn(repl)
      }
      if (draw < 0.89 && mine !== undefined) return other(repl, `/session load ${mine}`, 'load')
      // One that is not there yet would be made of the conversation at hand.
      if (draw < 0.93 && world.ledger.held(world.shared()).size > 0)
        return other(repl, `/session attach ${world.shared()}`, 'attach')
      if (draw < 0.96) {
        unnamed = []
        return other(repl, '/session new', 'new conversation')
      }
      if (draw < 0.99) return leave()
      return other(repl, '/session list', 'list in the chat')
    },
    end: leave,
  }

  async function leave(): Promise<void> {
    await repl?.leave()
    repl = undefined
    unnamed = []
    own = own.filter((name) => !world.released.has(name))
    world.done('chat left')
  }
}
