/** An answer that is no success. */
export class ApiError extends Error {
  readonly status: number

  constructor(status: number, title: string) {
    super(title)
    this.status = status
  }
}

/** Milliseconds after which a request is given up. */
const patience = 8000

/**
 * Asks the server. Reads are tried a second time when the connection breaks, writes never: a hold that was placed twice
 * would block two berths.
 */
export async function ask<Answer>(path: string, init: RequestInit = {}): Promise<Answer> {
  const isRead = (init.method ?? 'GET') === 'GET'
  for (let attempt = 1; ; attempt++) {
    try {
      const response = await fetch(`/v1${path}`, { ...init, signal: AbortSignal.timeout(patience) })
      if (!response.ok) {
        const problem = (await response.json()) as { readonly title: string }
        throw new ApiError(response.status, problem.title)
      }
      return (await response.json()) as Answer
    } catch (error) {
      if (error instanceof ApiError || !isRead || attempt === 2) throw error
    }
  }
}
