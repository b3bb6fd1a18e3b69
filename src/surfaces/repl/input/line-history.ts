import { ChatCliError } from '../../../errors.ts'
import { appendHistory, type HistoryFileOptions, readHistory } from './history-file.ts'

/** What was typed, for the arrow keys. */
export interface LineHistory {
  /** Newest first. */
  readonly entries: readonly string[]
  /** Keeps an entry, unless it begins with a space, has nothing in it, or is the newest one again. */
  add(entry: string): void
}

export interface LineHistoryOptions {
  /** Where it is kept for the next chat; without it, it is forgotten with this one. */
  readonly file?: HistoryFileOptions
  /** Told once what keeps the file from being read or written; the history of this chat goes on. */
  readonly onTrouble: (error: ChatCliError) => void
}

const mostEntries = 5000

/** The history of this chat, behind that of the chats before. */
export function lineHistory({ file, onTrouble }: LineHistoryOptions): LineHistory {
  let isWorking = file !== undefined
  const attempt = <T>(call: () => T): T | undefined => {
    try {
      return isWorking ? call() : undefined
    } catch (error) {
      if (!(error instanceof ChatCliError)) throw error
      isWorking = false
      onTrouble(error)
      return undefined
    }
  }
  const earlier = file === undefined ? undefined : attempt(() => readHistory(file))
  const entries = (earlier ?? []).slice(0, mostEntries)
  return {
    entries,
    add(entry) {
      if (entry.startsWith(' ') || entry.trim() === '' || entry === entries[0]) return
      entries.unshift(entry)
      entries.length = Math.min(entries.length, mostEntries)
      if (file !== undefined) attempt(() => appendHistory(file, entry))
    },
  }
}
