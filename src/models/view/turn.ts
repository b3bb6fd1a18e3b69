/** A message as the view sees it: what a provider is told of it, and nothing else. */
export type Turn =
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly calls: readonly TurnCall[] }
  | TurnResult

/** A call; its name and arguments are as every provider accepts them. */
export interface TurnCall {
  readonly id: string
  readonly name: string
  readonly args: Readonly<Record<string, unknown>>
}

export interface TurnResult {
  readonly role: 'tool'
  /** The call's; `''` where the record does not say. */
  readonly id: string
  readonly text: string
  readonly isError: boolean
}
