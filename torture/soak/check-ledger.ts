import { anywhere, type Expected, trashPlace } from './ledger.ts'
import { answering, type SaidWord, saidWord } from './soak-word.ts'

/** One conversation of a home, as it is read. */
export interface FoundTalk {
  readonly name: string
  readonly kind: 'session' | 'loose' | 'trash'
  /** Contents of its record, in order. */
  readonly texts: readonly string[]
}

/** What a home must hold, and what it must not. */
export interface Told {
  readonly places: Expected
  /** The answer to a word, where somebody saw it. */
  readonly answers: ReadonlyMap<string, string>
  readonly forgotten: ReadonlySet<string>
}

/**
 * What is wrong with a home: every turn that was acknowledged is in its session once, what was said and behind it what was
 * answered, in the order of its writer; what was never said there is not, and what was forgotten is nowhere.
 */
export function checkLedger({ places, answers, forgotten }: Told, found: readonly FoundTalk[]): string[] {
  const problems: string[] = []
  const rest = new Set(found)
  for (const [place, words] of places) {
    if (place === anywhere || words.size === 0) continue
    const talk = found.find(({ name, kind }) => (kind === 'trash' ? trashPlace(name) : name) === place)
    if (talk !== undefined) rest.delete(talk)
    problems.push(...compare(place, words, answers, talk?.texts ?? []))
  }
  const unnamed = [...rest].flatMap(({ texts }) => texts)
  const words = new Map([...unsure(places), ...(places.get(anywhere) ?? [])])
  problems.push(...compare('no name', words, answers, unnamed))
  for (const { name, kind, texts } of rest)
    if (wordsIn(texts).some(({ word, writer }) => writer !== answering && !words.has(word)))
      problems.push(`the ${kind} ${name} has what was never said without a name`)
  for (const { name, texts } of found) {
    const said = wordsIn(texts)
    problems.push(...disorder(said).map((word) => `out of order in ${name}: ${word}`))
    for (const { word } of said) if (forgotten.has(word)) problems.push(`forgotten, and in ${name}: ${word}`)
  }
  return problems
}

/** What was said somewhere and not acknowledged: whoever was killed before it was bound left it without a name. */
function unsure(places: Expected): Map<string, boolean> {
  const sure = new Set(
    [...places.values()].flatMap((words) => [...words].flatMap(([word, must]) => (must ? [word] : []))),
  )
  const all = [...places.values()].flatMap((words) => [...words.keys()])
  return new Map(all.flatMap((word) => (sure.has(word) ? [] : [[word, false] as const])))
}

function compare(
  place: string,
  words: ReadonlyMap<string, boolean>,
  answers: ReadonlyMap<string, string>,
  texts: readonly string[],
): string[] {
  const problems: string[] = []
  const positions = new Map<string, number>()
  for (const [i, { word, writer }] of wordsIn(texts).entries()) {
    if (positions.has(word)) problems.push(`once more in ${place}: ${word}`)
    positions.set(word, i)
    if (writer !== answering && !words.has(word)) problems.push(`never said in ${place}: ${word}`)
  }
  for (const [word, must] of words) {
    if (!must) continue
    const position = positions.get(word)
    if (position === undefined) problems.push(`lost in ${place}: ${word}`)
    const answer = answers.get(word) ?? ''
    const answered = positions.get(answer)
    if (answered === undefined) problems.push(`lost in ${place}: ${answer}, which answers ${word}`)
    else if (answered < (position ?? 0))
      problems.push(`before its question in ${place}: ${answer}, which answers ${word}`)
  }
  return problems
}

function wordsIn(texts: readonly string[]): SaidWord[] {
  return texts.flatMap((text) => saidWord(text) ?? [])
}

/** Words that stand behind a later one of their writer. Answers to several come as they come. */
function disorder(said: readonly SaidWord[]): string[] {
  const last = new Map<string, number>()
  return said.flatMap(({ word, writer, number }) => {
    const isLate = writer !== answering && number < (last.get(writer) ?? 0)
    last.set(writer, number)
    return isLate ? [word] : []
  })
}
