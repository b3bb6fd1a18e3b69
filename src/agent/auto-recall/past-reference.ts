import { foldCharacters } from '../../search/fold-characters.ts'
import { timePhrases } from '../../search/time-phrase.ts'
import type { TimeContext } from '../../search/time-span.ts'
import { startOfDay, wallTime } from '../../search/zone-time.ts'
import { pastEnglish } from './past-english.ts'
import { pastPortuguese } from './past-portuguese.ts'
import { proseOf } from './prose-of.ts'

/** Why something that was said is taken to be about the past. */
export interface PastReference {
  /** `words`: it speaks of past conversations. `time`: it names a time in the past. */
  readonly by: 'words' | 'time'
  /** The sentences that do. */
  readonly sentences: readonly string[]
}

/** Times that are over whoever says them; a bare "on Monday" or "in March" may be the next one. */
const surely =
  /\b(?:yesterday|ago|last|past|previous|before|since|earlier|ontem|anteontem|atras|ha|faz|passad[ao]s?|retrasad[ao]s?|ultim[ao]s?|ayer|anteayer|anoche|hace|pasad[ao]s?)\b/
/** A question about what was, or somebody who wants it brought back. */
const asksWhatWas =
  /\b(?:did|was|were|had|happened|foi|foram|era|eram|fui|fomos|estava|estavamos|tinha|fez|fiz|disse|falou|falei|combinei|marquei|pedi|escolhi|decidi|escrevi|aconteceu|ficou|\w{2,}[aei]mos)\b.*\?|^(?:please |por favor,? )?(?:find|show|search|recap|summari[sz]e|list|give|bring|tell me|remind me|ache|procure|mostre|resuma|traga|liste|recapitule)\b/
/** The two who talk did something together, or have something together. */
const ours =
  /\b(?:we|nos|a gente) (?:\w+ly |already |just |ja )?(?:talked|spoke|discussed|chatted|agreed|decided|planned|went over|worked|wrote|made|started|falou|conversou|combinou|decidiu|fez)\b|\bi (?:told|asked|showed|gave|sent|mentioned)\b|\byou (?:told|said|suggested|recommended|showed|gave|helped|wrote|promised)\b|\b(?:our|my|minhas?|meus?|nossas?|nossos?) (?:notes?|plans?|lists?|talks?|chats?|conversations?|summary|notas?|anotac\w+|planos?|listas?|conversas?)\b|\b(?:te|lhe) (?:falei|disse|pedi|contei|mostrei)\b|\bvoce (?:me )?(?:disse|falou|sugeriu|recomendou|mostrou|indicou)\b|\b(?:falamos|conversamos|discutimos|combinamos|vimos|fizemos)\b/
const us =
  /\b(?:we|us|our|i|my|me|you|nos|nossas?|nossos?|eu|meus?|minhas?|gente|voce|vc|\w{2,}amos|\w{2,}imos|\w{2,}emos)\b/
const year = /\b(?:19|20)\d\d\b/
/** Commands, times of programs, and reckoning with dates. */
const ofPrograms =
  /\b(?:git|cron|crontab|timestamps?|ttl|retention|--since|--after|--until|delete|remove|purge|prune|older than|newer than|logs? from|files? from|rows? from|records? from|backups? from|where \w+ [<>=]|(?:what|which) (?:day|date|time|year)|how many|apague?|remov\w+|mais antig\w+ que|mais velh\w+ que|que dia|quantos dias)\b/

/** Without one of these no phrase of the language fits, and none is compiled, which is what takes time. */
const mayBeEnglish =
  /\b(?:we|we've|us|our|did|have|had|haven't|didn't|were|was|last|previous|earlier|past|prior|old|older|other|remember|recall|remind|forgot|forget|left|leave|pick|continue|resume|ago|back|history|sessions?|conversations?|chats?|discussed|discussion|agreed|decided|told|same|yesterday's)\b/
const mayBePortuguese =
  /\b(?:nos|nossas?|nossos?|gente|onde|ultim[ao]s?|outr[ao]s?|lembra\w*|lembr[oe]|relembr\w*|record\w+|esqueci|conversas?|conversad[ao]|sess(?:ao|oes)|discuss(?:ao|oes)|papos?|historico|memoria|tempos?|epoca|retom\w+|combinado|decidido|decisao|conclusao|plano|ficou|era|foi|foram|eram|voce|vc|te|eu|ja|\w+[aei]mos|falei|comentei|contei|mencionei|conversei|perguntei|sugeriu|recomendou|indicou|volt\w+|continu\w+)\b/
const phrases = [
  { mayBe: mayBeEnglish, patterns: pastEnglish, compiled: undefined },
  { mayBe: mayBePortuguese, patterns: pastPortuguese, compiled: undefined },
] as {
  readonly mayBe: RegExp
  readonly patterns: readonly string[]
  compiled: readonly RegExp[] | undefined
}[]

/**
 * Whether what a person said refers to the past: in words that speak of past conversations, or by a time that is surely
 * over. Code and quotations in it are not heard.
 */
export function pastReference(text: string, context: TimeContext): PastReference | undefined {
  const prose = proseOf(text)
  const speaking = prose.filter((sentence) => refers(foldCharacters(sentence)))
  if (speaking.length > 0) return { by: 'words', sentences: speaking }
  const dated = prose.filter((sentence) => namesPastTime(sentence, context))
  return dated.length > 0 ? { by: 'time', sentences: dated } : undefined
}

/** Whether a text asks for what was said in past conversations. */
export function asksForPast(text: string): boolean {
  return proseOf(text).some((sentence) => sentence.endsWith('?') && refers(foldCharacters(sentence)))
}

function refers(folded: string): boolean {
  return phrases.some((language) => {
    if (!language.mayBe.test(folded)) return false
    // One by one: an alternation of them all takes five times as long to compile.
    language.compiled ??= language.patterns.map((pattern) => new RegExp(pattern))
    return language.compiled.some((pattern) => pattern.test(folded))
  })
}

function namesPastTime(sentence: string, context: TimeContext): boolean {
  const folded = foldCharacters(sentence)
  const isOurs = ours.test(folded)
  const isAsked = asksWhatWas.test(folded)
  if (ofPrograms.test(folded) || !(isOurs || isAsked)) return false
  const date = wallTime(context.now, context.timeZone)
  const today = startOfDay(date.year, date.month, date.day, context.timeZone)
  return timePhrases(sentence, context).some(({ start, end, span, keep }) => {
    // An open end, or a time that is not over by today's beginning, is about now.
    if (keep || (span.from ?? -Infinity) >= today || (span.to ?? Infinity) > context.now) return false
    const phrase = foldCharacters(sentence.slice(start, end))
    // A year alone is more often one of history, and who wants news wants none of their own.
    if ((year.test(phrase) || !folded.includes('?')) && !us.test(folded)) return false
    return surely.test(phrase) || (isAsked && folded.includes('?'))
  })
}
