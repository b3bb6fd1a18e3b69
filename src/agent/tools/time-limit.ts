import { createContext, Script } from 'node:vm'

/** What runs out of time. */
export const outOfTime: unique symbol = Symbol('out of time')

/**
 * Makes a way to run synchronous work that is broken off after `ms` milliseconds, in the middle of a regular expression
 * too, which nothing else in one thread can stop.
 */
export function createTimeLimit(ms: number): <T>(work: () => T) => T | typeof outOfTime {
  const script = new Script('work()')
  const context = createContext({ work: undefined as unknown })
  return <T>(work: () => T) => {
    context['work'] = work
    try {
      return script.runInContext(context, { timeout: ms }) as T
    } catch (error) {
      if (isTimeout(error)) return outOfTime
      throw error
    } finally {
      context['work'] = undefined
    }
  }
}

function isTimeout(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  )
}
