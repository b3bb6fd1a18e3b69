import { decodeEntities } from './decode-arguments.ts'
import { JsonTracker } from './json-tracker.ts'

/** What stands in a `<tool_call>` element. */
export interface ScannedCall {
  /** As written, entities and all. */
  readonly attributes: ReadonlyMap<string, string>
  /** `''` for an element without. */
  readonly body: string
}

export type ScanState = 'more' | 'no-call' | 'done'

type Phase =
  | 'tag'
  | 'slash'
  | 'name'
  | 'after-name'
  | 'before-value'
  | 'value'
  | 'body-start'
  | 'body'
  | 'close'

const closing = '</tool_call>'
const space = /\s/
const nameCharacter = /[\w:.-]/

/** Reads one element, character by character, beginning after `<tool_call`. */
export class CallScanner {
  readonly #attributes = new Map<string, string>()
  #phase: Phase = 'tag'
  #name = ''
  #value = ''
  /** `''` for a value without quotation marks. */
  #quote = ''
  /** Follows a value, or a body, that is JSON. */
  #json: JsonTracker | undefined
  #maybeEnd = false
  #body = ''
  #matched = 0

  result(): ScannedCall {
    return { attributes: this.#attributes, body: this.#body }
  }

  step(character: string): ScanState {
    switch (this.#phase) {
      case 'tag':
        return this.#tag(character)
      case 'slash':
        if (character === '>')
          return decodeEntities(this.#attributes.get('name') ?? '') === '' ? 'no-call' : 'done'
        return space.test(character) ? 'more' : 'no-call'
      case 'name':
        if (!nameCharacter.test(character)) return this.#afterName(character)
        this.#name += character
        return 'more'
      case 'after-name':
        return this.#afterName(character)
      case 'before-value':
        return this.#beforeValue(character)
      case 'value':
        return this.#quote === '' ? this.#bareValue(character) : this.#quotedValue(character)
      default:
        return this.#inBody(character)
    }
  }

  #to(phase: Phase): ScanState {
    this.#phase = phase
    return 'more'
  }

  #tag(character: string): ScanState {
    if (space.test(character)) return 'more'
    if (character === '/') return this.#to('slash')
    if (character === '>') return this.#to('body-start')
    if (!nameCharacter.test(character)) return 'no-call'
    this.#name = character
    return this.#to('name')
  }

  #afterName(character: string): ScanState {
    if (character === '=') return this.#to('before-value')
    if (space.test(character)) return this.#to('after-name')
    this.#attributes.set(this.#name, '')
    return this.#tag(character)
  }

  #beforeValue(character: string): ScanState {
    if (space.test(character)) return 'more'
    if (character === '>') return 'no-call'
    this.#value = ''
    this.#json = undefined
    this.#maybeEnd = false
    this.#quote = character === '"' || character === "'" ? character : ''
    this.#phase = 'value'
    return this.#quote === '' ? this.#bareValue(character) : 'more'
  }

  #bareValue(character: string): ScanState {
    if (this.#value === '' && character === '{') this.#json = new JsonTracker()
    if (this.#json === undefined) {
      if (space.test(character)) return this.#endValue(character)
      if (character === '>') {
        const isClosed = this.#value.endsWith('/')
        if (isClosed) this.#value = this.#value.slice(0, -1)
        this.#endValue(' ')
        if (!isClosed) return this.#tag('>')
        this.#phase = 'slash'
        return this.step('>')
      }
    } else if (this.#value !== '' && this.#json.isBalanced) return this.#endValue(character)
    this.#json?.feed(character)
    this.#value += character
    return 'more'
  }

  #quotedValue(character: string): ScanState {
    if (this.#maybeEnd) {
      this.#maybeEnd = false
      if (space.test(character) || character === '/' || character === '>') return this.#endValue(character)
      this.#json?.feed(this.#quote)
      this.#value += this.#quote
    }
    if (this.#json === undefined) {
      if (character === this.#quote) return this.#endValue(' ')
      if (this.#value.trim() === '' && (character === '{' || character === '['))
        this.#json = new JsonTracker()
    } else if (character === this.#quote && this.#mayEnd(this.#json)) {
      this.#maybeEnd = true
      return 'more'
    }
    this.#json?.feed(character)
    this.#value += character
    return 'more'
  }

  #mayEnd(json: JsonTracker): boolean {
    return this.#quote === '"' ? json.mayEndAtDouble : !json.isInString
  }

  #endValue(next: string): ScanState {
    this.#attributes.set(this.#name, this.#value)
    this.#phase = 'tag'
    return this.#tag(next)
  }

  #inBody(character: string): ScanState {
    if (this.#phase === 'body-start' && !space.test(character)) {
      if (character === '{' || character === '[') {
        this.#json = new JsonTracker()
        this.#phase = 'body'
      } else if (character === '<') this.#phase = 'close'
      else return 'no-call'
    }
    const isClosing =
      !(this.#phase === 'body' && this.#json?.isInString) && character === closing[this.#matched]
    this.#matched = isClosing ? this.#matched + 1 : Number(character === '<')
    if (this.#phase === 'close' && !isClosing) return 'no-call'
    this.#body += character
    if (this.#phase === 'body') this.#json?.feed(character)
    if (this.#matched < closing.length) return 'more'
    this.#body = this.#body.slice(0, -closing.length).trim()
    return this.#body === '' && !this.#attributes.get('name') ? 'no-call' : 'done'
  }
}
