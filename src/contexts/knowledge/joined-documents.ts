import type { RecordStamp } from '../../store/record-stamps.ts'
import type { DocumentSource, FoundDocuments } from './document-source.ts'

/** Several sources as one. A name that two of them have is that of the first. */
export function joinedDocuments(sources: readonly DocumentSource[]): DocumentSource {
  const [only] = sources
  if (only !== undefined && sources.length === 1) return only
  /** The first that has a document, by its name; the last for one that none has. */
  const holderOf = (name: string): DocumentSource =>
    sources.find((source) => source.stamp(name) !== undefined) ?? sources.at(-1) ?? nothing
  return {
    *find(signal): Generator<undefined, FoundDocuments, undefined> {
      const stamps = new Map<string, RecordStamp>()
      const skipped: Record<string, number> = {}
      for (const source of sources) {
        const found = yield* source.find(signal)
        for (const stamp of found.stamps) if (!stamps.has(stamp.name)) stamps.set(stamp.name, stamp)
        for (const [reason, count] of Object.entries(found.skipped))
          skipped[reason] = (skipped[reason] ?? 0) + count
      }
      return { stamps: [...stamps.values()], skipped }
    },
    stamp: (name) => holderOf(name).stamp(name),
    load: (name) => holderOf(name).load(name),
    slice(location) {
      for (const source of sources) {
        const text = source.slice(location)
        if (text !== undefined) return text
      }
      return undefined
    },
    close() {
      for (const source of sources) source.close()
    },
  }
}

const nothing: DocumentSource = joinedDocuments([])
