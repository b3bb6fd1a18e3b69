import type { Chat } from '../../src/commands/chat/chat.ts'
import type { ServedConversation } from '../../src/commands/serving/served-conversation.ts'
import { localPrincipal } from '../../src/commands/serving/local-principal.ts'
import {
  handedOver,
  type ServingProcess,
  type ServingWorld,
  sayTo,
  servingWorld,
} from '../../src/commands/serving/serving-world.suite.ts'
import type { SimulatedDisk } from '../../src/disk/simulated-disk.ts'
import { SimulatedCrash } from '../../src/disk/simulated-crash.ts'

/** The session that all surfaces may be bound to. */
export const harbour = 'harbour'
const surfaces = ['terminal', 'mcp', 'acp'] as const
export type SurfaceName = (typeof surfaces)[number]
export const surfaceNames: readonly SurfaceName[] = surfaces

export interface Step {
  readonly surface: SurfaceName
  readonly act: 'say' | 'append' | 'append-again' | 'attach' | 'detach' | 'clear' | 'restart' | 'kill'
  /** Of a kill: at which call to the disk. */
  readonly at: number
  /** It does not wait for the one before. */
  readonly isAtOnce: boolean
}

/** One surface in a process of its own. */
interface Surface {
  disk: SimulatedDisk
  process: ServingProcess
  served: ServedConversation | undefined
  chat: Chat | undefined
  /** What a client that is not sure hands over again. */
  handed: string[]
}

/** Surfaces that do what they are told, and what must be true behind that. */
export class ContinuityRun {
  readonly #world: ServingWorld = servingWorld()
  readonly #surfaces = new Map<SurfaceName, Surface>()
  /** Every text that was acknowledged. */
  readonly acknowledged: Set<string> = new Set()
  /** What a surface said, or tried to, when it was killed. */
  readonly uncertain: Set<string> = new Set()
  /** Acknowledged while the surface was bound to the session. */
  readonly inHarbour: Set<string> = new Set()
  readonly problems: string[] = []
  #words = 0

  async run(steps: readonly Step[]): Promise<void> {
    let running: { readonly surface: SurfaceName; readonly done: Promise<void> }[] = []
    for (const step of steps) {
      const isFree = running.every(({ surface }) => surface !== step.surface)
      if (!step.isAtOnce || !isFree || step.act === 'kill') {
        await Promise.all(running.map(({ done }) => done))
        running = []
      }
      running.push({ surface: step.surface, done: this.#act(step) })
    }
    await Promise.all(running.map(({ done }) => done))
  }

  /** Texts of everything there is, by the session it is in, unsaved conversations among them. */
  everything(): Map<string, readonly string[]> {
    const { chatcli } = this.#world.process()
    const { sessions } = chatcli.sessions.list()
    const texts = (name: string): string[] =>
      chatcli.sessions.record(name).messages.map(({ message }) => message?.content ?? '')
    return new Map(sessions.map(({ name }) => [name, texts(name)]))
  }

  /** Everybody attaches and says something once more, one after the other: each must see all of it. */
  async settle(): Promise<void> {
    for (const surface of surfaces) {
      for (const act of ['attach', 'say'] as const) await this.#act({ surface, act, at: 0, isAtOnce: false })
      this.#checkView(surface, 'at the end')
    }
  }

  async #act({ surface: name, act, at }: Step): Promise<void> {
    const surface = this.#open(name)
    if (act === 'restart') return this.#restart(name, surface)
    if (act === 'kill') return this.#kill(name, surface, at)
    const before = new Set(this.inHarbour)
    const wasBound = (await this.#bound(name, surface)) === harbour
    if (act === 'say' || act === 'append' || act === 'append-again') {
      const said = await this.#say(name, surface, act)
      for (const one of said) this.acknowledged.add(one)
      const isBound = (await this.#bound(name, surface)) === harbour
      if (wasBound && isBound) {
        for (const one of said) this.inHarbour.add(one)
        this.#checkView(name, act, before)
      }
    } else await this.#move(name, surface, act)
  }

  async #say(name: SurfaceName, surface: Surface, act: Step['act']): Promise<string[]> {
    if (name === 'terminal') {
      const words = this.#next(name)
      const chat = this.#chatOf(surface)
      if (chat.model === undefined) await chat.useModel()
      await chat.say(words, { signal: new AbortController().signal, onEvent: () => undefined })
      // As a timer does it a moment later.
      chat.conversation.flush()
      return [words]
    }
    const served = await this.#servedOf(name, surface)
    if (act === 'say') {
      const words = this.#next(name)
      await sayTo(served, words)
      return [words]
    }
    const repeated = act === 'append-again' ? surface.handed : []
    const words = [...repeated, this.#next(name), this.#next(name)]
    surface.handed = words.slice(-2)
    const done = await served.append(words.map((text) => handedOver(text, text)))
    if (done.added + done.known !== words.length) this.problems.push(`${act}: ${JSON.stringify(done)}`)
    return words
  }

  async #move(name: SurfaceName, surface: Surface, act: Step['act']): Promise<void> {
    if (name === 'terminal') {
      const { conversation } = this.#chatOf(surface)
      if (act === 'attach') conversation.attach(harbour)
      else if (act === 'detach') conversation.detach()
      else conversation.startNew()
      this.#noteJoined(
        conversation.name,
        conversation.messages.map(({ content }) => content),
      )
    } else {
      const served = await this.#servedOf(name, surface)
      if (act === 'attach') await served.attach(harbour)
      else if (act === 'detach') await served.detach()
      else await served.clear()
      // The ids of another conversation are others.
      surface.handed = []
      const { conversation } = served.chat
      this.#noteJoined(
        conversation.name,
        conversation.messages.map(({ content }) => content),
      )
    }
  }

