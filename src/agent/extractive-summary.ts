import { clip } from '../conversation/compaction/cut-text.ts'
import { isPersons, isToolResult } from '../conversation/compaction/message-kinds.ts'
import { summaryBody } from '../conversation/compaction/summary-body.ts'
import { summaryHeadings } from '../conversation/compaction/summary-headings.ts'
import type { SummaryTask } from '../conversation/compaction/summary-task.ts'
import type { Message } from '../conversation/message.ts'
import { type Heading, type Passage, passagesOf } from './summary-passages.ts'
import { deedsOf } from './summary-deeds.ts'
import { rankPassages } from './rank-passages.ts'

export interface ExtractOptions {
  /** Characters of the summary at most; 6000 when not given. */
  readonly most?: number
}

/** What lists of files and commands may take, as a share of the whole; and how many of each, the latest. */
const deedShare = 0.35
const mostDeeds = 30

/**
 * A summary without a model, of sentences as they were said: those whose words say most, that decide something or tell of
 * an error, none that repeats another; in order, under the headings a model would use, with the files and commands of the
 * calls. The same messages always give the same summary. Undefined when there is nothing to say.
 */
export function extractiveSummary(
  task: SummaryTask,
  { most = 6000 }: ExtractOptions = {},
): string | undefined {
  const deeds = deedsOf(task.messages)
  const earlier = task.messages.flatMap((message) => summaryBody(message) ?? [])
  const lines = new Map<Heading, string[]>()
  const add = (heading: Heading, line: string): void => {
    lines.set(heading, [...(lines.get(heading) ?? []), line])
  }
  let left = most
  let forDeeds = most * deedShare
  for (const heading of ['Files modified', 'Files read', 'Commands'] as const) {
    const before = earlier.flatMap((body) => pointsUnder(heading, body))
    const all = [...new Set([...before, ...deeds[heading]].toReversed())].slice(0, mostDeeds)
    for (const deed of all.filter((line) => (forDeeds -= line.length + 3) > 0).toReversed())
      add(heading, deed)
  }
  left -= most * deedShare - Math.max(0, forDeeds)
  const passages = task.messages.flatMap((message, i) => said(message, i))
  const best: Passage[] = []
  for (const passage of rankPassages(passages)) {
    if (left < passage.text.length + 3) continue
    left -= passage.text.length + 3
    best.push(passage)
  }
  best.sort((a, b) => a.message - b.message || a.place - b.place)
  for (const { heading, text } of best) add(heading, text)
  const sections = summaryHeadings.flatMap(([name]) => {
    const points = lines.get(name as Heading)
    return points === undefined ? [] : [`## ${name}\n${points.map((point) => `- ${point}`).join('\n')}`]
  })
  return sections.length === 0 ? undefined : sections.join('\n\n')
}

/** What one message contributes: points of an earlier summary, sentences, the first line of an error of a tool. */
function said(message: Message, i: number): readonly Passage[] {
  const earlier = summaryBody(message)
  if (earlier !== undefined) {
    return (['Task state', 'Decisions', 'Facts', 'Errors'] as const).flatMap((heading) =>
      pointsUnder(heading, earlier).map((text, place) => ({ text, heading, message: i, place, weight: 1.3 })),
    )
  }
  if (isToolResult(message)) {
    const [first = ''] = message.content.split('\n', 1)
    if (message.is_error !== true || first.trim() === '') return []
    return [{ text: clip(first.trim(), 200), heading: 'Errors', message: i, place: 0, weight: 1 }]
  }
  const isTyped = isPersons(message)
  return isTyped || message.role === 'assistant' ? passagesOf(message.content, { message: i, isTyped }) : []
}

function pointsUnder(heading: Heading, body: string): string[] {
  const [, after = ''] = body.split(`## ${heading}\n`, 2)
  const [section = ''] = after.split(/^## /m, 1)
  return section.split('\n').flatMap((line) => /^[-*] (.+)$/.exec(line)?.[1] ?? [])
}
