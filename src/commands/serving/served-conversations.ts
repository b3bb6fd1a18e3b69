import { join } from 'node:path'
import type { Mode } from '../../agent/turn.ts'
import type { SessionSummary } from '../../chatcli.ts'
import { ChatCliError } from '../../errors.ts'
import { homePaths } from '../../store/home-paths.ts'
import type { KeptRecord } from './kept-record.ts'
import { type FoundRecord, KeptRecords } from './kept-records.ts'
import { localPrincipal } from './local-principal.ts'
import { mirrorName } from './mirror-name.ts'
import { ServedConversation } from './served-conversation.ts'
import type { ServedOptions } from './served-options.ts'
import type { ServedStatus } from './served-status.ts'

export interface CreateServed {
  /** Who asks: an opaque word of the surface, such as a hash of a token; {@link localPrincipal} over stdio. */
  readonly principal: string
  /** Absolute path. */
  readonly cwd: string
  /** One that the client names; random and opaque when not given. One that is there already is given back as it is. */
  readonly id?: string
  readonly mode?: Mode
}

const LIVE = 64
/** Those that were put down are remembered too, so that nobody opens a second chat for one that is still in use. */
const REMEMBERED = 1024
const LONGEST_ID = 512
const DAY = 86_400_000

/** All conversations of the clients of a server, live and kept. */
export class ServedConversations {
  readonly #options: ServedOptions
  readonly #records: KeptRecords
  readonly #known = new Map<string, ServedConversation>()
  readonly #liveAtMost: number
  #isSwept = false

  constructor(options: ServedOptions) {
    const { disk, randomHex, settings, maxLive = LIVE } = options
    this.#options = options
    this.#records = new KeptRecords({ disk, randomHex, home: settings.home })
    this.#liveAtMost = maxLive
  }

  /** @throws ChatCliError `usage` for an id that is empty or too long; `key`, `storage` when it cannot be kept */
  async create({ principal, cwd, id, mode }: CreateServed): Promise<ServedConversation> {
    if (id !== undefined && (id === '' || id.length > LONGEST_ID))
      throw new ChatCliError('usage', `An id of a conversation has 1 to ${LONGEST_ID} characters`)
    this.#sweep()
    if (id !== undefined) {
      const known = (await this.find(id, principal)) ?? this.#known.get(keyOf(id, principal))
      if (known !== undefined) return known
    }
    const { now, randomHex, settings, surface } = this.#options
    const fresh = id ?? randomHex(32)
    const record = this.#newRecord(fresh, principal, { cwd, mode: mode ?? settings.mode, surface, at: now() })
    return this.#open(principal, record)
  }

  /**
   * Live, or taken up again from what was kept of it; undefined for ids that are unknown, expired or another principal's.
   *
   * @throws ChatCliError as `ActiveConversation.load`, when it cannot be taken up
   */
  async find(id: string, principal: string): Promise<ServedConversation | undefined> {
    const key = keyOf(id, principal)
    const known = this.#known.get(key)
    if (known !== undefined) {
      // It waits for a model, or for a person: whoever only asks how it stands does not.
      if (known.isBusy && known.isLive) return known
      await this.#wake(known, key)
      return this.#known.get(key)
    }
    const found = this.#records.read(id, principal)
    if (found === undefined) return this.#adopt(id, principal)
    if (found.record.updatedAt < this.#oldest()) {
      this.#records.remove(id, principal)
      return undefined
    }
    const { surface } = this.#options
    const record = found.record.surface === surface ? found.record : { ...found.record, surface }
    const conversation = this.#remember(principal, { ...found, record })
    await this.#wake(conversation, key)
    return this.#known.get(key)
  }

  /**
   * As {@link find}, for a client that is in another folder by now: it goes on there. While something is being done in it,
   * it stays where it is.
   *
   * @param cwd absolute
   */
  async findIn(cwd: string, id: string, principal: string): Promise<ServedConversation | undefined> {
    const known = await this.find(id, principal)
    if (known === undefined || known.cwd === cwd) return known
    await known.rest()
    const found = this.#records.read(id, principal)
    if (known.isLive || known.isBusy || found === undefined) return known
    return this.#open(principal, { ...found.record, cwd })
  }

