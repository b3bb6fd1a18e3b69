/** Characters at each end of a longer text that are looked at; what lies between is a paste. */
const longest = 1200

/** Ends of sentences and lines. */
const ends = /(?<=[.!?…。！？])\s+|\n+/u
/** Lines that nobody says: commands, logs, patches, tables, quotations. */
const noProse =
  /^\s*(?:[$>|#@%*]|\/\/|\+\+\+|---|[+-]\S|\d{4}-\d\d-\d\d[T ]\d\d:|\[?\d\d:\d\d:\d\d|at \S+ ?\(|\w+\()/
/** What stands behind it is a text to work on. */
const textFollows =
  /^\s*(?:please,? |por favor,? |(?:can|could) you )?(?:translate|traduza|traduzir|rephrase|rewrite|reescreva|paraphrase|proofread|revise|corrija)\b[^:\n]{0,60}:[^]*/im

/**
 * The sentences of what a person typed, without code and quotations: what is in them is talked about, not said.
 *
 * @returns each on one line, with straight apostrophes
 */
export function proseOf(text: string): string[] {
  const shortened = text.length <= 2 * longest ? text : `${text.slice(0, longest)}\n${text.slice(-longest)}`
  return shortened
    .replace(/```[^]*?(?:```|$)/g, '\n')
    .replace(textFollows, ' _ ')
    .replace(/`[^`\n]*`/g, ' _ ')
    .replace(/[‘’ʼ]/g, "'")
    .replace(
      /"[^"\n]{0,200}"|“[^”\n]{0,200}”|«[^»\n]{0,200}»|(?<=^|[\s(=])'[^'\n]{1,200}'(?=[\s).,;:?!]|$)/gu,
      ' _ ',
    )
    .split(ends)
    .filter((line) => line.trim() !== '' && !noProse.test(line))
    .map((line) => line.replace(/\s+/g, ' ').trim())
}
