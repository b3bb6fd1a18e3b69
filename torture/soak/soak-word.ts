/** What every word of a soak begins with: nothing in the home may show it in plain text. */
export const canary = 'lanternmarsh'

/** Who says the answers. */
export const answering = 'reply'

const pattern = new RegExp(`^${canary}([a-z]+)(\\d+)(?!\\w)`)

/** A message of a soak: the word it begins with, and who said it as which one. */
export interface SaidWord {
  readonly word: string
  readonly writer: string
  readonly number: number
}

/** A word that is said once. @param writer small letters */
export function soakWord(writer: string, number: number): string {
  return `${canary}${writer}${number}`
}

/** Reads a message; undefined when it does not begin with a word of the soak, as summaries and notes do not. */
export function saidWord(text: string): SaidWord | undefined {
  const found = pattern.exec(text)
  if (found === null) return undefined
  const [word, writer = '', number] = found
  return { word, writer, number: Number(number) }
}

/** The word of the newest answer that a surface shows: an editor is shown what others said meanwhile, too. */
export function answerIn(shown: string): string | undefined {
  return [...shown.matchAll(new RegExp(`${canary}${answering}\\d+(?!\\w)`, 'g'))].at(-1)?.[0]
}
