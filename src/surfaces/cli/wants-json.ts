/** Whether a command line asks for JSON, whatever else is right or wrong with it. */
export function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  const open = end < 0 ? argv : argv.slice(0, end)
  return open.includes('--json') || open.includes('--ndjson')
}
