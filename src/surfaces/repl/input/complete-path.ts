import type { CompletionWord } from './completion.ts'
import { matchWords } from './match-words.ts'

/** What a folder holds, as far as a person may see it. */
export interface PathSources {
  /** Absolute; relative paths are meant from here. */
  readonly cwd: string
  /** What `~` stands for; undefined when nobody knows. */
  readonly home: string | undefined
  /** Names in a folder, sorted; empty when it cannot be read. */
  readonly list: (folder: string) => readonly string[]
  /** Whether a path leads to a folder, links followed. */
  readonly isFolder: (path: string) => boolean
}

const mostNames = 500

/**
 * The paths that the beginning of one may mean, folders with a slash at the end. Hidden names are offered when a dot
 * was typed; names that cannot be typed on a line are not.
 */
export function completePath(
  typed: string,
  { cwd, home, list, isFolder }: PathSources,
): readonly CompletionWord[] {
  if (typed === '~') return home === undefined ? [] : [{ word: '~/', about: '' }]
  const at = typed.lastIndexOf('/') + 1
  const lead = typed.slice(0, at)
  const beginning = typed.slice(at)
  const folder = folderOf(lead, cwd, home)
  if (folder === undefined) return []
  const names = list(folder).filter((name) => {
    return (
      !/[\p{Control}\p{Bidi_Control}\p{Surrogate}"\\]/u.test(name) &&
      (beginning.startsWith('.') || !name.startsWith('.'))
    )
  })
  const matching = matchWords(
    names.map((word) => ({ word, about: '' })),
    beginning,
  )
  return matching.slice(0, mostNames).map(({ word }) => ({
    word: `${lead}${word}${isFolder(`${folder}/${word}`) ? '/' : ''}`,
    about: '',
  }))
}

function folderOf(lead: string, cwd: string, home: string | undefined): string | undefined {
  if (lead.startsWith('/')) return lead
  if (lead.startsWith('~/')) return home === undefined ? undefined : `${home}/${lead.slice(2)}`
  return `${cwd}/${lead}`
}
