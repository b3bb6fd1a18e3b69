/** How the quotation marks of the JSON are written: as they are, as `&quot;`, or as `\"`. The first one shows it. */
type Spelling = 'plain' | 'entity' | 'backslash'

/** Follows JSON that stands in an attribute, character by character, and knows whether it is inside of a string. */
export class JsonTracker {
  #spelling: Spelling | undefined
  #inString = false
  #depth = 0
  #isEscaped = false
  #hasBackslash = false
  #entity: string | undefined

  get isInString(): boolean {
    return this.#inString
  }

  /** Whether a whole object or list, or nothing yet, lies behind. */
  get isBalanced(): boolean {
    return !this.#inString && this.#depth <= 0
  }

  /** Whether a double quotation mark, here, can be what ends the attribute. */
  get mayEndAtDouble(): boolean {
    const isOwn = this.#spelling === undefined || this.#spelling === 'plain'
    return !this.#hasBackslash && !this.#inString && (!isOwn || this.isBalanced)
  }

  feed(character: string): void {
    if (this.#spelling === 'plain') return this.#take(character, true)
    if (this.#hasBackslash) {
      this.#hasBackslash = false
      if (character === '"') this.#spelling ??= 'backslash'
      return this.#take(character, this.#spelling === 'backslash')
    }
    if (character === '\\' && this.#spelling !== 'entity') {
      this.#hasBackslash = true
      return
    }
    if (this.#endsEntity(character)) {
      this.#spelling = 'entity'
      return this.#take('"', true)
    }
    // What belongs to an entity that may be a quotation mark must not end an escape.
    if (this.#entity !== undefined) return
    if (character === '"') this.#spelling ??= 'plain'
    this.#take(character, this.#spelling === 'plain')
  }

  #endsEntity(character: string): boolean {
    if (this.#spelling === 'backslash') return false
    if (character === '&') {
      this.#entity = '&'
      return false
    }
    if (this.#entity === undefined) return false
    const entity = this.#entity + character
    const isOver = character === ';' || entity.length > 6
    this.#entity = isOver ? undefined : entity
    return entity === '&quot;' || entity === '&#34;'
  }

  /** One character of the JSON itself; `isMark`: a quotation mark here is one of the JSON. */
  #take(character: string, isMark: boolean): void {
    if (this.#isEscaped) this.#isEscaped = false
    else if (this.#inString && character === '\\') this.#isEscaped = true
    else if (character === '"' && isMark) this.#inString = !this.#inString
    else if (!this.#inString && (character === '{' || character === '[')) this.#depth++
    else if (!this.#inString && (character === '}' || character === ']')) this.#depth--
  }
}
