import { redactSecrets } from '../../../text/redact-secrets.ts'

/**
 * An entry as it stands in the file: a JSON string, so that its lines stay together. Secrets are gone. The newline in
 * front keeps it whole when a crash cut off the entry before it.
 */
export function historyLine(entry: string): string {
  // What is set is the value of a key, which may look like anything.
  const withoutValue = entry.replace(
    /^(\s*\/config\s+set\s+\S*(?:key|token|secret|password)\S*\s+)\S[^]*$/i,
    '$1[REDACTED:value]',
  )
  return `\n${JSON.stringify(redactSecrets(withoutValue))}\n`
}

/**
 * The entries of a piece of a history file, newest first, equal ones in a row once. What is no JSON string is an entry
 * as it stands: another program may have written it.
 */
export function parseHistory(text: string): string[] {
  const entries: string[] = []
  for (const line of text.split('\n').reverse()) {
    const entry = parseLine(line.replace(/\r$/, ''))
    if (entry.trim() !== '' && entry !== entries.at(-1)) entries.push(entry)
  }
  return entries
}

function parseLine(line: string): string {
  if (!line.startsWith('"')) return line
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'string' ? value : line
  } catch {
    return line
  }
}
