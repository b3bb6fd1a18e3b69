/** What a person picked. */
export interface PickResult {
  readonly action: 'resume'
  readonly name: string
  /** The message to show first, by its position. */
  readonly message?: number
}
