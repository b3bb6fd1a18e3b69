import type { AttachmentHolder } from '../../contexts/attachment-holder.ts'
import type { ContextsApi, WorkOptions } from '../../contexts/contexts-api.ts'
import type { CommandContext } from '../command.ts'
import { readableSize } from '../readable-size.ts'

/** What a verb about contexts works with. */
export interface ContextCommandContext extends CommandContext {
  /** The conversation at hand, in the chat. */
  readonly attachments?: AttachmentHolder | undefined
  /** Tokens that the model takes, where that is known. */
  readonly window?: number | undefined
  readonly signal?: AbortSignal | undefined
}

export function contextsOf({ chatcli }: ContextCommandContext): Promise<ContextsApi> {
  return chatcli.contexts()
}

/** How work that takes long is shown and stopped. The line is gone when `done` was called. */
export function workOf({
  signal,
  showProgress,
  text,
  now,
}: ContextCommandContext): WorkOptions & { done(): void } {
  let isShown = false
  let last = now()
  return {
    signal,
    onProgress({ done, total, bytes }) {
      // What is over at once needs no line, and a line that cannot be read is none.
      if (showProgress === undefined || now() - last < PAUSE_MS) return
      last = now()
      isShown = true
      const count = (number: number): string => number.toLocaleString('en').replaceAll(',', ' ')
      showProgress(
        text.context.reading(
          count(done),
          total === undefined ? undefined : count(total),
          readableSize(bytes),
        ),
      )
    },
    done() {
      if (isShown) showProgress?.('')
    },
  }
}

const PAUSE_MS = 250
