import type { TrashItem } from '../chatcli.ts'
import { ChatCliError } from '../errors.ts'
import type { CommandContext, CommandInput, CommandResult } from './command.ts'
import { daysOption } from './days-option.ts'
import { isOn } from './input-values.ts'
import { readableSize } from './readable-size.ts'
import { trashItemJson } from './trash-json.ts'

/** `trash empty [NAME…]`: removes what is in the trash for good, all of it or by name; asks first. */
export async function runTrashEmpty(context: CommandContext, input: CommandInput): Promise<CommandResult> {
  const { chatcli, text } = context
  const { trash } = text.storage
  const olderThanDays = daysOption(text, input, 'older-than') ?? 0
  const storage = await chatcli.storage()
  const items = wanted(storage.trash({ olderThanDays }), context, input)
  const size = readableSize(items.reduce((sum, { bytes }) => sum + bytes, 0))
  const json = { trash: items.map(trashItemJson) }
  if (items.length === 0) {
    const none = olderThanDays === 0 ? trash.empty : trash.noneOlder(olderThanDays)
    return { text: none, json: { emptied: false, ...json } }
  }
  if (isOn(input, 'dry-run'))
    return { text: trash.wouldEmpty(items.length, size), json: { emptied: false, ...json } }
  if (!isOn(input, 'yes')) {
    const answer = (await context.ask?.(trash.confirm(items.length))) ?? ''
    if (!text.isYes(answer)) throw new ChatCliError('refused', trash.refused, { hint: trash.refusedHint })
  }
  const gone = storage.emptyTrash(items.map(({ entry }) => entry))
  const bytes = gone.reduce((sum, item) => sum + item.bytes, 0)
  return {
    text: trash.emptied(gone.length, readableSize(bytes)),
    json: { emptied: true, trash: gone.map(trashItemJson) },
  }
}

function wanted(
  all: readonly TrashItem[],
  { text }: CommandContext,
  { words }: CommandInput,
): readonly TrashItem[] {
  if (words.length === 0) return all
  return words.flatMap((word) => {
    const found = all.filter(({ name, entry }) => name === word || entry === word)
    if (found.length > 0) return found
    throw new ChatCliError('not-found', text.storage.trash.notThere(word), {
      hint: text.storage.trash.listHint,
    })
  })
}
