/** What became of a conversation that a surface let go of. */
export type PutDown =
  | { readonly kind: 'nothing' }
  /** It is in its session. */
  | { readonly kind: 'saved'; readonly name: string }
  | { readonly kind: 'autosaved'; readonly name: string }
  /** It was too short to keep, or autosave is off: it is in the trash. */
  | { readonly kind: 'trashed' }
