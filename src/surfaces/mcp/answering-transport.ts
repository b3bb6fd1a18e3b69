import { PassThrough, type Readable } from 'node:stream'
import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type RequestId,
  type Transport,
} from '@modelcontextprotocol/server'

/**
 * A transport that answers what it was asked before it closes: `echo '{…}' | chatcli mcp-server` gets its answer. The
 * one of the SDK forgets what is running when its input ends.
 */
export class AnsweringTransport implements Transport {
  readonly #inner: Transport
  readonly #running = new Set<RequestId>()
  readonly #input = new PassThrough()
  #isInputOver = false
  /** Settled when nothing comes or goes any more. */
  readonly closed: Promise<void>
  #close: () => void = () => undefined
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: Transport['onmessage']

  /** @param open makes the transport that reads what this gives it */
  constructor(open: (input: Readable) => Transport, input: Readable) {
    this.closed = new Promise((resolve) => {
      this.#close = resolve
    })
    this.#inner = open(this.#input)
    input.pipe(this.#input, { end: false })
    const over = (): void => {
      // What was read is handed on first.
      if (this.#input.readableLength > 0) setImmediate(over)
      else {
        this.#isInputOver = true
        this.#endWhenAnswered()
      }
    }
    input.once('end', over).once('close', over).once('error', over)
  }

  async start(): Promise<void> {
    this.#inner.onmessage = (message, extra) => {
      // A stream of changes has no end of its own.
      if (isJSONRPCRequest(message) && message.method !== 'subscriptions/listen')
        this.#running.add(message.id)
      else if (isJSONRPCNotification(message) && message.method === 'notifications/cancelled')
        this.#answered(message.params?.['requestId'] as RequestId | undefined)
      this.onmessage?.(message, extra)
    }
    this.#inner.onerror = (error) => this.onerror?.(error)
    this.#inner.onclose = () => {
      this.#close()
      this.onclose?.()
    }
    await this.#inner.start()
  }

  async send(message: JSONRPCMessage, options?: Parameters<Transport['send']>[1]): Promise<void> {
    await this.#inner.send(message, options)
    if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) this.#answered(message.id)
  }

  async close(): Promise<void> {
    await this.#inner.close()
  }

  #answered(id: RequestId | undefined): void {
    if (id !== undefined) this.#running.delete(id)
    this.#endWhenAnswered()
  }

  #endWhenAnswered(): void {
    if (this.#isInputOver && this.#running.size === 0) this.#input.end()
  }
}
