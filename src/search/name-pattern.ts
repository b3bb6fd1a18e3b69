/** Tests a name against a pattern in which `*` stands for any run of characters; case does not matter. */
export function namePattern(pattern: string): (name: string) => boolean {
  const parts = pattern.toLowerCase().split('*')
  const first = parts[0] ?? ''
  const last = parts.at(-1) ?? ''
  if (parts.length === 1) return (name) => name.toLowerCase() === first
  return (name) => {
    const text = name.toLowerCase()
    if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last))
      return false
    let at = first.length
    for (const part of parts.slice(1, -1)) {
      const found = text.indexOf(part, at)
      if (found < 0) return false
      at = found + part.length
    }
    return at <= text.length - last.length
  }
}
