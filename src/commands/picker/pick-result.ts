/** What a person picked. */
export interface PickResult {
  readonly action: 'resume'
  readonly name: string
  /** The message to show first, by its position. */
  readonly message?: number
}

/** Lets a person choose a session, from those that fit the words first; undefined when none was chosen. */
export type Pick = (query: string) => Promise<PickResult | undefined>
