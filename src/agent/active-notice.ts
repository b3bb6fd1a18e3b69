import type { ChatCliError } from '../errors.ts'
import type { LiveNotice } from '../store/live-notice.ts'

/** What happened to the conversation a surface holds, to be told to the person. */
export type ActiveNotice =
  | LiveNotice
  /** It is an import, which grows with its source: what is said goes to a fork, of that name unless nothing is bound. */
  | {
      readonly kind: 'forked-import'
      readonly from: string
      readonly name: string | undefined
      /** The fork that was gone on with before; the import has more than that by now. */
      readonly earlier: string | undefined
    }
  /** The same, and the fork is the one that was gone on with before: nothing new has come. */
  | { readonly kind: 'on-with-fork'; readonly from: string; readonly name: string }
  /** Turns that were cut off by a crash; what had come of their answers is kept, marked partial. */
  | { readonly kind: 'cut-off'; readonly turns: number }
  /** What was said or changed could not be written: it holds, and is saved with what is said next. */
  | { readonly kind: 'change-not-saved'; readonly error: ChatCliError }
  /** The session file could not be written; the transcript has everything. */
  | { readonly kind: 'snapshot-failed'; readonly error: ChatCliError }
  /** Another surface made the session of that name first: the conversation goes on there, with what was said here. */
  | { readonly kind: 'joined'; readonly name: string }
  /** Another conversation got the name first, and this one could not join it: it goes on without a name. */
  | { readonly kind: 'name-taken'; readonly name: string }
  /** Without transcripts, the session file was changed elsewhere: what the disk had refused here was added behind. */
  | { readonly kind: 'kept-unsaved'; readonly messages: number }
