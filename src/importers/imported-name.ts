import { suggestName } from '../store/session-name.ts'

/** Characters of a title that a name has. */
const SLUG = 48

export interface ImportedNameOptions {
  readonly tool: string
  /** Of the conversation, as it is when it is first imported. */
  readonly title: string
  /** Milliseconds since the epoch: when it began; undefined when nobody knows. */
  readonly at: number | undefined
  /** Hex digits that belong to the conversation alone. */
  readonly digits: string
  /** The home is sealed: a name must tell nothing of what was said. */
  readonly isSealed: boolean
  readonly isTaken: (name: string) => boolean
}

/** `claude-code.rate-limiter-5e550001`: the tool, the title or else the date, and digits that make it unique. */
export function importedName({ tool, title, at, digits, isSealed, isTaken }: ImportedNameOptions): string {
  const words = isSealed ? '' : slugOf(title)
  const date = at === undefined ? 'undated' : new Date(at).toISOString().slice(0, 10)
  const stem = `${tool}.${words === '' ? date : words}`
  for (let length = 8; length < digits.length; length += 4) {
    const name = `${stem}-${digits.slice(0, length)}`
    if (!isTaken(name)) return name
  }
  return `${stem}-${digits}`
}

function slugOf(title: string): string {
  // A slug has no dots, so that the tool ends at the first one.
  const words = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  if (!/[a-z0-9]/.test(words.normalize('NFD'))) return ''
  const slug = suggestName(`x${words}`).slice(1).replaceAll(/-{2,}/g, '-').replace(/^-+/, '')
  return slug.slice(0, SLUG).replace(/-+$/, '')
}
