import type { PruneItem, PruneReason, PruneResult } from '../chatcli.ts'
import { ChatCliError } from '../errors.ts'
import { prunableStores } from '../store/storage/store-names.ts'
import { pruneReasons } from '../store/storage/prune-item.ts'
import { localTime } from '../text/local-time.ts'
import { sanitiseLine } from '../text/sanitise.ts'
import type { CommandContext, CommandInput, CommandResult } from './command.ts'
import { checkWordCount, isOn } from './input-values.ts'
import { readableSize } from './readable-size.ts'
import { retentionOf } from './retention-settings.ts'
import { clockJson, clockNotes, policyJson, pruneItemJson } from './storage-json.ts'

/** Rows of one reason that are shown. */
const mostRows = 20

/** `storage prune [STORE]`: what the rules would remove, by reason; `--apply` removes it. */
export async function runStoragePrune(context: CommandContext, input: CommandInput): Promise<CommandResult> {
  const { chatcli, text } = context
  const { store, apply } = asked(context, input)
  const storage = await chatcli.storage()
  const result = storage.prune({
    policy: retentionOf(context),
    ...(store === undefined ? {} : { store }),
    apply,
  })
  const { clock, policy, items, removed, failed } = result
  const isRefused = apply && clock.verdict !== 'fine'
  const json = {
    applied: apply && !isRefused,
    policy: policyJson(policy),
    clock: clockJson(clock),
    items: items.map(pruneItemJson),
    removed: removed.map(pruneItemJson),
    failed: failed.map(({ item, error }) => ({ ...pruneItemJson(item), reason: error.message })),
  }
  const notes = policy.fromHome.map((name) => text.storage.fromHome(text.storage.policyNames[name]))
  if (isRefused) return refused(result, context, { json, notes })
  const failures = failed.map(({ item, error }) =>
    text.storage.notRemoved(sanitiseLine(item.name), sanitiseLine(text.fromStore(error.message))),
  )
  const problem = failed[0]?.error
  return {
    text: apply ? appliedText(result, context) : plannedText(items, context),
    json,
    notes: [
      ...failures,
      ...notes,
      ...(apply ? [] : clockNotes(clock, context)),
      ...(apply || items.length === 0 ? [] : [text.storage.applyHint]),
    ],
    ...(problem === undefined ? {} : { problem }),
  }
}

function asked({ text }: CommandContext, input: CommandInput): { store: string | undefined; apply: boolean } {
  const words = input.words.map((word) => word.toLowerCase())
  const [store, ...more] = words.filter((word) => word !== 'apply' && word !== 'dry-run')
  checkWordCount(text, { ...input, words: [store ?? '', ...more] }, 1)
  if (store !== undefined && !prunableStores.some((known) => known === store)) {
    throw new ChatCliError('usage', text.storage.noStore(store), {
      hint: text.storage.storesHint(prunableStores),
    })
  }
  const isDry = isOn(input, 'dry-run') || words.includes('dry-run')
  const apply = isOn(input, 'apply') || isOn(input, 'yes') || words.includes('apply')
  return { store, apply: apply && !isDry }
}

function plannedText(items: readonly PruneItem[], context: CommandContext): string {
  const { storage } = context.text
  if (items.length === 0) return storage.nothingToRemove
  return [...byReason(items, context), '', storage.wouldRemove(items.length, sizeOf(items))].join('\n')
}

function appliedText({ items, removed, failed }: PruneResult, context: CommandContext): string {
  const { storage } = context.text
  if (items.length === 0) return storage.nothingToRemove
  const toTrash = removed.filter(({ store }) => store === 'sessions' || store === 'transcripts')
  const sent = toTrash.filter(({ reason }) => reason !== 'stray').length
  const touched = items.length - removed.length - failed.length
  return [
    ...byReason(removed, context),
    ...(removed.length > 0 ? [''] : []),
    storage.removed(removed.length, sizeOf(removed)),
    ...(touched > 0 ? [storage.touched(touched)] : []),
    ...(sent > 0 ? [storage.toTrash(sent)] : []),
  ].join('\n')
}

/** The clock cannot be trusted: nothing went, and programs learn it by the exit code. */
function refused(
  { clock }: PruneResult,
  context: CommandContext,
  { json, notes }: { readonly json: CommandResult['json']; readonly notes: readonly string[] },
): CommandResult {
  const [message = '', hint = ''] = clockNotes(clock, context)
  return {
    text: message,
    json,
    notes: [hint, ...notes],
    problem: new ChatCliError('refused', message, { hint }),
  }
}

function byReason(items: readonly PruneItem[], context: CommandContext): string[] {
  return pruneReasons
    .flatMap((reason) => {
      const own = items.filter((item) => item.reason === reason)
      return own.length === 0 ? [] : ['', ...section(reason, own, context)]
    })
    .slice(1)
}

function section(
  reason: PruneReason,
  items: readonly PruneItem[],
  { text, timeZone }: CommandContext,
): string[] {
  const shown = items.slice(0, mostRows).map(({ store, name, bytes, at }) => {
    const date = at === undefined ? '' : (localTime(at, timeZone)?.date ?? '')
    return `  ${date.padEnd(10)}  ${readableSize(bytes).padStart(9)}  ${sanitiseLine(store)}/${sanitiseLine(name)}`
  })
  const more = items.length - shown.length
  return [
    `${text.storage.reasons[reason]} (${items.length}, ${sizeOf(items)}):`,
    ...shown,
    ...(more > 0 ? [`  ${text.andMore(more)}`] : []),
  ]
}

function sizeOf(items: readonly PruneItem[]): string {
  return readableSize(items.reduce((sum, { bytes }) => sum + bytes, 0))
}
