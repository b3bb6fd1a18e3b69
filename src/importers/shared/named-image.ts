import type { MessageImage } from '../../conversation/message.ts'

/**
 * An image of an imported message by its name: its bytes stay where they are.
 *
 * @param nth which image of its message it is, from 1
 */
export function namedImage(
  nth: number,
  given: { readonly type?: unknown; readonly name?: unknown; readonly url?: unknown },
): MessageImage {
  const { type, name, url } = given
  const inline = typeof url === 'string' ? /^data:([\w.+/-]+)[;,]/.exec(url)?.[1] : undefined
  const media = typeof type === 'string' && /^[\w.+/-]{1,80}$/.test(type) ? type : inline
  const ending = media?.split('/')[1]?.replace(/\+.*/, '') ?? 'image'
  return {
    ...(media === undefined ? {} : { media_type: media }),
    ...(typeof url === 'string' && inline === undefined && url.length < 2000 ? { url } : {}),
    file_name: typeof name === 'string' && name !== '' ? name : `image-${nth}.${ending}`,
  }
}
