import type { Attachment } from '../../contexts/attachment.ts'
import { attachmentCost } from '../../contexts/attachment-cost.ts'
import { chunkFiles } from '../../contexts/chunk-files.ts'
import { deliveryOf } from '../../contexts/context-block.ts'
import {
  defaultPassages,
  defaultPriority,
  mostPassages,
  mostPriority,
  retrievalBytes,
} from '../../contexts/context-limits.ts'
import type { Context } from '../../contexts/context.ts'
import { ChatCliError } from '../../errors.ts'
import { resolveSetting, settingRows } from '../../settings.ts'
import { sanitiseLine } from '../../text/sanitise.ts'
import type { CommandInput, CommandResult } from '../command.ts'
import { checkWordCount, countOf, countOption, isOn, textOption, wordAt } from '../input-values.ts'
import { readableSize } from '../readable-size.ts'
import { type ContextCommandContext, contextsOf, workOf } from './context-command.ts'
import { attachmentJson } from './context-json.ts'
import { costText, deliveryText, typedName } from './context-lines.ts'
import { withAttachments } from './with-attachments.ts'

/** `context attach NAME`: lets a context go along with the conversation. */
export async function runAttach(context: ContextCommandContext, input: CommandInput): Promise<CommandResult> {
  const { text, window } = context
  const name = wordAt(text, input, 0, 'NAME')
  checkWordCount(text, input, 1)
  const contexts = await contextsOf(context)
  const { id } = contexts.find(name)
  return withAttachments(context, input, async (holder, session) => {
    const work = workOf(context)
    try {
      const { context: found } = await contexts.refresh(id, work)
      const { attachment, isAutomatic } = attachmentFrom(context, input, found)
      const delivery = deliveryOf(found, attachment)
      // Now, while the person waits for it, and not before an answer.
      if (delivery === 'retrieval' || delivery === 'smart') {
        await contexts.searchable(found).refresh({
          signal: work.signal,
          onProgress: ({ done, total, text: read }) => work.onProgress?.({ done, total, bytes: read }),
        })
      }
      holder.attach(attachment)
      const cost = attachmentCost(found, attachment)
      const shown = sanitiseLine(found.name)
      const isTooLarge = window !== undefined && cost.tokens > window * 0.6
      return {
        text: [
          text.context.attached(shown, deliveryText(cost, attachment, text), costText(cost, text)),
          ...(isAutomatic ? [text.context.isSearched(typedName(found.name), readableSize(found.size))] : []),
          ...(isTooLarge
            ? [text.context.tooLarge(text.context.tokens(cost.tokens), text.context.tokens(window))]
            : []),
        ].join('\n'),
        json: { session: session ?? null, automatic: isAutomatic, ...attachmentJson(attachment, cost) },
      }
    } finally {
      work.done()
    }
  })
}

function attachmentFrom(
  context: ContextCommandContext,
  input: CommandInput,
  found: Context,
): { readonly attachment: Attachment; readonly isAutomatic: boolean } {
  const { text } = context
  const full = isOn(input, 'full')
  const chunks = chunksIn(context, input, found)
  const asked = retrieveIn(context, input)
  if ([full, chunks !== undefined, asked !== undefined].filter(Boolean).length > 1)
    throw new ChatCliError('usage', text.context.eitherOr)
  if (full && found.mode === 'knowledge') {
    throw new ChatCliError('usage', text.context.notWhole(found.name), { hint: text.context.noChunksHint })
  }
  const nothingChosen = !full && chunks === undefined && asked === undefined
  const isAutomatic =
    nothingChosen && found.mode === 'full' && found.size >= retrievalBytes && isSearchedByItself(context)
  const retrieve = asked ?? (isAutomatic ? defaultPassages : undefined)
  const priority = countOption(text, input, 'priority', 0, mostPriority) ?? defaultPriority
  return {
    isAutomatic,
    attachment: {
      contextId: found.id,
      name: found.name,
      priority,
      ...(chunks === undefined ? {} : { chunks }),
      ...(retrieve === undefined ? {} : { retrieve }),
      ...(full ? { full } : {}),
    },
  }
}

/** `--chunk 2 --chunk 5`, `--chunks 2,5-7`. */
function chunksIn(
  { text }: ContextCommandContext,
  input: CommandInput,
  found: Context,
): readonly number[] | undefined {
  const given = [textOption(input, 'chunk'), textOption(input, 'chunks')].filter((each) => each !== undefined)
  if (given.length === 0) return undefined
  if (found.mode === 'knowledge') {
    throw new ChatCliError('usage', text.context.noChunks(found.name), { hint: text.context.noChunksHint })
  }
  const most = chunkFiles(found.files).length
  const numbers = new Set<number>()
  for (const part of given.flatMap((list) => list.split(','))) {
    const [first = '', last = first, ...rest] = part.trim().split('-')
    const from = countOf(text, first, '--chunk', 1) ?? 1
    const to = countOf(text, last, '--chunk', 1) ?? from
    if (rest.length > 0 || to < from) throw badChunks(text, part)
    for (const end of [from, to]) {
      if (end <= most) continue
      throw new ChatCliError('usage', text.context.noChunk(end, most), {
        hint: text.context.noChunkHint(typedName(found.name)),
      })
    }
    for (let number = from; number <= to; number++) numbers.add(number)
  }
  return [...numbers].sort((a, b) => a - b)
}

function badChunks({ usageErrors }: ContextCommandContext['text'], given: string): ChatCliError {
  return new ChatCliError('usage', usageErrors.badCount('--chunks', given), {
    hint: usageErrors.countHint('--chunks', 1, undefined),
  })
}

/** `--retrieve` and `--rag` are the same, with a number or without. */
function retrieveIn({ text }: ContextCommandContext, input: CommandInput): number | undefined {
  for (const name of ['retrieve', 'rag']) {
    const value = input.options[name]
    if (value === true) return defaultPassages
    if (value !== undefined) return countOf(text, value, `--${name}`, 1, mostPassages)
  }
  return undefined
}

function isSearchedByItself({ environment, config }: ContextCommandContext): boolean {
  return resolveSetting(settingRows.attachAutoRag, environment, config()).value
}
