/**
 * What tells a message by when it was said and what it says, where a copy of it has another id. It is like no id.
 *
 * @param createdAt ISO 8601
 * @param hash of the message, see `messageHash`
 */
export function saidKey(createdAt: string, hash: string): string {
  return `=${createdAt} ${hash.slice(0, 24)}`
}
