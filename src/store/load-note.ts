/** Something about a loaded session that a person should be told. */
export type LoadNote =
  | {
      readonly kind: 'changed-by-hand' | 'changed-by-program'
      readonly removed: number
      readonly changed: number
      readonly added: number
    }
  /** The file is behind its transcript by so many finished turns; they were added. */
  | { readonly kind: 'older-snapshot'; readonly newer: number }
  | { readonly kind: 'copy'; readonly of: string }
  /** Messages the transcript has lost, taken from the session file. */
  | { readonly kind: 'transcript-shorter'; readonly messages: number }
  | { readonly kind: 'transcript-missing'; readonly id: string }
  | { readonly kind: 'damage'; readonly count: number }
  | { readonly kind: 'newer-lines'; readonly version: number }
  /** In a sealed home: so many files of it are not sealed. */
  | { readonly kind: 'unsealed'; readonly files: number }
  /** In a sealed home: its content has another name than its file. */
  | { readonly kind: 'named-otherwise'; readonly stored: string }
