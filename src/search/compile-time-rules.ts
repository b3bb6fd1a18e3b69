import type { TimeLanguage, TimeRule } from './time-language.ts'

/** One element of a pattern: a choice of words, or what a capture takes. */
export interface PatternElement {
  readonly optional: boolean
  readonly words: ReadonlySet<string>
  readonly capture: string | undefined
}

export interface CompiledRule {
  readonly rule: TimeRule
  readonly elements: readonly PatternElement[]
  /** Whether a match may begin with a folded word. */
  mayBegin(word: string): boolean
}

/** The patterns of a language, taken apart. */
export interface CompiledLanguage {
  readonly language: TimeLanguage
  readonly rules: readonly CompiledRule[]
  /** Rules that mean a point of time: no open range, and not beginning with a point, which would look for itself. */
  readonly points: readonly CompiledRule[]
  /** Whether a match of any rule may begin with a folded word. */
  mayBegin(word: string): boolean
}

const ranges = new Set(['between', 'since', 'after', 'before', 'until'])

/** Takes the patterns of a language apart, so that a word that begins none of them is passed by quickly. */
export function compileTimeRules(language: TimeLanguage): CompiledLanguage {
  const { units, numbers, months, shortMonths, weekdays, parts, ordinals } = language
  const listed = new Set(
    [units, numbers, months, shortMonths, weekdays, parts, ordinals].flatMap((table) => Object.keys(table)),
  )
  const captures = (word: string): boolean => listed.has(word) || /\d/.test(word)
  const beginnings = new Set<string>()
  const compile = (rule: TimeRule): CompiledRule => {
    const elements = rule.pattern.split(' ').map(elementOf)
    const mandatory = elements.findIndex((element) => !element.optional)
    const first = elements.slice(0, mandatory + 1)
    const words = new Set(first.flatMap((element) => [...element.words]))
    for (const word of words) beginnings.add(word)
    const kinds = first.map((element) => element.capture)
    return {
      rule,
      elements,
      mayBegin: (word) =>
        words.has(word) ||
        (kinds.some((kind) => kind !== undefined) && captures(word)) ||
        (kinds.includes('{point}') && points.some((point) => point.mayBegin(word))),
    }
  }
  const points = [...language.rules, ...language.bare]
    .filter((rule) => !ranges.has(rule.meaning.kind) && !rule.pattern.startsWith('{point}'))
    .map(compile)
  const rules = language.rules.map(compile)
  return { language, rules, points, mayBegin: (word) => beginnings.has(word) || captures(word) }
}

function elementOf(text: string): PatternElement {
  const optional = text.endsWith('?')
  const wanted = optional ? text.slice(0, -1) : text
  return wanted.startsWith('{')
    ? { optional, words: new Set(), capture: wanted }
    : { optional, words: new Set(wanted.split('|')), capture: undefined }
}
