import { basename, dirname, join } from 'node:path'

/** A file that another has taken the place of, under the name it has until nothing of it can be lost any more. */
export interface ReplacedName {
  /** The transcript that its lines belong to. */
  readonly transcript: string
  /** Byte offset behind the last whole line that was copied. */
  readonly from: number
}

const pattern = /^(.+)\.replaced-([0-9a-z]{1,11})-[\w-]{8,32}\.jsonl$/

/** Takes such a name apart; undefined when a path has another one. */
export function parseReplacedName(path: string): ReplacedName | undefined {
  const [, id, from] = pattern.exec(basename(path)) ?? []
  if (id === undefined || from === undefined) return undefined
  return { transcript: join(dirname(path), `${id}.jsonl`), from: Number.parseInt(from, 36) }
}

/**
 * The name is one of a side file, so that every reader reads the file, and whoever moves or removes the transcript takes it
 * along.
 *
 * @param random 8 to 32 letters, digits, `-` or `_`
 */
export function replacedName({ transcript, from }: ReplacedName, random: string): string {
  const stem = basename(transcript).slice(0, -'.jsonl'.length)
  return join(dirname(transcript), `${stem}.replaced-${from.toString(36)}-${random}.jsonl`)
}
