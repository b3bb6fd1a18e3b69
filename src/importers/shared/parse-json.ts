import { isDeeper } from './is-deeper.ts'

/** As in `createCappedJsonParser`: what calls itself for each level ends the program at some depth. */
const DEEPEST = 1000

/** The value of a JSON text. @throws SyntaxError when it is none, and when it is nested more than 1,000 levels deep */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  // Each level takes two characters.
  if (text.length > 2 * DEEPEST && isDeeper(value, DEEPEST))
    throw new SyntaxError('JSON: it is nested too deeply')
  return value
}
