import type { ImportedMessage, ImportEvent, ImportFacts } from '../importer.ts'
import { type Fields, fieldsOf, textOf } from '../shared/fields.ts'
import { timeOf } from '../shared/time-of.ts'
import { wellFormed } from '../shared/well-formed.ts'

/** What name and place of a file say of its conversation. */
export interface ClaudeConversation {
  /** Native id. */
  readonly id: string
  /** Of a sub-agent's file, whose lines all are side chains. */
  readonly parent?: string
  /** Of a sub-agent, from the file beside it. */
  readonly title?: string
}

/** What a cursor keeps beside the place in the file. */
export interface KeptFacts {
  /** The last record of the main line. */
  tip: string | undefined
  hasOwnTitle: boolean
  hasCwd: boolean
  hasPrompt: boolean
  hasStart: boolean
}

/** Gathers what the lines of a file say of its conversation. */
export class ClaudeFacts {
  readonly #conversation: ClaudeConversation
  readonly #kept: KeptFacts
  readonly #facts: { -readonly [K in keyof ImportFacts]?: ImportFacts[K] } = {}
  #side: ImportFacts | undefined
  #summary: { readonly title: string; readonly leaf: string } | undefined
  #aiTitle: string | undefined

  constructor(conversation: ClaudeConversation, kept: KeptFacts) {
    this.#conversation = conversation
    this.#kept = kept
  }

  /** Any line. */
  line(line: Fields): void {
    switch (line['type']) {
      case 'custom-title': {
        const title = textOf(line['customTitle'])
        if (title === undefined) return
        this.#facts.title = wellFormed(title)
        this.#kept.hasOwnTitle = true
        return
      }
      case 'ai-title':
        this.#aiTitle = textOf(line['aiTitle']) ?? this.#aiTitle
        return
      case 'summary': {
        const [title, leaf] = [textOf(line['summary']), textOf(line['leafUuid'])]
        if (title !== undefined && leaf !== undefined) this.#summary = { title, leaf }
      }
    }
  }

  /** A line that gave messages of the main line. */
  said(line: Fields, messages: readonly ImportedMessage[]): void {
    const [cwd, branch] = [textOf(line['cwd']), textOf(line['gitBranch'])]
    if (cwd !== undefined && !this.#kept.hasCwd) {
      this.#facts.cwd = cwd
      this.#kept.hasCwd = true
    }
    if (branch !== undefined) this.#facts.branch = branch
    const forkedFrom = textOf(fieldsOf(line['forkedFrom'])['sessionId'])
    if (forkedFrom !== undefined) {
      this.#facts.parent = forkedFrom
      this.#facts.kind = 'fork'
    }
    const isReply = messages[0]?.message.role === 'assistant'
    const model = isReply ? textOf(fieldsOf(line['message'])['model']) : undefined
    if (model !== undefined) this.#facts.model = model
    const at = timeOf(line['timestamp'])
    if (at === undefined) return
    if (this.#facts.updatedAt === undefined || at > this.#facts.updatedAt) this.#facts.updatedAt = at
    if (!this.#kept.hasStart) this.#facts.startedAt = at
    this.#kept.hasStart = true
  }

  /** A line of a side chain that stands in the file of its parent. */
  side(id: string, line: Fields): void {
    const cwd = textOf(line['cwd'])
    this.#side = {
      id,
      parent: this.#conversation.id,
      kind: 'sub-agent',
      ...(cwd === undefined ? {} : { cwd }),
    }
  }

  /** @param has whether a record stands in this file: a summary may be of another one */
  *events(has: (uuid: string) => boolean): Generator<ImportEvent, void, undefined> {
    const { id, parent, title } = this.#conversation
    const summary = this.#summary !== undefined && has(this.#summary.leaf) ? this.#summary.title : undefined
    const given = this.#kept.hasOwnTitle ? undefined : (this.#aiTitle ?? summary ?? title)
    const facts: ImportFacts = {
      ...(given === undefined ? {} : { title: wellFormed(given) }),
      ...this.#facts,
      id,
      ...(parent === undefined ? {} : { parent, kind: 'sub-agent' }),
    }
    if (Object.keys(facts).length > 1) yield { kind: 'facts', facts }
    if (this.#side !== undefined) yield { kind: 'facts', facts: this.#side }
  }
}
