import { join } from 'node:path'
import type { StoreContext } from './store-context.ts'

/** Hex digits of a recall key: the published 16, and more where another text has those already. */
export const keyLengths: readonly [16, 32, 64] = [16, 32, 64]

const extension = '.ccr'

/** @param key a recall key; nothing else may become part of a path */
export function archiveFile({ home }: Pick<StoreContext, 'home'>, key: string): string {
  return join(home.ccr, `${key}${extension}`)
}

/** The key of a file of the archive; undefined for any other file. */
export function keyOfFile(name: string): string | undefined {
  const key = name.slice(0, -extension.length)
  return name.endsWith(extension) && isRecallKey(key) ? key : undefined
}

export function isRecallKey(text: string): boolean {
  return keyLengths.some((length) => length === text.length) && /^[0-9a-f]+$/.test(text)
}
