import type { CommandContext, CommandInput, CommandResult } from './command.ts'
import { daysOption } from './days-option.ts'
import { checkWordCount, countOption } from './input-values.ts'
import { retentionOf } from './retention-settings.ts'
import { policyJson } from './storage-json.ts'

/** `storage policy`: how long things stay in this home; with options, what the home is to ask for. */
export async function runStoragePolicy(context: CommandContext, input: CommandInput): Promise<CommandResult> {
  const { chatcli, text } = context
  checkWordCount(text, input, 0)
  const ttlDays = daysOption(text, input, 'ttl')
  const keep = countOption(text, input, 'keep', 1)
  const trashDays = daysOption(text, input, 'trash-days')
  const storage = await chatcli.storage()
  const given = {
    ...(ttlDays === undefined ? {} : { ttlDays }),
    ...(keep === undefined ? {} : { keep }),
    ...(trashDays === undefined ? {} : { trashDays }),
  }
  const isChange = Object.keys(given).length > 0
  const asked = retentionOf(context)
  if (isChange) storage.keepPolicy(given)
  const policy = storage.policy(asked)
  return {
    text: [text.storage.policyHeading, text.storage.policyRow(policy)].join('\n'),
    json: { changed: isChange, policy: policyJson(policy) },
    notes: isChange
      ? [text.storage.policyKept]
      : policy.fromHome.map((name) => text.storage.fromHome(text.storage.policyNames[name])),
  }
}
