import type { ConversationRecord } from '../conversation/record.ts'
import { analyze } from './analyze.ts'
import { evidenceOf, isAnswer } from './evidence.ts'
import type { QueryTerms } from './query-terms.ts'
import { scanRuns } from './scan-runs.ts'
import { searchableMessage } from './searchable-message.ts'

interface Document {
  readonly text: string
  readonly counts: ReadonlyMap<string, number>
  readonly length: number
  readonly stems: readonly string[]
}

/** The ranking formula read word by word over every message, with no index: what an answer must equal. */
export function bruteForce(
  records: readonly ConversationRecord[],
  { terms, pairs, literals }: QueryTerms,
  now: number,
  keep: number,
): { readonly name: string; readonly score: number; readonly matches: number; readonly all: boolean }[] {
  const sessions = records.map((record) => ({
    record,
    title: documentOf(record.title),
    name: documentOf(record.name),
    messages: record.messages
      .filter((m) => searchableMessage(m, false))
      .map((m) => ({ ...documentOf(m.message.content), position: m.position })),
  }))
  const messages = sessions.flatMap((session) => session.messages)
  const tokens = sum(messages.map((message) => message.length))
  const titled = (session: (typeof sessions)[number], term: string): number =>
    session.title.counts.get(term) ?? session.name.counts.get(term) ?? 0
  const spoken = (session: (typeof sessions)[number], term: string): number =>
    sum(session.messages.map((message) => message.counts.get(term) ?? 0))
  const idf = (all: number, holding: number): number => Math.log(1 + (all - holding + 0.5) / (holding + 0.5))
  const messageWeight = terms.map(
    (t) => t.weight * idf(messages.length, messages.filter((m) => m.counts.has(t.term)).length),
  )
  const sessionWeight = terms.map((t) => {
    const holding = sessions.filter((s) => spoken(s, t.term) + titled(s, t.term) > 0).length
    return t.weight * idf(sessions.length, holding)
  })
  const weighty = terms.filter((t) => t.weighty)
  const age = (record: ConversationRecord): number =>
    record.updatedAt > now + 86_400_000 ? Infinity : -record.updatedAt
  const order = (
    a: { all: boolean; score: number; record: ConversationRecord },
    b: { all: boolean; score: number; record: ConversationRecord },
  ): number =>
    Number(b.all) - Number(a.all) ||
    b.score - a.score ||
    (age(a.record) === age(b.record) ? 0 : age(a.record) - age(b.record)) ||
    (a.record.name < b.record.name ? -1 : 1)

  const first = sessions.flatMap((session) => {
    const frequency = terms.map((t) => spoken(session, t.term) + 2 * titled(session, t.term))
    const length = sum(session.messages.map((message) => message.length))
    const relative = tokens > 0 ? length / (tokens / sessions.length) : 1
    const doc = sum(
      terms.map((_, i) => {
        const tf = frequency[i] ?? 0
        return tf === 0 ? 0 : ((sessionWeight[i] ?? 0) * tf * 2.6) / (tf + 1.6 * (0.25 + 0.75 * relative))
      }),
    )
    const main = terms.map((t, i) => (t.main ? (sessionWeight[i] ?? 0) : 0))
    const coverage = sum(main.map((w, i) => ((frequency[i] ?? 0) > 0 ? w : 0))) / sum(main)
    const held = terms.filter((t, i) => t.weighty && (frequency[i] ?? 0) > 0).length
    const told = terms.map((t, i) =>
      evidenceOf(
        t,
        (sessionWeight[i] ?? 0) / t.weight,
        sessions.some((s) => spoken(s, t.term) + titled(s, t.term) > 0),
      ),
    )
    const asked = sum(terms.map((t, i) => (t.main ? (told[i]?.asked ?? 0) : 0)))
    const got = sum(terms.map((t, i) => (t.main && (frequency[i] ?? 0) > 0 ? (told[i]?.held ?? 0) : 0)))
    const nameUnknown = weighty.some(
      (t) => t.name !== 'no' && sessions.every((s) => spoken(s, t.term) + titled(s, t.term) === 0),
    )
    const someUnknown = weighty.some((t) =>
      sessions.every((s) => spoken(s, t.term) + titled(s, t.term) === 0),
    )
    if (held === 0 || !isAnswer(got / asked, held, { weighty: weighty.length, someUnknown, nameUnknown }))
      return []
    const all = held === weighty.length
    return [{ session, record: session.record, doc, coverage, all, score: doc * coverage ** 0.8 }]
  })
  const kept = first.sort(order).slice(0, keep)
  const second = kept.map(({ session, record, doc, coverage, all }) => {
    const average = tokens / messages.length
    const counted = (
      message: (typeof session.messages)[number] | undefined,
      t: (typeof terms)[number],
    ): number => message?.counts.get(t.term) ?? 0
    const plain = session.messages
      .map((message, at) => {
        const beside = (step: number): typeof message | undefined => {
          const other = session.messages[at + step]
          return other?.position === message.position + step ? other : undefined
        }
        const mixed = terms.map(
          (t) => counted(message, t) + 0.4 * (counted(beside(-1), t) + counted(beside(1), t)),
        )
        const score = sum(
          mixed.map((tf, i) =>
            tf === 0
              ? 0
              : ((messageWeight[i] ?? 0) * tf * 1.7) / (tf + 0.7 * (0.4 + (0.6 * message.length) / average)),
          ),
        )
        return { message, at, score }
      })
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score || a.at - b.at)
    const scores = plain.map(({ message, score }, rank) => {
      const together = pairs.filter(([a, b]) =>
        message.stems.some((stem, i) => stem === terms[a]?.term && message.stems[i + 1] === terms[b]?.term),
      )
      const extra = sum(
        together.map(([a, b]) => 0.5 * Math.min(messageWeight[a] ?? 0, messageWeight[b] ?? 0)),
      )
      const exact = literals
        .filter(({ text }) => message.text.toLowerCase().includes(text))
        .filter((literal) => literal.terms.every((t) => message.counts.has(terms[t]?.term ?? '')))
      const more = sum(exact.map((name) => 0.5 * Math.min(...name.terms.map((t) => messageWeight[t] ?? 0))))
      return rank < 8 ? score + extra + more : score
    })
    const agg = sum(scores.sort((a, b) => b - a).map((score, i) => score * 0.5 ** i))
    const weeks = Math.max(0, now - record.updatedAt) / (7 * 86_400_000)
    const recency = record.updatedAt > now + 86_400_000 ? 1 : 1 + 0.1 / (1 + weeks)
    const matches = session.messages.filter((m) => weighty.some((t) => m.counts.has(t.term))).length
    return {
      record,
      name: record.name,
      all,
      matches,
      score: (0.6 * agg + 0.4 * doc) * coverage ** 0.8 * recency,
    }
  })
  return second.sort(order)
}

function documentOf(text: string): Document {
  const counts = new Map<string, number>()
  const add = (term: string): void => void counts.set(term, (counts.get(term) ?? 0) + 1)
  const tokens = analyze(text)
  for (const token of tokens) {
    const forms = new Set([token.stem, token.stem === token.exact ? token.stem : '=' + token.exact])
    if (token.whole !== undefined) {
      forms.add(token.whole.stem)
      if (token.whole.stem !== token.whole.exact) forms.add('=' + token.whole.exact)
    }
    for (const form of forms) add(form)
  }
  // A single character inside a run of a script without spaces can be asked for too.
  scanRuns(text, (source, from, to, kind) => {
    if (kind === 2) add(source.slice(from, to))
  })
  return { text, counts, length: tokens.length, stems: tokens.map((token) => token.stem) }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
