import { summaryHeadings } from './summary-headings.ts'

const thoughts = /<(think|thinking|reasoning)>[\s\S]*?(<\/\1>|$)/gi
const heading = /^\s*(?:#{1,6}\s*|\*\*)?([\p{L} ]+?)(?:\*\*)?\s*:?\s*(?:\*\*)?$/u
const names: ReadonlyMap<string, string> = new Map(
  summaryHeadings.map(([name]) => [name.toLowerCase(), name]),
)

/**
 * A summary as a model answered it: without its thoughts and a fence around all of it, the known headings in their order
 * and written alike, those with nothing below them left out. An answer without any known heading is taken as it is.
 * Undefined when nothing is left.
 */
export function parseSummary(answer: string): string | undefined {
  const text = unfenced(answer.replace(thoughts, '').trim())
  if (text === '') return undefined
  const before: string[] = []
  const sections = new Map<string, string[]>()
  let lines = before
  for (const line of text.split('\n')) {
    const name = names.get(heading.exec(line)?.[1]?.toLowerCase() ?? '')
    if (name === undefined) lines.push(line)
    else {
      lines = sections.get(name) ?? []
      sections.set(name, lines)
    }
  }
  if (sections.size === 0) return text
  const parts = summaryHeadings.flatMap(([name]) => {
    const body = sections.get(name)?.join('\n').trim()
    return body === undefined || isNothing(body) ? [] : [`## ${name}\n${body}`]
  })
  const opening = before.join('\n').trim()
  if (parts.length === 0) return opening === '' ? undefined : opening
  return [...(opening === '' ? [] : [opening]), ...parts].join('\n\n')
}

function unfenced(text: string): string {
  return /^```[^\n]*\n([\s\S]*?)\n?```$/.exec(text)?.[1]?.trim() ?? text
}

function isNothing(body: string): boolean {
  return /^[-*\s]*(none|n\/a|nothing|nenhum|ninguno|\(none\))?\.?$/i.test(body)
}
