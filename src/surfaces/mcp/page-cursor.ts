import { createHash } from 'node:crypto'
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'

const checkLength = 6

/**
 * An opaque cursor: where a list goes on. The same place gives the same cursor, also after a restart.
 *
 * @param list what is listed, and how it is filtered: a cursor of another list is none of this
 */
export function pageCursor(list: string, place: readonly (string | number)[]): string {
  const body = Buffer.from(JSON.stringify(place))
  return Buffer.concat([checkOf(list, body), body]).toString('base64url')
}

/**
 * Where a list goes on; undefined at its start, which no cursor and the empty one stand for.
 *
 * @throws ProtocolError `-32602` for a cursor that this list did not give
 */
export function placeOf(list: string, cursor: string | undefined): readonly unknown[] | undefined {
  if (cursor === undefined || cursor === '') return undefined
  const bytes = Buffer.from(cursor, 'base64url')
  const body = bytes.subarray(checkLength)
  const isOwn =
    bytes.toString('base64url') === cursor && checkOf(list, body).equals(bytes.subarray(0, checkLength))
  if (!isOwn) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid cursor')
  return JSON.parse(body.toString()) as readonly unknown[]
}

function checkOf(list: string, body: Uint8Array): Buffer {
  return createHash('sha256').update(`${list}\n`).update(body).digest().subarray(0, checkLength)
}
