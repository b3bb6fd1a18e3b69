import { isDeeper } from './is-deeper.ts'

/** Levels that what was given to a tool may have: the functions that write and hash it call themselves for each. */
const DEEPEST = 500

/** A JSON value; an empty object in the place of one that is nested so deeply that it could not be written again. */
export function boundedDepth(value: unknown): unknown {
  return isDeeper(value, DEEPEST) ? {} : value
}
