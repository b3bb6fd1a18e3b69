import { graphemeCut } from '../../conversation/grapheme-cut.ts'

const longest = 60

/** A title as a model is told of it behind a name and an age: `, "The pier"`, on one line; `''` when there is none. */
export function modelTitle(title: string): string {
  const shown = title
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replaceAll('"', "'")
    .trim()
  if (shown === '') return ''
  return `, "${shown.length <= longest ? shown : `${shown.slice(0, graphemeCut(shown, longest))}…`}"`
}
