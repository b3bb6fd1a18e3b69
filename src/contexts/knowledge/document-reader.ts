import { ChatCliError } from '../../errors.ts'
import { boundedMap } from '../../search/segments/bounded-map.ts'
import type { Passage } from './cut-passages.ts'
import type { DocumentSource } from './document-source.ts'
import { type KnowledgeDocument, passagesOf } from './knowledge-document.ts'

/** A document as it stands, cut into its passages. */
export interface ReadDocument {
  readonly document: KnowledgeDocument
  readonly passages: readonly Passage[]
}

/** Reads documents, and keeps those that were read last. */
export interface DocumentReader {
  /** @throws as `DocumentSource.load` */
  read(source: string): ReadDocument
  /** Undefined for what is gone or cannot be read now. */
  tryRead(source: string): ReadDocument | undefined
}

/** Text that is kept, UTF-16 code units. */
const keptText = 8 * 2 ** 20

export function documentReader(documents: DocumentSource): DocumentReader {
  const kept = boundedMap<string, ReadDocument & { readonly stamp: string }>(keptText)
  const read = (source: string): ReadDocument => {
    const stamp = documents.stamp(source)?.stamp ?? ''
    const known = kept.get(source)
    if (known?.stamp === stamp) return known
    const document = documents.load(source)
    const made = { stamp, document, passages: passagesOf(document) }
    kept.set(source, made, document.text.length)
    return made
  }
  return {
    read,
    tryRead(source) {
      try {
        return read(source)
      } catch (error) {
        if (error instanceof ChatCliError) return undefined
        throw error
      }
    },
  }
}
