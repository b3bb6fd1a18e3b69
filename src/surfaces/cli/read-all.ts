import { ChatCliError } from '../../errors.ts'
import type { Catalogue } from '../../text/catalogue.ts'

/** Everything a stream brings, as text. @throws ChatCliError `damaged` when it is not UTF-8 */
export async function readAll(stream: AsyncIterable<Uint8Array | string>, text: Catalogue): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let all = ''
  try {
    for await (const part of stream) {
      all += typeof part === 'string' ? part : decoder.decode(part, { stream: true })
    }
    return all + decoder.decode()
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause
    throw new ChatCliError('damaged', text.inputNotText('-'), { hint: text.inputNotTextHint, cause })
  }
}
