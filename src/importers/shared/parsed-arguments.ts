/** What a tool was given: the value of a JSON text, which may be no JSON, or of anything else the value itself. */
export function parsedArguments(given: unknown): unknown {
  if (typeof given !== 'string') return given ?? {}
  try {
    return JSON.parse(given)
  } catch {
    return { input: given }
  }
}
