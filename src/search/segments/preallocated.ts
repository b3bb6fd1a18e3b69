/** An array with room for `length` values, each of which must be set before it is read. */
export function preallocated<T>(length: number): T[] {
  const values: T[] = []
  values.length = length
  return values
}
