import type { ServeRequest } from '../../commands/serve-request.ts'

/** Serves an editor over standard input and output until it leaves. @returns the exit code */
export function startAcp(_request: ServeRequest, _process: NodeJS.Process): Promise<number> {
  return Promise.resolve(0)
}
