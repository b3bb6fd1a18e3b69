/** What a model costs, in US dollars per million tokens. */
export interface Price {
  readonly input: number
  readonly output: number
  /** Of input read from the provider's cache; as other input when not given. */
  readonly cachedInput?: number
}
