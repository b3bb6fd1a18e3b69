import type { ServerContext } from '@modelcontextprotocol/server'

/** Characters of an answer that are told at once, so that a slow client is not flooded. */
const pieceLength = 80

/**
 * Tells a client how far a call is, if it asked for that: each piece of what comes, with a number that grows.
 *
 * @returns takes text as it comes
 */
export function progressOf({ mcpReq }: ServerContext): (text: string) => void {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return () => undefined
  let progress = 0
  let piece = ''
  return (text) => {
    progress += text.length
    piece += text
    if (piece.length < pieceLength && !piece.includes('\n')) return
    const message = piece
    piece = ''
    const told = mcpReq.notify({
      method: 'notifications/progress',
      params: { progressToken, progress, message },
    })
    // A client that is gone is noticed by the call itself.
    told.catch(() => undefined)
  }
}
