import { graphemeCut } from '../../conversation/grapheme-cut.ts'
import { fenceRecalled } from '../fence-recalled.ts'
import { modelAge } from './model-age.ts'

export interface BootCardOptions {
  /** Saved conversations that a model may be told of. */
  readonly count: number
  /** The one in which something was said last; undefined where nothing of it may be told. */
  readonly newest: { readonly name: string; readonly title: string; readonly updatedAt: number } | undefined
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Random letters and digits, as in `fenceRecalled`. */
  readonly mark: string
}

/** What a model is told of the memory in every turn of a conversation; undefined when there is nothing in it. */
export function bootCard({ count, newest, now, mark }: BootCardOptions): string | undefined {
  if (count === 0) return undefined
  const saved = count === 1 ? '1 past conversation is' : `${count} past conversations are`
  return [
    `Memory: ${saved} saved. Never claim that you cannot remember earlier conversations: look with the session tool first.`,
    ...(newest === undefined
      ? []
      : ['The newest when this one began:', fenceRecalled(nameOf(newest, now), mark)]),
  ].join('\n')
}

function nameOf({ name, title, updatedAt }: NonNullable<BootCardOptions['newest']>, now: number): string {
  const shown = title
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replaceAll('"', "'")
    .trim()
  const short = shown.slice(0, graphemeCut(shown, 60))
  return `${name} (${modelAge(now - updatedAt)}${short === '' ? '' : `, "${short}"`})`
}
