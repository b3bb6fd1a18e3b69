/** Where a record stands in its file, and what it follows. */
export interface TreeRecord {
  readonly parent: string | undefined
  readonly offset: number
  readonly length: number
  /** A person typed it. */
  readonly isPrompt: boolean
  /** A person's or the model's turn: the last one is where the conversation stands. */
  readonly isTurn: boolean
  /** Id of the reply a record of the model belongs to: one reply is several records. */
  readonly reply: string | undefined
}

/**
 * The records that were left behind: of two prompts, or two replies, that follow the same record, the one from which the
 * last turn does not come. Results of tools that ran side by side are not left behind, though no later record follows
 * them. Where a parent is missing the record before it in the file is taken for it.
 *
 * @param records by their id, in the order of the file
 */
export function abandonedRecords(records: ReadonlyMap<string, TreeRecord>): ReadonlySet<string> {
  const ids = [...records.keys()]
  const order = new Map(ids.map((id, i) => [id, i]))
  const parentOf = (id: string): string | undefined => {
    const parent = records.get(id)?.parent
    if (parent !== undefined && records.has(parent)) return parent
    return ids[(order.get(id) ?? 0) - 1]
  }
  const active = new Set<string>()
  /** By an active record, the one that follows it. */
  const next = new Map<string, string>()
  let at = ids.findLast((id) => records.get(id)?.isTurn === true)
  while (at !== undefined && !active.has(at)) {
    active.add(at)
    const parent = parentOf(at)
    if (parent !== undefined) next.set(parent, at)
    at = parent
  }
  const abandoned = new Set<string>()
  for (const id of ids) {
    if (active.has(id)) continue
    const parent = parentOf(id)
    if (parent === undefined) continue
    const record = records.get(id)
    const [before, after] = [records.get(parent), records.get(next.get(parent) ?? '')]
    const isOtherReply =
      before?.isPrompt === true &&
      record?.reply !== undefined &&
      after?.reply !== undefined &&
      after.reply !== record.reply
    // A prompt at the end of the file is not left behind because the model has not answered yet.
    const isLeft = record?.isPrompt === true && active.has(parent) && next.has(parent)
    if (abandoned.has(parent) || isLeft || isOtherReply || (record?.isPrompt === true && !active.has(parent)))
      abandoned.add(id)
  }
  return abandoned
}
