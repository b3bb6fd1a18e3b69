/** The nearest name of a tool that every provider accepts: a letter or `_`, then letters, digits, `_` and `-`; 64 at most. */
export function toolName(name: string): string {
  const safe = name.replaceAll(/[^a-zA-Z0-9_-]/g, '_')
  if (safe === '') return 'tool'
  return (/^[a-zA-Z_]/.test(safe) ? safe : `_${safe}`).slice(0, 64)
}