  /** What was said under no name becomes the session, when there was none. */
  #noteJoined(session: string | undefined, window: readonly string[]): void {
    if (session !== harbour) return
    for (const text of window) if (this.acknowledged.has(text)) this.inHarbour.add(text)
  }

  async #restart(name: SurfaceName, surface: Surface): Promise<void> {
    surface.chat?.leave()
    await surface.process.served.leave()
    this.#surfaces.delete(name)
    await this.#takeUp(name)
  }

  async #kill(name: SurfaceName, surface: Surface, at: number): Promise<void> {
    const words = this.#words
    surface.disk.crashAt(at)
    try {
      await this.#say(name, surface, name === 'terminal' ? 'say' : 'append')
    } catch (error) {
      if (!(error instanceof SimulatedCrash) && !String(error).includes('crash')) throw error
    }
    for (let i = words + 1; i <= this.#words; i++) this.uncertain.add(`${name} says ${i}`)
    this.#surfaces.delete(name)
    await this.#takeUp(name)
  }

  /** A new process takes up the conversation: a client by its id, a person by the name. */
  async #takeUp(name: SurfaceName): Promise<void> {
    const surface = this.#open(name)
    if (name !== 'terminal') await this.#servedOf(name, surface)
  }

  #open(name: SurfaceName): Surface {
    let surface = this.#surfaces.get(name)
    if (surface === undefined) {
      const disk = this.#world.disk.anotherProcess()
      const process = this.#world.process({}, { disk, surface: name === 'acp' ? 'acp' : 'mcp' })
      surface = { disk, process, served: undefined, chat: undefined, handed: [] }
      this.#surfaces.set(name, surface)
    }
    return surface
  }

  #chatOf(surface: Surface): Chat {
    return (surface.chat ??= surface.process.terminal())
  }

  async #servedOf(name: SurfaceName, surface: Surface): Promise<ServedConversation> {
    return (surface.served ??= await surface.process.served.create({
      principal: localPrincipal,
      cwd: '/desk',
      id: `of-${name}`,
    }))
  }

  async #bound(name: SurfaceName, surface: Surface): Promise<string | undefined> {
    if (name === 'terminal') return this.#chatOf(surface).conversation.name
    return (await this.#servedOf(name, surface)).status().session
  }

  #checkView(name: SurfaceName, when: string, expected: ReadonlySet<string> = this.inHarbour): void {
    const surface = this.#open(name)
    const { conversation } =
      name === 'terminal' ? this.#chatOf(surface) : (surface.served?.chat ?? this.#chatOf(surface))
    const window = conversation.messages.map(({ content }) => content)
    for (const text of expected)
      if (!window.includes(text)) this.problems.push(`${name} does not see "${text}" (${when})`)
    for (const text of new Set(window))
      if (text.includes(' says ') && window.filter((one) => one === text).length > 1)
        this.problems.push(`${name} sees "${text}" twice (${when})`)
  }

  #next(name: SurfaceName): string {
    return `${name} says ${++this.#words}`
  }
}
