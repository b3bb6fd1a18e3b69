import type { Message } from '../conversation/message.ts'

/** Parts of a message that may be long. */
const long = ['content', 'tool_calls', 'images'] as const
type Long = (typeof long)[number]

/** UTF-16 code units, or bytes of JSON, up to which a part stays in memory: leaving it on the disk takes as much. */
const short = 500

/** What reads the message of a stand-in; no key that is copied or written along. */
const reader = Symbol('reader')

interface StandIn {
  readonly [reader]: () => Message
}

/**
 * A message that leaves what is long in it on the disk, and reads it there each time it is asked for. Whoever looks at
 * it, copies it or writes it as JSON sees the same keys and values, in the same order.
 *
 * @param bytes of its JSON, about
 * @param read gives the message as it stands on the disk; what it throws is thrown to whoever asks
 */
export function messageOnDisk(message: Message, bytes: number, read: () => Message): Message {
  const left = long.filter((key) => isLong(message, key, bytes))
  if (left.length === 0) return message
  const light = {}
  Object.defineProperty(light, reader, { value: read })
  for (const [key, value] of Object.entries(message)) {
    const at = left.indexOf(key as Long)
    if (at < 0) Object.defineProperty(light, key, { value, enumerable: true })
    else Object.defineProperty(light, key, readers[key as Long])
  }
  return light as Message
}

function isLong(message: Message, key: Long, bytes: number): boolean {
  if (key === 'content') return message.content.length > short
  const rest = bytes - message.content.length
  return message[key] !== undefined && message[key] !== null && rest > 2 * short
}

/** The same functions for every message, so that the engine takes all of them for objects of one form. */
const readers: Readonly<Record<Long, PropertyDescriptor>> = {
  content: readerOf('content'),
  tool_calls: readerOf('tool_calls'),
  images: readerOf('images'),
}

function readerOf(key: Long): PropertyDescriptor {
  return {
    enumerable: true,
    get(this: StandIn): unknown {
      return this[reader]()[key]
    },
  }
}
