import type { TrashItem } from '../chatcli.ts'
import { displayWidth, padToWidth } from '../text/display-width.ts'
import { localTime } from '../text/local-time.ts'
import { sanitiseLine } from '../text/sanitise.ts'
import type { CommandContext, CommandInput, CommandResult } from './command.ts'
import { daysOption } from './days-option.ts'
import { checkWordCount } from './input-values.ts'
import { readableSize } from './readable-size.ts'
import { retentionOf } from './retention-settings.ts'
import { trashItemJson } from './trash-json.ts'

/** `trash list`: what is in the trash, newest first. */
export async function runTrashList(context: CommandContext, input: CommandInput): Promise<CommandResult> {
  const { chatcli, text } = context
  checkWordCount(text, input, 0)
  const olderThanDays = daysOption(text, input, 'older-than') ?? 0
  const storage = await chatcli.storage()
  const items = storage.trash({ olderThanDays })
  const bytes = items.reduce((sum, item) => sum + item.bytes, 0)
  const { trash } = text.storage
  const none = olderThanDays === 0 ? trash.empty : trash.noneOlder(olderThanDays)
  const { trashDays } = storage.policy(retentionOf(context))
  return {
    text:
      items.length === 0
        ? none
        : [trash.heading(items.length, readableSize(bytes)), '', ...rows(items, context)].join('\n'),
    json: { trash: items.map(trashItemJson), trashDays },
    notes: items.length === 0 ? [] : [trash.stays(trashDays), trash.restoreHint],
  }
}

function rows(items: readonly TrashItem[], { text, timeZone }: CommandContext): string[] {
  const names = items.map(({ name }) => sanitiseLine(name))
  const width = Math.min(40, Math.max(...names.map(displayWidth)))
  const { reasons } = text.storage.trash
  const widest = Math.max(...Object.values(reasons).map(displayWidth))
  return items.map(({ deletedAt, reason, bytes, entry }, i) => {
    const date = localTime(deletedAt, timeZone)?.date ?? ''
    const why = padToWidth(sanitiseLine(reasons[reason] ?? reason), widest)
    return `  ${padToWidth(names[i] ?? '', width)}  ${date}  ${why}  ${readableSize(bytes).padStart(9)}  ${sanitiseLine(entry)}`
  })
}
