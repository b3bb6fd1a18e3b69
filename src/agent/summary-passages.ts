import { clip } from '../conversation/compaction/cut-text.ts'

export type Heading =
  | 'Task state'
  | 'Decisions'
  | 'Facts'
  | 'Files read'
  | 'Files modified'
  | 'Commands'
  | 'Errors'

/** Something said that a summary may take over. */
export interface Passage {
  readonly text: string
  readonly heading: Heading
  /** The place of its message, and its own in that. */
  readonly message: number
  readonly place: number
  /** How much it counts for what it is, beside its words; 1 is a plain sentence. */
  readonly weight: number
}

const decision =
  /\b(decid\w*|agreed|we(?:'ll| will| should| chose)|let'?s|instead of|going with|go with|must(?: not)?|never|always|because|prefer\w*|chose|chosen|conclu\w+|vamos|decidimos|combinad\w+|porque|em vez de|en lugar de|acordamos|preferi\w+|hay que|precisamos)\b|决定|決定|因为|採用|采用|решил\w*/iu
const problem =
  /\b(error|fail(?:s|ed|ure)?|exception|crash\w*|bug|broken|wrong|timed? ?out|denied|erro|falh\w+|fallo|exceção)\b|错误|失败|エラー|ошибк\w*/iu
const request =
  /\?\s*$|^(please|can you|could you|i (?:want|need)|por favor|preciso|quero|necesito|quiero)\b/iu
/** Identifiers, paths, numbers with units, versions, quotations: what is lost for good when it is not written down. */
const exact =
  /`[^`]+`|\b[\w-]+\/[\w./-]+|\b\d+(?:[.,:]\d+)*\s?(?:%|ms|s|MB|GB|KB|days?|h)?\b|\b[a-z]+[A-Z]\w+|\bv?\d+\.\d+/u

const shortest = 12
const longest = 320

/** The sentences of a message, without code between fences, each with the heading it belongs under. */
export function passagesOf(
  content: string,
  { message, isTyped }: { readonly message: number; readonly isTyped: boolean },
): readonly Passage[] {
  const prose = content.replace(/^[ \t]*(```|~~~)[\s\S]*?(^[ \t]*\1|$(?![\s\S]))/gm, '')
  return sentencesOf(prose).map((text, place) => {
    const isDecision = decision.test(text)
    const isProblem = problem.test(text)
    const isRequest = isTyped && (place === 0 || request.test(text))
    const heading = isDecision ? 'Decisions' : isProblem ? 'Errors' : isRequest ? 'Task state' : 'Facts'
    const weight =
      (isDecision ? 1.8 : 1) * (isProblem ? 1.2 : 1) * (isRequest ? 1.3 : 1) * (exact.test(text) ? 1.25 : 1)
    return { text, heading, message, place, weight: weight * (isTyped ? 1.2 : 1) }
  })
}

/** A line at least this long that goes on in the next one was wrapped. */
const wrapped = /(\S.{44,}[^.!?:;\s])[ \t]*\n[ \t]*(?=[\p{L}\p{N}`"'(])(?!\d+[.)])/gu

function sentencesOf(prose: string): string[] {
  const lines = prose
    .replace(wrapped, '$1 ')
    .split(/\n+/)
    .map((line) => line.replace(/^[\s>#*+-]+|^\s*\d+[.)]\s+/g, '').trim())
  return lines
    .flatMap((line) => line.split(/(?<=[.!?…])\s+(?=[\p{Lu}\p{N}"'`(¿¡])|(?<=[。！？])/u))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length >= shortest || /[\u3040-\u9fff\uac00-\ud7af]{4}/.test(sentence))
    .map((sentence) => clip(sentence, longest))
}
