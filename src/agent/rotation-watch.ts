import type { ConversationPlace, ConversationRotated, RotationReason } from './conversation-events.ts'

/** Notices when a surface holds another conversation than before, or the same one under another name. */
export class RotationWatch {
  readonly #place: () => ConversationPlace
  readonly #publish: (event: ConversationRotated) => void
  /** What was told last. */
  #told: ConversationPlace
  #isWorking = false

  /** @param place where the surface is at this moment */
  constructor(place: () => ConversationPlace, publish: (event: ConversationRotated) => void) {
    this.#place = place
    this.#publish = publish
    this.#told = place()
  }

  /** Does what may change it, and tells when it did, once for work within work, and also when the work broke off. */
  run<T>(reason: RotationReason, work: () => T): T {
    if (this.#isWorking) return work()
    this.#isWorking = true
    try {
      return work()
    } finally {
      this.#isWorking = false
      const from = this.#told
      const to = this.#place()
      this.#told = to
      const isOther = from.transcriptId !== to.transcriptId || from.name !== to.name
      if (isOther) this.#publish({ kind: 'rotated', reason, from, to })
    }
  }
}
