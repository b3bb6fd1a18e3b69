import type { ServerEvent, ServerEventBus } from '@modelcontextprotocol/server'
import type { ChatCli, LogPlace, SessionSummary } from '../../../chatcli.ts'
import { openSessions } from '../../../commands/closed-sessions.ts'
import { parseUri } from './parse-uri.ts'
import { sessionUri, statsUri, transcriptUri } from '../session-uri.ts'

/** Milliseconds between two looks: each is one look at a file while nothing changes. */
const lookEvery = 1000

export interface StoreChangesOptions {
  readonly chatcli: () => Promise<ChatCli>
  readonly hiddenSources: readonly string[]
  /** Does something again and again; returns how to stop it. */
  readonly every: (work: () => void, ms: number) => () => void
}

/** Where changes are told. */
export interface ResourceChanges extends ServerEventBus {
  /** Somebody wants to be told of it: messages of a session are told of only then, there are too many pages. */
  watch(uri: string): void
}

/** Pages of messages that are told of at most; those that were asked for last. */
const mostPages = 1000

type Rows = ReadonlyMap<string, SessionSummary>

/** Tells listeners which resources are different now, whoever wrote them. It looks at nothing while nobody listens. */
export class StoreChanges implements ResourceChanges {
  readonly #options: StoreChangesOptions
  readonly #listeners = new Set<(event: ServerEvent) => void>()
  /** Pages of messages somebody wants to be told of, with their sessions. */
  readonly #pages = new Map<string, string>()
  #stop: (() => void) | undefined
  #seen: { readonly place: LogPlace; readonly rows: Rows } | undefined
  #looking: Promise<void> | undefined

  constructor(options: StoreChangesOptions) {
    this.#options = options
  }

  publish(event: ServerEvent): void {
    for (const listener of this.#listeners) {
      try {
        listener(event)
      } catch {
        // A client that is gone is not the others' trouble.
      }
    }
  }

  watch(uri: string): void {
    const place = parseUri(uri)
    if (place?.kind !== 'messages') return
    this.#pages.delete(uri)
    this.#pages.set(uri, place.name)
    const [oldest] = this.#pages.keys()
    if (this.#pages.size > mostPages && oldest !== undefined) this.#pages.delete(oldest)
  }

  subscribe(listener: (event: ServerEvent) => void): () => void {
    this.#listeners.add(listener)
    if (this.#stop === undefined) {
      this.#seen = undefined
      this.#stop = this.#options.every(() => void this.look(), lookEvery)
      void this.look()
    }
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size > 0) return
      this.#stop?.()
      this.#stop = undefined
    }
  }

  /** Looks now. Never rejects: what cannot be read has not changed. */
  look(): Promise<void> {
    this.#looking ??= this.#look()
      .catch(() => undefined)
      .finally(() => {
        this.#looking = undefined
      })
    return this.#looking
  }

  async #look(): Promise<void> {
    const chatcli = await this.#options.chatcli()
    const seen = this.#seen
    if (seen === undefined) {
      this.#seen = { place: chatcli.changes().place, rows: this.#rows(chatcli) }
      return
    }
    const { notes, place, isComplete } = chatcli.changes(seen.place)
    if (notes.length === 0 && isComplete) return
    const rows = this.#rows(chatcli)
    this.#seen = { place, rows }
    this.#tell(seen.rows, rows, new Set(notes.map(({ id }) => id)))
  }

  #rows(chatcli: ChatCli): Rows {
    const open = openSessions(chatcli, this.#options.hiddenSources)
    return new Map(open.map((session) => [session.name, session]))
  }

  #tell(before: Rows, after: Rows, noted: ReadonlySet<string>): void {
    const changed = [...after.values()].filter((row) => {
      const old = before.get(row.name)
      const isNoted = noted.has(row.id) || noted.has(row.transcriptId ?? row.id)
      return (
        isNoted || old?.updatedAt !== row.updatedAt || old.messages !== row.messages || old.size !== row.size
      )
    })
    const gone = [...before.values()].filter(({ name }) => !after.has(name))
    const isNew = gone.length > 0 || [...after.keys()].some((name) => !before.has(name))
    if (isNew) this.publish({ kind: 'resources_list_changed' })
    for (const { name, transcriptId } of [...changed, ...gone]) {
      this.publish({ kind: 'resource_updated', uri: sessionUri(name) })
      if (transcriptId !== undefined)
        this.publish({ kind: 'resource_updated', uri: transcriptUri(transcriptId) })
      for (const [uri, session] of this.#pages)
        if (session === name) this.publish({ kind: 'resource_updated', uri })
    }
    if (changed.length + gone.length > 0) this.publish({ kind: 'resource_updated', uri: statsUri })
  }
}
