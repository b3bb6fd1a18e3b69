/** What is measured at one moment of a soak. */
export interface SoakSample {
  /** Seconds since it began. */
  readonly at: number
  /** MB of each process that stays, by name; those that are not there now are missing. */
  readonly memory: Readonly<Record<string, number>>
  readonly files: number
  readonly bytes: number
  readonly indexBytes: number
  readonly trashBytes: number
  readonly operations: number
  readonly kills: number
  readonly acknowledged: number
}
