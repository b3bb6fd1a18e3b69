import type { AnyMessage, JsonRpcId, Stream } from '@agentclientprotocol/sdk/unstable'

/**
 * A stream that is not over before what was asked is answered: a script that writes its requests and closes its end gets
 * its answers.
 *
 * @param onEnd told when nothing comes any more, in front of the last answers
 */
export function answeringStream({ readable, writable }: Stream, onEnd: () => void): Stream {
  const asked = new Set<JsonRpcId>()
  let isOver = false
  let close: () => void = () => undefined
  const closeWhenAnswered = (): void => {
    if (isOver && asked.size === 0) close()
  }
  const source = readable.getReader()
  const sink = writable.getWriter()
  return {
    readable: new ReadableStream<AnyMessage>({
      start(controller) {
        close = () => {
          close = () => undefined
          controller.close()
        }
      },
      async pull(controller) {
        if (isOver) return
        const { value, done } = await source.read()
        if (!done) {
          if ('method' in value && 'id' in value) asked.add(value.id)
          controller.enqueue(value)
          return
        }
        isOver = true
        onEnd()
        closeWhenAnswered()
      },
      cancel: (reason) => source.cancel(reason),
    }),
    writable: new WritableStream<AnyMessage>({
      async write(message) {
        await sink.write(message)
        if (!('method' in message) && 'id' in message) asked.delete(message.id)
        closeWhenAnswered()
      },
    }),
  }
}
