import { answering, soakWord } from './soak-word.ts'

/** The place of conversations without a name of their own: they may be anywhere. */
export const anywhere = ''

/** What each place must hold (true) or may hold (false), by word. A deleted session is at `trashPlace(name)`. */
export type Expected = ReadonlyMap<string, ReadonlyMap<string, boolean>>

/** The key of a session that was deleted. */
export function trashPlace(name: string): string {
  return `trash:${name}`
}

/** What was said, and what of it was acknowledged, kept by those who said it. It lives outside the home. */
export class Ledger {
  readonly #places = new Map<string, Map<string, boolean>>([[anywhere, new Map()]])
  /** Where a word was said. */
  readonly #origin = new Map<string, string>()
  readonly #numbers = new Map<string, number>()
  /** The answer to a word, where somebody saw it. */
  readonly #answers = new Map<string, string>()
  readonly #forgotten = new Set<string>()
  #acknowledged = 0

  /** Turns that were acknowledged so far. */
  get acknowledged(): number {
    return this.#acknowledged
  }

  get places(): Expected {
    return this.#places
  }

  get forgotten(): ReadonlySet<string> {
    return this.#forgotten
  }

  /** A new word, about to be said in a place: it may be there from now on. */
  say(writer: string, place: string): string {
    const word = this.#next(writer)
    this.#at(place).set(word, false)
    this.#origin.set(word, place)
    return word
  }

  /** A new word for an answer. */
  answer(): string {
    return this.#next(answering)
  }

  /** It must be there from now on, and its answer behind it. */
  acknowledge(word: string, answer: string): void {
    const origin = this.#origin.get(word)
    if (origin === undefined) throw new Error(`${word} was never said`)
    if (this.#at(origin).get(word) === false) this.#acknowledged++
    this.#at(origin).set(word, true)
    this.#answers.set(word, answer)
  }

  get answers(): ReadonlyMap<string, string> {
    return this.#answers
  }

  /** What a place must hold now. */
  held(place: string): ReadonlySet<string> {
    return new Set([...this.#at(place)].flatMap(([word, must]) => (must ? [word] : [])))
  }

  /** A session has another name, or was deleted or restored. */
  move(from: string, to: string): void {
    this.#take([...this.#at(from).keys()], from, to)
    this.#places.delete(from)
  }

  /** Words of a conversation without a name have one now. */
  claim(words: Iterable<string>, name: string): void {
    this.#take(words, anywhere, name)
  }

  /** @param before what the original held before the fork began: later words may be in it or not */
  fork(from: string, to: string, before: ReadonlySet<string>): void {
    const place = this.#at(to)
    for (const word of this.#at(from).keys()) place.set(word, before.has(word))
  }

  /** It is about to be forgotten everywhere. */
  doubt(word: string): void {
    for (const place of this.#places.values()) if (place.has(word)) place.set(word, false)
  }

  /** A session is about to be deleted for good. */
  doubtIn(name: string, word: string): void {
    this.#at(name).set(word, false)
  }

  /** It must not be anywhere any more. */
  forget(word: string): void {
    for (const place of this.#places.values()) place.delete(word)
    this.#neverAgain(word)
  }

  /** A session was deleted for good. Forks of it stay. */
  purge(name: string): void {
    const words = [...this.#at(name).keys()]
    this.#places.delete(name)
    for (const word of words)
      if (![...this.#places.values()].some((place) => place.has(word))) this.#neverAgain(word)
  }

  #neverAgain(word: string): void {
    const answer = this.#answers.get(word)
    this.#forgotten.add(word)
    if (answer !== undefined) this.#forgotten.add(answer)
  }

  #next(writer: string): string {
    const number = (this.#numbers.get(writer) ?? 0) + 1
    this.#numbers.set(writer, number)
    return soakWord(writer, number)
  }

  #take(words: Iterable<string>, from: string, to: string): void {
    for (const word of words) {
      const must = this.#at(from).get(word)
      if (must === undefined) continue
      this.#at(from).delete(word)
      this.#at(to).set(word, must)
      if (this.#origin.get(word) === from) this.#origin.set(word, to)
    }
  }

  #at(place: string): Map<string, boolean> {
    let words = this.#places.get(place)
    if (words === undefined) this.#places.set(place, (words = new Map()))
    return words
  }
}
