import { ChatCliError } from '../errors.ts'

/**
 * A `fetch` that tells of every piece of a body, and refuses pages for people: a proxy's login, say, which a provider's
 * package would take for an empty answer.
 */
export function watchedFetch(fetch: typeof globalThis.fetch, onBytes: () => void): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    if (response.ok && /^text\/html/i.test(response.headers.get('content-type') ?? '')) {
      await response.body?.cancel()
      throw new ChatCliError('provider', 'The address of the provider shows a page instead of answering', {
        hint: 'Check the base URL; it usually ends with /v1.',
      })
    }
    if (response.body === null) return response
    const { status, statusText, headers } = response
    const tap = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        onBytes()
        controller.enqueue(chunk)
      },
    })
    return new Response(response.body.pipeThrough(tap), { status, statusText, headers })
  }
}
