/**
 * A key as it was struck. `name` is `text` for characters, `paste` for what a terminal says was pasted, else the name of
 * the key with its modifiers in front: `enter`, `up`, `f1`, `ctrl-r`, `alt-x`, `alt-R`, `shift-tab`.
 */
export interface Key {
  readonly name: string
  /** What to insert, of `text` and `paste`. */
  readonly text?: string
}
