import { markedKeys } from './compaction/recall-marker.ts'
import type { Entry } from './entry-list.ts'
import type { MarkBody, Put, Settings, TranscriptEvent } from './event.ts'
import type { Checkpoint, ConversationState, OpenTurn } from './fold-state.ts'
import { messageTime } from './message-time.ts'
import { titleOf } from './title.ts'

type Facts = Pick<
  ConversationState,
  | 'settings'
  | 'title'
  | 'firstWords'
  | 'name'
  | 'deleted'
  | 'forkedFrom'
  | 'openTurns'
  | 'checkpoints'
  | 'createdAt'
  | 'updatedAt'
>

/** What is true of a conversation besides its messages: the fold of its `set` and `mark` lines and of its times. */
export class ConversationFacts {
  readonly #openTurns = new Map<string, OpenTurn>()
  readonly #identities = new Map<string, Readonly<Record<string, unknown>>>()
  readonly #checkpoints: Checkpoint[]
  /** Recall keys that derived messages point to. */
  readonly #keys = new Set<string>()
  #settings: Settings
  #firstWords: string
  #name: string | undefined
  #deleted: boolean
  #forkedFrom: Readonly<Record<string, unknown>> | undefined
  #createdAt: string | undefined
  #updatedAt: number | undefined

  constructor(start?: Facts) {
    this.#settings = start?.settings ?? {}
    this.#firstWords = start?.firstWords ?? ''
    this.#name = start?.name
    this.#deleted = start?.deleted ?? false
    this.#forkedFrom = start?.forkedFrom
    this.#createdAt = start?.createdAt
    this.#updatedAt = start?.updatedAt
    this.#checkpoints = [...(start?.checkpoints ?? [])]
    for (const open of start?.openTurns ?? []) this.#openTurns.set(open.turn, open)
  }

  get name(): string | undefined {
    return this.#name
  }

  get forkedFrom(): Readonly<Record<string, unknown>> | undefined {
    return this.#forkedFrom
  }

  get openTurns(): readonly OpenTurn[] {
    return [...this.#openTurns.values()]
  }

  /** Who a writer said it is when it began. */
  openedBy(w: string): Readonly<Record<string, unknown>> | undefined {
    return this.#identities.get(w)
  }

  noteLine(line: TranscriptEvent): void {
    this.#createdAt ??= line.at
    if (line.kind === 'rewrite') this.#noteKeys(line.puts ?? [])
  }

  /** What derived messages point to: a list of all keys in every rewrite would be longer than what was said. */
  #noteKeys(puts: readonly Put[]): void {
    for (const { message } of puts) for (const key of markedKeys(message.content)) this.#keys.add(key)
  }

  /** A turn is open from its first message on. */
  noteTurn({ turn, w, at }: OpenTurn): void {
    this.#openTurns.set(turn, { turn, w, at })
  }

  noteMessage({ message, at: writtenAt }: Pick<Entry, 'message' | 'at'>): void {
    const at = messageTime(message) ?? Date.parse(writtenAt)
    // What was imported began when it was said, not when it was written down.
    const isFirst = this.#updatedAt === undefined
    if (isFirst && at < Date.parse(this.#createdAt ?? '')) this.#createdAt = new Date(at).toISOString()
    if (!(this.#updatedAt !== undefined && this.#updatedAt >= at)) this.#updatedAt = at
    if (this.#firstWords === '') this.#firstWords = titleOf(message)
  }

  set(settings: Settings): void {
    // What is set takes the place of all before, whether a snapshot held that or not.
    if ('archive_keys' in settings) this.#keys.clear()
    this.#settings = { ...this.#settings, ...settings }
  }

  mark({ mark, data = {}, at, turn, w }: MarkBody & Pick<TranscriptEvent, 'at' | 'turn' | 'w'>): void {
    switch (mark) {
      case 'turn-end':
        this.#openTurns.delete(turn)
        return
      case 'close':
        for (const open of this.#openTurns.values()) if (open.w === w) this.#openTurns.delete(open.turn)
        return
      case 'open':
        this.#identities.set(w, data)
        this.#deleted = false
        return
      case 'named':
      case 'renamed':
        if (typeof data['name'] === 'string') this.#name = data['name']
        this.#deleted = false
        return
      case 'deleted':
        this.#deleted = true
        return
      case 'forked-from':
        this.#forkedFrom = data
        return
      case 'checkpoint':
        this.#checkpoints.push({ ...(data as Omit<Checkpoint, 'at'>), at })
    }
  }

  #settingsWithKeys(): Settings {
    if (this.#keys.size === 0) return this.#settings
    return {
      ...this.#settings,
      archive_keys: [...new Set([...(this.#settings.archive_keys ?? []), ...this.#keys])],
    }
  }

  state(): Facts {
    return {
      settings: this.#settingsWithKeys(),
      title: this.#settings.title ?? this.#firstWords,
      firstWords: this.#firstWords,
      name: this.#name,
      deleted: this.#deleted,
      forkedFrom: this.#forkedFrom,
      openTurns: this.openTurns,
      checkpoints: [...this.#checkpoints],
      createdAt: this.#createdAt,
      updatedAt: this.#updatedAt,
    }
  }
}
