import type { Attachment } from './attachment.ts'
import { chunkFiles } from './chunk-files.ts'
import { contextBlock, type Delivery, deliveryOf } from './context-block.ts'
import { defaultPassages } from './context-limits.ts'
import type { Context } from './context.ts'
import { smartBudget } from './smart-files.ts'

/** What an attached context costs in every turn. */
export interface AttachmentCost {
  readonly delivery: Delivery
  /** Roughly. */
  readonly tokens: number
  /** It depends on what is asked, and is not more than that. */
  readonly isAtMost: boolean
  /** How many there are, where chunks are given. */
  readonly chunks: number | undefined
}

/** Tokens of a passage with its citation, and of the card of a knowledge base. */
const passageTokens = 330
const cardTokens = 900

export function attachmentCost(context: Context, attachment: Attachment): AttachmentCost {
  const delivery = deliveryOf(context, attachment)
  const block = (): number => contextBlock(context, attachment, { secret: '' }).tokens
  switch (delivery) {
    case 'retrieval': {
      const passages = (attachment.retrieve ?? defaultPassages) * passageTokens
      const told = context.mode === 'knowledge' ? cardTokens : block()
      return { delivery, tokens: told + passages, isAtMost: true, chunks: undefined }
    }
    case 'smart': {
      const tokens = block() + Math.min(context.tokens, smartBudget)
      return { delivery, tokens, isAtMost: true, chunks: undefined }
    }
    case 'chunks':
      return { delivery, tokens: block(), isAtMost: false, chunks: chunkFiles(context.files).length }
    case 'summary':
      return { delivery, tokens: block(), isAtMost: false, chunks: undefined }
    default:
      return { delivery, tokens: context.tokens, isAtMost: false, chunks: undefined }
  }
}
