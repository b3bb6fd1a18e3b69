/** One entry of a conversation in ShareGPT form, as tools that train and judge models read it. */
export interface ShareGptTurn {
  /** `human`, `gpt`, `system` or `tool`; a role that has no word there stays as it is. */
  readonly from: string
  readonly value: string
}
