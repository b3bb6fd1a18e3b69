/**
 * Ids of calls within one session. Models give a call any id, the same one again some turns later too, and an editor
 * takes equal ids for one call.
 */
export class CallIds {
  readonly #times = new Map<string, number>()

  /** A call begins. @param given the id that its model gave it */
  begin(given: string): string {
    this.#times.set(given, (this.#times.get(given) ?? 0) + 1)
    return this.of(given)
  }

  /** What the newest call with that id is called here. */
  of(given: string): string {
    const times = this.#times.get(given) ?? 0
    return times < 2 ? given : `${given}~${times}`
  }

  has(given: string): boolean {
    return this.#times.has(given)
  }
}
