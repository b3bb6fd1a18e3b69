/** An array with room for `length` values; what was not set is undefined. */
export function preallocated<T>(length: number): T[] {
  return Array<T>(length)
}
