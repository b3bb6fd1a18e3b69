import { type AcpProcess, startAcpProcess, wordsOf } from '../../test/acp/acp-process.suite.ts'
import type { Actor } from './actor.ts'
import { anywhere } from './ledger.ts'
import type { Membership } from './pack.ts'
import { answerIn } from './soak-word.ts'
import type { SoakWorld } from './soak-world.ts'

interface Editor {
  readonly process: AcpProcess
  readonly membership: Membership
  readonly generation: number
  /** Rejects when the agent ends. */
  readonly gone: Promise<never>
}

const promptsOfConversation = 40

/** An editor with an ACP agent: prompts, and loads its conversation again after a crash. */
export function editorActor(world: SoakWorld, random: () => number): Actor {
  let editor: Editor | undefined
  let id: string | undefined
  let place: string = anywhere
  let prompts = 0

  const start = async (): Promise<Editor> => {
    const started = await startAcpProcess({ main: world.cli, env: world.environment(), cwd: world.root })
    const membership = world.pack.join('editor', started.child.pid, true)
    const gone = new Promise<never>((_, reject) =>
      started.child.on('close', () => {
        membership.leave()
        reject(new Error('The agent is gone'))
      }),
    )
    // It may end while nobody waits.
    gone.catch(() => undefined)
    world.done('ACP agent started')
    return { process: started, membership, generation: world.generation, gone }
  }
  /** What the work gave; undefined when the agent was killed meanwhile. */
  const withAgent = async <T>(work: (agent: AcpProcess) => Promise<T>): Promise<T | undefined> => {
    const used = (editor ??= await start())
    try {
      return await Promise.race([work(used.process), used.gone])
    } catch (error) {
      if (used.membership.wasKilled() || used.process.child.signalCode === 'SIGKILL') {
        if (editor === used) editor = undefined
        return undefined
      }
      if (used.process.child.exitCode !== null) {
        world.problem(`the agent ended by itself: ${used.process.written().err}`)
        if (editor === used) editor = undefined
        return undefined
      }
      world.refused('ACP', error instanceof Error ? error.message + JSON.stringify(error) : String(error))
      return undefined
    }
  }
  const begin = async (): Promise<void> => {
    prompts = 0
    place = random() < 0.5 ? world.shared() : anywhere
    id = await withAgent((agent) => agent.begin())
    if (id === undefined || place === anywhere) return
    const made = id
    const reason = await withAgent((agent) => agent.prompt(made, `/session attach ${place}`))
    const answer = wordsOf(editor?.process.take() ?? [], 'agent_message_chunk')
    if (reason === 'end_turn' && answer.includes(`"${place}"`)) return
    // Not sure what it is bound to: nothing was said in it yet.
    id = undefined
    if (reason !== undefined) world.refused('ACP attach', `${reason}: ${answer}`)
  }

  return {
    name: 'editor',
    pause: 1800,
    async step() {
      if (editor !== undefined && editor.generation !== world.generation) await end()
      const isNew = editor === undefined
      if (id === undefined || prompts > promptsOfConversation) return begin()
      const loaded = id
      if (isNew) {
        world.done('ACP load')
        const updates = await withAgent((agent) => agent.load(loaded))
        // A conversation without a word in it is not kept.
        if (updates === undefined) id = undefined
        return
      }
      prompts++
      const word = world.ledger.say('editor', place)
      const reason = await withAgent((agent) => {
        agent.take()
        return agent.prompt(loaded, world.message(word))
      })
      const answer = answerIn(wordsOf(editor?.process.take() ?? [], 'agent_message_chunk'))
      world.done('ACP prompt')
      if (reason === 'end_turn' && answer !== undefined) world.ledger.acknowledge(word, answer)
      else if (reason !== undefined) world.refused('ACP prompt', reason)
    },
    end,
  }

  async function end(): Promise<void> {
    const old = editor
    editor = undefined
    if (old === undefined) return
    await old.process.end()
  }
}
