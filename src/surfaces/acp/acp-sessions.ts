import type { AskPerson } from '../../agent/permissions.ts'
import { localPrincipal } from '../../commands/serving/local-principal.ts'
import type { ServedConversation } from '../../commands/serving/served-conversation.ts'
import type { Catalogue } from '../../text/catalogue.ts'
import type { AcpClient } from './acp-client.ts'
import { AcpSession } from './acp-session.ts'
import type { AcpWorld } from './acp-world.ts'
import { findServed, savedSession, standsFor } from './find-served.ts'
import { type ListedSessions, listSessions } from './list-sessions.ts'
import { rpcRefusal } from './rpc-error.ts'

export interface AcpSessionsOptions {
  /**
   * Opens the memory; asked for by the first session, and again after it could not.
   *
   * @throws ChatCliError what is wrong with the home or its key
   */
  readonly openWorld: (asking: Asking) => Promise<AcpWorld>
  readonly client: AcpClient
  readonly text: Catalogue
  /** Of the process, absolute. */
  readonly cwd: string
}

/** Asks the person at the editor that has a session. */
export interface Asking {
  readonly permission: (id: string) => AskPerson
  readonly yesNo: (id: string, question: string) => Promise<string>
}

/** A prompt that is being answered. */
interface Prompt {
  readonly stop: AbortController
  readonly over: Promise<unknown>
}

/** The sessions of one editor. */
export class AcpSessions {
  readonly #options: AcpSessionsOptions
  readonly #sessions = new Map<string, AcpSession>()
  readonly #prompts = new Map<string, Prompt>()
  #world: Promise<AcpWorld> | undefined
  #isEnding = false

  constructor(options: AcpSessionsOptions) {
    this.#options = options
  }

  /** The memory. @throws ChatCliError as `openWorld` */
  async world(): Promise<AcpWorld> {
    this.#world ??= this.#options.openWorld({
      permission: (id) => async (request) => (await this.#sessions.get(id)?.askPerson(request)) ?? 'not-now',
      yesNo: async (id, question) =>
        (await this.#sessions.get(id)?.askYesNo(question)) ?? this.#options.text.acp.no,
    })
    try {
      return await this.#world
    } catch (error) {
      this.#world = undefined
      throw error
    }
  }

  /** What the editor sees of a session. */
  async open(id: string): Promise<AcpSession> {
    const world = await this.world()
    const known = this.#sessions.get(id)
    if (known !== undefined) return known
    const session = new AcpSession(id, world, this.#options.client)
    this.#sessions.set(id, session)
    return session
  }

  /**
   * The conversation of a session.
   *
   * @param cwd absolute; where the editor is, when it says so
   * @throws RequestError when there is none
   */
  async find(id: string, cwd?: string): Promise<ServedConversation> {
    const found = await findServed(await this.world(), id, { cwd, anywhere: this.#options.cwd })
    if (found === undefined) throw rpcRefusal(-32002, this.#options.text.acp.unknownSession(id))
    return found
  }

  /** @returns undefined for a cursor that is none */
  async list(cwd: string | undefined, cursor: string | undefined): Promise<ListedSessions | undefined> {
    const { served, context } = await this.world()
    return listSessions({
      served: served.list({ principal: localPrincipal }),
      saved: context.chatcli.sessions.list().sessions,
      cwd,
      cursor,
      anywhere: this.#options.cwd,
      isOpen: (id) => this.#sessions.has(id),
    })
  }

  /**
   * Answers a prompt. From its first moment on it can be cancelled, and no other one begins.
   *
   * @param requested the signal of the request itself
   * @throws RequestError while another one is being answered
   */
  async prompting<T>(
    id: string,
    requested: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    if (this.#prompts.has(id)) throw rpcRefusal(-32600, this.#options.text.acp.busy)
    const stop = new AbortController()
    if (this.#isEnding) stop.abort()
    const over = work(AbortSignal.any([stop.signal, requested]))
    this.#prompts.set(id, { stop, over })
    try {
      return await over
    } finally {
      this.#prompts.delete(id)
    }
  }

  cancel(id: string): void {
    this.#prompts.get(id)?.stop.abort()
  }

  /** Lets go of a session; it can be taken up again. One that is not open is closed already. */
  async close(id: string): Promise<void> {
    await this.#stop(id)
    this.#sessions.delete(id)
    await (await this.world()).served.close(id, localPrincipal)
  }

  /**
   * Forgets a session. One that stands for a session of the memory is that session: it goes to the trash; not when the
   * editor has gone on elsewhere under its id.
   */
  async delete(id: string): Promise<void> {
    const world = await this.world()
    await this.#stop(id)
    this.#sessions.delete(id)
    const known = await world.served.find(id, localPrincipal)
    const saved = savedSession(world, id)
    const isSaved = saved !== undefined && (known === undefined || standsFor(known, saved))
    await world.served.delete(id, localPrincipal)
    if (isSaved) world.context.chatcli.sessions.delete(saved.name)
  }

  /** The editor is leaving: what is being answered is stopped; what it has asked for already is still answered. */
  end(): void {
    this.#isEnding = true
    for (const { stop } of this.#prompts.values()) stop.abort()
  }

  /** The editor has left: everything is put down. */
  async leave(): Promise<void> {
    this.end()
    await Promise.all([...this.#prompts.keys()].map((id) => this.#stop(id)))
    const world = await this.#world?.catch(() => undefined)
    await world?.served.leave()
  }

  async #stop(id: string): Promise<void> {
    const prompt = this.#prompts.get(id)
    prompt?.stop.abort()
    // How it ended is told to whoever asked.
    await prompt?.over.catch(() => undefined)
  }
}
