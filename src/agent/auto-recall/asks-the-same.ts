import { foldCharacters } from '../../search/fold-characters.ts'

const word = /[\p{L}\p{N}]+/gu
/** Share of the different words of both that they must have in common. */
const least = 0.85

/** Whether two texts ask the same, nearly word for word: whoever asked it before knew no more than whoever asks now. */
export function asksTheSame(text: string, question: string): boolean {
  const [asked, now] = [wordsOf(text), wordsOf(question)]
  const both = [...now].filter((one) => asked.has(one)).length
  return both > 0 && both >= least * (asked.size + now.size - both)
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(foldCharacters(text).match(word))
}
