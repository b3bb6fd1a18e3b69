import type { Message } from '../../src/conversation/message.ts'
import type { Told } from './driver.ts'
import { scriptOf } from './turn-script.ts'

/** What drivers acknowledged, and what else they told. */
export interface Acknowledged {
  /** By the tag of a turn that began, how many of its messages. */
  readonly kept: ReadonlyMap<string, number>
  readonly ended: ReadonlySet<string>
  readonly trouble: readonly string[]
}

/** Listens to drivers. */
export function acknowledgements(): Acknowledged & { readonly note: (told: Told) => void } {
  const kept = new Map<string, number>()
  const ended = new Set<string>()
  const trouble: string[] = []
  return {
    kept,
    ended,
    trouble,
    note(told) {
      if (told.on === 'begin') kept.set(told.tag, 0)
      else if (told.on === 'kept') {
        kept.set(told.tag, Math.max(kept.get(told.tag) ?? 0, told.messages.length))
        const script = scriptOf(told.tag).map(({ content }) => content)
        told.messages.forEach((text, i) => {
          if (text !== script[i]) trouble.push(`message ${i} of ${told.tag} is "${text}"`)
        })
      } else if (told.on === 'end') ended.add(told.tag)
      else if (told.on === 'trouble') trouble.push(told.what)
    },
  }
}

/**
 * What is wrong with the messages of a record, in its order: of each turn a beginning of its script must be there, once
 * and in order, at least as much as was acknowledged; what was cut off behind it may follow, marked partial.
 */
export function turnProblems(record: readonly Message[], acknowledged: Acknowledged): string[] {
  const problems = [...acknowledged.trouble]
  const byTag = new Map<string, Message[]>()
  for (const message of record) {
    const tag = message.content.split(' ')[0] ?? ''
    byTag.set(tag, [...(byTag.get(tag) ?? []), message])
  }
  const lastOf = new Map<string, number>()
  for (const [tag, messages] of byTag) {
    const [writer = '', turn = ''] = tag.split('-')
    if (!acknowledged.kept.has(tag)) problems.push(`${tag} never began`)
    if (Number(turn) <= (lastOf.get(writer) ?? -1)) problems.push(`${tag} stands too late`)
    lastOf.set(writer, Number(turn))
    const problem = problemOf(tag, messages)
    if (problem !== undefined) problems.push(`${tag}: ${problem}`)
  }
  for (const [tag, count] of acknowledged.kept) {
    const whole = (byTag.get(tag) ?? []).filter((message) => !isPartial(message)).length
    if (whole < count) problems.push(`${count} messages of ${tag} were acknowledged, ${whole} are there`)
    if (acknowledged.ended.has(tag) && whole !== scriptOf(tag).length) problems.push(`${tag} is not whole`)
  }
  return problems
}

function problemOf(tag: string, messages: readonly Message[]): string | undefined {
  const script = scriptOf(tag)
  for (const [i, message] of messages.entries()) {
    const { role, content, tool_calls } = message
    const expected = script[i]
    if (expected?.role !== role) return `a message too many, ${role} "${content}"`
    if (isPartial(message)) {
      if (!expected.content.startsWith(content)) return `"${content}" is no part of the answer`
      return i === messages.length - 1 ? undefined : 'a part stands before another message'
    }
    if (expected.content !== content) return `"${content}" instead of "${expected.content}"`
    const looks = (tool_calls ?? []).map((call) => (call.arguments as { say?: unknown } | undefined)?.say)
    if (looks.join() !== (expected.looks ?? []).join()) return `calls for ${looks.join()}`
  }
  return undefined
}

function isPartial({ meta }: Message): boolean {
  return meta?.['partial'] === true
}
