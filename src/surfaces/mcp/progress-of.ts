import type { ServerContext } from '@modelcontextprotocol/server'

/** Characters of an answer that are told at once, so that a slow client is not flooded. */
const pieceLength = 80

/** Tells a client how far a call is. */
export interface Progress {
  /** Takes text as it comes. */
  tell(text: string): void
  /** Tells what was not told yet: nothing more comes for now. */
  flush(): void
}

/** Tells a client how far a call is, if it asked for that: each piece of what comes, with a number that grows. */
export function progressOf({ mcpReq }: ServerContext): Progress {
  const progressToken = mcpReq._meta?.progressToken
  let progress = 0
  let piece = ''
  const flush = (): void => {
    if (progressToken === undefined || piece === '') return
    progress += piece.length
    const params = { progressToken, progress, message: piece }
    piece = ''
    // A client that is gone is noticed by the call itself.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined)
  }
  return {
    tell(text) {
      piece += text
      if (piece.length >= pieceLength || piece.includes('\n')) flush()
    },
    flush,
  }
}
