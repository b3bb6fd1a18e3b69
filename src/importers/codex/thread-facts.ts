import type { ImportFacts } from '../importer.ts'
import { type Fields, fieldsOf, textOf } from '../shared/fields.ts'
import { timeOf } from '../shared/time-of.ts'
import { wellFormed } from '../shared/well-formed.ts'
import type { RolloutLine } from './rollout-lines.ts'

/** What the first `session_meta` of a rollout says, and what is new in later lines. */
export class ThreadFacts {
  /** Native id of the thread. */
  id: string
  /** The thread this one began as a copy of. */
  copiedFrom: string | undefined
  /** Lines of a lower ordinal are a copy. */
  ownFrom: number | undefined
  /** The file holds what follows this place of another file. */
  base: { readonly thread: string; readonly end: number } | undefined
  #isKnown = false
  #facts: { -readonly [K in keyof ImportFacts]?: ImportFacts[K] } = {}

  /** @param id what the name of the file says */
  constructor(id: string) {
    this.id = id
  }

  /** Its own file tells what it is called. */
  get hasTitle(): boolean {
    return this.#facts.title !== undefined
  }

  line({ type, payload, at }: RolloutLine): void {
    if (at !== undefined && at > (this.#facts.updatedAt ?? 0)) this.#facts.updatedAt = at
    if (type === 'session_meta' && !this.#isKnown) this.#meta(payload)
    const model = type === 'turn_context' ? textOf(payload['model']) : undefined
    if (model !== undefined) this.#facts.model = model
    if (type !== 'event_msg' || payload['type'] !== 'thread_name_updated') return
    const name = textOf(payload['thread_name']) ?? textOf(payload['name'])
    if (name !== undefined) this.#facts.title = wellFormed(name)
  }

  #meta(payload: Fields): void {
    this.#isKnown = true
    const { cwd, git, source, history_base: base, subagent_history_start_ordinal: own } = payload
    this.id = textOf(payload['id']) ?? this.id
    const spawn = fieldsOf(fieldsOf(fieldsOf(source)['subagent'])['thread_spawn'])
    const isAgent = fieldsOf(source)['subagent'] !== undefined
    const { thread_id: thread, end_ordinal_exclusive: end } = fieldsOf(base)
    const parent = textOf(spawn['parent_thread_id']) ?? textOf(payload['parent_thread_id'])
    const forked = textOf(payload['forked_from_id'])
    const from = parent ?? forked ?? (thread === this.id ? undefined : textOf(thread))
    const [branch, folder, startedAt] = [
      textOf(fieldsOf(git)['branch']),
      textOf(cwd),
      timeOf(payload['timestamp']),
    ]
    this.copiedFrom = forked ?? parent
    if (typeof own === 'number') this.ownFrom = own
    if (typeof thread === 'string' && typeof end === 'number') this.base = { thread, end }
    this.#facts = {
      ...this.#facts,
      ...(folder === undefined ? {} : { cwd: folder }),
      ...(branch === undefined ? {} : { branch }),
      ...(startedAt === undefined ? {} : { startedAt }),
      ...(from === undefined || from === this.id
        ? {}
        : { parent: from, kind: isAgent ? 'sub-agent' : 'fork' }),
    }
  }

  facts(name: string | undefined): ImportFacts {
    return { ...(name === undefined ? {} : { title: name }), ...this.#facts, id: this.id }
  }
}
