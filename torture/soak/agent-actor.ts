import { type ServedProgram, serveProgram, type Wire } from '../../bench/mcp/served-program.ts'
import type { Actor } from './actor.ts'
import { anywhere } from './ledger.ts'
import type { Membership } from './pack.ts'
import { answerIn } from './soak-word.ts'
import type { SoakWorld } from './soak-world.ts'

interface Server {
  readonly served: ServedProgram
  readonly membership: Membership
  readonly generation: number
}

type Json = Record<string, unknown>

interface Handing {
  readonly word: string
  readonly reply: string
  readonly messages: readonly Json[]
}

/** How many calls a conversation takes. */
const callsOfConversation = 60

/** An agent with an MCP server: hands turns over, again when it got no answer, and asks. */
export function agentActor(wire: Wire, world: SoakWorld, random: () => number): Actor {
  let server: Server | undefined
  let handle: string | undefined
  let place: string = anywhere
  let calls = 0
  /** What was handed over and not acknowledged, under a handle that can be used again. */
  let pending: Handing | undefined
  const known: string[] = []

  const start = async (): Promise<Server> => {
    const served = await serveProgram(world.cli, world.home, wire, world.environment())
    const membership = world.pack.join(wire, served.pid, true)
    world.done('MCP server started')
    return { served, membership, generation: world.generation }
  }
  /** The answer; undefined when the server was killed or refused it. */
  const call = async (name: string, args: Json): Promise<Json | undefined> => {
    const asked = (server ??= await start())
    try {
      const result = await asked.served.client.callTool({ name, arguments: args }, { timeout: 120_000 })
      if (result.isError === true) {
        world.refused(`MCP ${name}`, JSON.stringify(result.content))
        return undefined
      }
      return result.structuredContent as Json
    } catch (error) {
      if (!asked.membership.wasKilled()) world.problem(`${wire} ${name}: ${String(error)}`)
      if (server === asked) server = undefined
      asked.membership.leave()
      await asked.served.client.close().catch(() => undefined)
      return undefined
    } finally {
      world.done(`MCP ${name}`)
    }
  }
  const begin = async (): Promise<void> => {
    handle = undefined
    calls = 0
    place = random() < 0.6 ? world.shared() : anywhere
    if (place === anywhere) return
    const status = await call('session_attach', { name: place })
    handle = status?.['conversation'] as string | undefined
    if (handle === undefined) place = anywhere
  }
  const handOver = async (): Promise<void> => {
    if (pending === undefined) {
      const word = world.ledger.say(wire, place)
      const reply = world.ledger.answer()
      pending = {
        word,
        reply,
        messages: [
          { id: word, role: 'user', content: world.message(word) },
          { id: `${word}-answer`, role: 'assistant', content: world.message(reply) },
        ],
      }
    }
    const { word, reply, messages } = pending
    const answer = await call('append', {
      messages,
      ...(handle === undefined ? {} : { conversation: handle }),
    })
    if (answer === undefined) {
      // Without a handle it would begin another conversation.
      if (handle === undefined) pending = undefined
      return
    }
    if (Number(answer['added']) + Number(answer['known']) !== 2)
      world.problem(`append of ${word}: ${JSON.stringify(answer)}`)
    world.ledger.acknowledge(word, reply)
    known.push(word)
    handle = answer['conversation'] as string
    pending = undefined
  }
  const talk = async (): Promise<void> => {
    const word = world.ledger.say(wire, place)
    const message = world.message(word)
    const answer = await call('chat', {
      message,
      ...(handle === undefined ? {} : { conversation: handle }),
    })
    if (answer === undefined) return
    const reply = answerIn(String(answer['answer']))
    if (reply !== undefined) world.ledger.acknowledge(word, reply)
    handle = answer['conversation'] as string
  }
  const ask = async (): Promise<void> => {
    const word = known[Math.floor(random() * known.length)] ?? 'tide'
    const draw = random()
    if (draw < 0.4) await call('session_search', { query: word })
    else if (draw < 0.5) await call('manage_session', { action: 'search', query: word })
    else if (draw < 0.6) await call('manage_session', { action: 'list' })
    else if (draw < 0.8) await call('session_list', {})
    else if (world.ledger.held(world.shared()).size > 0)
      await call('session_get', { name: world.shared(), query: word })
  }

  return {
    name: wire,
    pause: 1600,
    async step() {
      if (server !== undefined && server.generation !== world.generation) await end()
      if (pending !== undefined) return handOver()
      if (calls === 0 || calls > callsOfConversation) await begin()
      calls++
      const draw = random()
      if (draw < 0.65) return handOver()
      if (draw < 0.75) return talk()
      return ask()
    },
    end,
  }

  async function end(): Promise<void> {
    const old = server
    server = undefined
    if (old === undefined) return
    old.membership.leave()
    await old.served.close().catch((error: unknown) => world.refused(`${wire} close`, String(error)))
  }
}
