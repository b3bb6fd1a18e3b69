/** A part of a text between an opening and a closing tag. */
export interface TaggedPart {
  readonly name: string
  /** Offsets of the opening tag, and behind the closing one. */
  readonly start: number
  readonly end: number
  readonly inner: string
}

/** Names that are never closed after which a text is no longer believed to have tags. */
const MOST_UNCLOSED = 100

/**
 * The parts of a text that stand between tags of some names, not those within another one. It takes no longer than the
 * text is long, whatever stands in it.
 *
 * @param names a pattern: `task|feedback`
 */
export function* taggedParts(text: string, names: string): Generator<TaggedPart, void, undefined> {
  const open = new RegExp(`<(${names})(?:\\s[^<>]{0,500})?>`, 'g')
  const unclosed = new Set<string>()
  for (let match = open.exec(text); match !== null; match = open.exec(text)) {
    const name = match[1] ?? ''
    if (unclosed.has(name)) continue
    const from = match.index + match[0].length
    const to = text.indexOf(`</${name}>`, from)
    if (to < 0) {
      unclosed.add(name)
      if (unclosed.size > MOST_UNCLOSED) return
      continue
    }
    const end = to + name.length + 3
    yield { name, start: match.index, end, inner: text.slice(from, to) }
    open.lastIndex = end
  }
}

/** A text without such parts, or with something in the place of each. */
export function replaceParts(
  text: string,
  names: string,
  replace: (part: TaggedPart) => string = () => '',
): string {
  let rest = ''
  let at = 0
  for (const part of taggedParts(text, names)) {
    rest += text.slice(at, part.start) + replace(part)
    at = part.end
  }
  return at === 0 ? text : rest + text.slice(at)
}
