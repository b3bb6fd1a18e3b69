import type { LoadNote } from './load-note.ts'

/** What happened to a conversation elsewhere, to be told to the person. */
export type LiveNotice =
  | LoadNote
  | { readonly kind: 'deleted-elsewhere'; readonly name: string }
  | { readonly kind: 'renamed-elsewhere'; readonly from: string; readonly to: string }
  | { readonly kind: 'caught-up'; readonly messages: number }