  /** Newest first, live and kept, of that principal; those in which nothing was said only while they are live. */
  list({ principal, cwd }: { readonly principal: string; readonly cwd?: string }): readonly ServedStatus[] {
    const oldest = this.#oldest()
    const { surface } = this.#options
    return this.#records
      .of(principal)
      .filter((record) => record.surface === surface && (cwd === undefined || record.cwd === cwd))
      .flatMap((record): ServedStatus[] => {
        const live = this.#known.get(keyOf(record.id, principal))
        if (live?.isLive === true) return [live.status()]
        return record.updatedAt < oldest || isUnused(record) ? [] : [this.#statusOf(record)]
      })
      .sort((a, b) => b.updatedAt - a.updatedAt || (a.id < b.id ? -1 : 1))
  }

  /** Lets go of the live part; it can be found again. */
  async close(id: string, principal: string): Promise<void> {
    await this.#known.get(keyOf(id, principal))?.rest()
  }

  /** Forgets it, and moves its mirror to the trash; a session it is bound to stays. @returns whether there was one */
  async delete(id: string, principal: string): Promise<boolean> {
    const conversation = await this.find(id, principal)
    if (conversation === undefined) return false
    await conversation.delete()
    this.#known.delete(keyOf(id, principal))
    return true
  }

  /** The process ends: everything is put down. */
  async leave(): Promise<void> {
    const all = [...this.#known.values()]
    this.#known.clear()
    const results = await Promise.allSettled(all.map((one) => one.leave()))
    const failed = results.find((result) => result.status === 'rejected')
    if (failed !== undefined) throw failed.reason
  }

  #newRecord(
    id: string,
    principal: string,
    { at, ...given }: Pick<KeptRecord, 'cwd' | 'mode' | 'surface'> & { readonly at: number },
  ): KeptRecord {
    return {
      version: 1,
      id,
      owner: KeptRecords.ownerOf(principal),
      ...given,
      mirror: mirrorName(id, principal),
      generation: 0,
      messages: 0,
      title: '',
      createdAt: at,
      updatedAt: at,
    }
  }

  /** A rolling session of that id without what is kept beside it, as other programs leave it, is taken up too. */
  #adopt(id: string, principal: string): Promise<ServedConversation> | undefined {
    const mirror = `mcp-${id}`
    if (principal !== localPrincipal || mirrorName(id, principal) !== mirror) return undefined
    const summary = this.#summaryOf(mirror)
    if (summary === undefined) return undefined
    const { settings, surface } = this.#options
    const { transcriptId: transcript, messages, title, updatedAt: at } = summary
    const given = { cwd: this.#options.cwd, mode: settings.mode, surface, at }
    return this.#open(principal, { ...this.#newRecord(id, principal, given), transcript, messages, title })
  }

  async #open(principal: string, record: KeptRecord): Promise<ServedConversation> {
    const conversation = this.#remember(principal, this.#records.write(principal, record))
    await conversation.alone(() => undefined)
    return conversation
  }

  #remember(principal: string, found: FoundRecord): ServedConversation {
    const onRest = (): void => this.#trim()
    const records = this.#records
    const conversation = new ServedConversation(this.#options, { principal, found, records, onRest })
    this.#known.set(keyOf(found.record.id, principal), conversation)
    return conversation
  }

  /** Takes it up; one that was deleted elsewhere is not known any more. */
  async #wake(conversation: ServedConversation, key: string): Promise<void> {
    try {
      await conversation.alone(() => undefined)
    } catch (error) {
      if (!(error instanceof ChatCliError) || !conversation.isForgotten) throw error
      this.#known.delete(key)
    }
  }

  /** The idle ones that are too many are put down, those first that were not used for longest. */
  #trim(): void {
    const all = [...this.#known].filter(([, { isBusy }]) => !isBusy)
    const oldestFirst = (live: boolean): [string, ServedConversation][] =>
      all.filter(([, { isLive }]) => isLive === live).sort(([, a], [, b]) => a.usedAt - b.usedAt)
    const live = oldestFirst(true)
    for (const [, one] of live.slice(0, Math.max(0, live.length - this.#liveAtMost))) {
      // What the disk refuses now is tried again when there are too many the next time.
      one.rest().catch(() => undefined)
    }
    if (this.#known.size <= REMEMBERED) return
    for (const [key] of oldestFirst(false).slice(0, this.#known.size - REMEMBERED)) this.#known.delete(key)
  }

  #statusOf(record: KeptRecord): ServedStatus {
    const { id, session, mirror, mode, cwd } = record
    const summary = this.#summaryOf(session ?? mirror)
    const { messages, title, updatedAt } = summary ?? record
    const shown = session === undefined && summary !== undefined ? mirror : undefined
    return { id, session, mirror: shown, messages, mode, cwd, title, updatedAt, isBusy: false }
  }

  /** Of a session that has its file; nothing else is looked at. */
  #summaryOf(name: string): SessionSummary | undefined {
    const { chatcli, disk, settings } = this.#options
    const path = join(homePaths(settings.home).sessions, `${name}.json`)
    return disk.stat(path) === undefined ? undefined : chatcli.sessions.summary(name)
  }

  /** What was last used before this time is not there any more. */
  #oldest(): number {
    const { now, settings } = this.#options
    const days = settings.sessionTtlDays
    return typeof days === 'number' && days > 0 ? now() - days * DAY : -Infinity
  }

  #sweep(): void {
    if (this.#isSwept) return
    this.#isSwept = true
    this.#records.sweep(this.#oldest())
  }
}

function isUnused({ session, transcript, messages }: KeptRecord): boolean {
  return session === undefined && transcript === undefined && messages === 0
}

function keyOf(id: string, principal: string): string {
  return `${principal}\0${id}`
}
