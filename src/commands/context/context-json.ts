import type { Attachment } from '../../contexts/attachment.ts'
import type { AttachmentCost } from '../../contexts/attachment-cost.ts'
import type { ContextHead } from '../../contexts/context.ts'
import type { JsonObject } from '../command.ts'

/** A context in `--json`, without its files. */
export function contextJson(context: ContextHead): JsonObject {
  const { id, name, description, tags, mode, sources, size, fileCount, tokens, skipped } = context
  return {
    id,
    name,
    description,
    tags,
    mode,
    sources,
    size,
    files: fileCount,
    tokens: tokens ?? null,
    createdAt: context.createdAt,
    updatedAt: context.updatedAt,
    skipped,
  }
}

/** An attachment in `--json`. @param cost undefined when its context is gone */
export function attachmentJson(attachment: Attachment, cost: AttachmentCost | undefined): JsonObject {
  const { contextId, name, priority, chunks, retrieve, full } = attachment
  return {
    contextId,
    name,
    priority,
    chunks: chunks ?? null,
    retrieve: retrieve ?? null,
    full: full === true,
    isThere: cost !== undefined,
    delivery: cost?.delivery ?? null,
    tokens: cost?.tokens ?? null,
  }
}
