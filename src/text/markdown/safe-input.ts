import { sanitiseForTerminal } from '../sanitise.ts'

// With one of these something may begin that only the rest of the line tells: an escape sequence ends with the line.
const suspicious = /[\0-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/u

/**
 * Makes a text that comes in pieces safe to show, as {@link sanitiseForTerminal} makes it safe when it is whole,
 * wherever it was cut: what may belong to a control sequence waits for the end of its line.
 */
export class SafeInput {
  #held = ''
  #isSuspect = false

  /** What of the text so far is safe and not given yet. */
  push(chunk: string): string {
    let safe = ''
    let rest = chunk
    while (rest !== '') {
      if (!this.#isSuspect) {
        rest = this.#held + rest
        this.#held = ''
        const at = rest.search(suspicious)
        const cut = beforeHalf(rest, at < 0 ? rest.length : at)
        safe += sanitiseForTerminal(rest.slice(0, cut))
        rest = rest.slice(cut)
        this.#isSuspect = at >= 0
        if (!this.#isSuspect) {
          this.#held = rest
          break
        }
      }
      const end = rest.indexOf('\n')
      if (end < 0) {
        this.#held += rest
        break
      }
      safe += sanitiseForTerminal(this.#held + rest.slice(0, end))
      this.#held = ''
      this.#isSuspect = false
      rest = rest.slice(end)
    }
    return safe
  }

  /** The rest. */
  end(): string {
    const rest = sanitiseForTerminal(this.#held)
    this.#held = ''
    this.#isSuspect = false
    return rest
  }
}

/** One less where a character of two units would be cut in half. */
function beforeHalf(text: string, cut: number): number {
  return cut > 0 && (text.charCodeAt(cut - 1) & 0xfc00) === 0xd800 ? cut - 1 : cut
}
