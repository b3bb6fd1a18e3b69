import { type Archiver, markedKeys } from '../../conversation/compaction/recall-marker.ts'
import type { Draft } from '../../conversation/compaction/draft.ts'
import { ChatCliError } from '../../errors.ts'

/** Where texts that a compaction replaces are kept; both throw ChatCliError `storage`. */
export interface CompactionArchive {
  /** The key that `put` would give; nothing is written. */
  readonly keyOf: Archiver
  readonly put: Archiver
}

export interface StagedArchive {
  /** Gives a text its key; nothing is written yet. */
  readonly archive: Archiver
  /** Keeps the texts that messages of a draft point to, once it holds. */
  readonly keep: (draft: Draft) => void
}

/**
 * What a compaction tries and leaves again must not stay in the archive: no transcript names it, so that a purge would
 * not find it.
 */
export function stagedArchive({ keyOf, put }: CompactionArchive): StagedArchive {
  const texts = new Map<string, string>()
  return {
    archive(text) {
      const key = unlessRefused(() => keyOf(text))
      if (key === undefined || (texts.get(key) ?? text) !== text) return undefined
      texts.set(key, text)
      return key
    },
    keep(draft) {
      if (texts.size === 0) return
      for (const { message } of draft)
        for (const key of markedKeys(`${message.content}\n${JSON.stringify(message.tool_calls ?? [])}`)) {
          const text = texts.get(key)
          if (text !== undefined) unlessRefused(() => put(text))
          texts.delete(key)
        }
    },
  }
}

/** The transcript has the text; without the disk it is only not at hand. */
function unlessRefused(work: () => string | undefined): string | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof ChatCliError && error.code === 'storage') return undefined
    throw error
  }
}
