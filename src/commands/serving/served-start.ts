import type { FoundRecord, KeptRecords } from './kept-records.ts'

/** What a conversation of a client begins with. */
export interface ServedStart {
  readonly principal: string
  readonly found: FoundRecord
  readonly records: KeptRecords
  /** Told when something of it is over: there may be too many live ones. */
  readonly onRest: () => void
}
