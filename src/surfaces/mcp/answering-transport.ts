import { PassThrough, type Readable } from 'node:stream'
import {
  isJSONRPCRequest,
  isJSONRPCResponse,
  type JSONRPCMessage,
  ProtocolErrorCode,
  type RequestId,
  type Transport,
} from '@modelcontextprotocol/server'

/**
 * A transport that answers what it was asked before it closes: `echo '{…}' | chatcli mcp-server` gets its answer. The
 * one of the SDK forgets what is running when its input ends.
 */
export class AnsweringTransport implements Transport {
  readonly #inner: Transport
  readonly #source: Readable
  /** What the client asked, and what it was asked. */
  readonly #running = new Set<RequestId>()
  readonly #asked = new Set<RequestId>()
  readonly #input = new PassThrough()
  #isInputOver = false
  /** Settled when nothing comes or goes any more. */
  readonly closed: Promise<void>
  #close: () => void = () => undefined
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: Transport['onmessage']

  readonly #hear: (message: JSONRPCMessage) => void

  /**
   * @param open makes the transport that reads what this gives it
   * @param hear is told of each message of the client
   */
  constructor(
    open: (input: Readable) => Transport,
    input: Readable,
    hear: (message: JSONRPCMessage) => void = () => undefined,
  ) {
    this.#hear = hear
    this.closed = new Promise((resolve) => {
      this.#close = resolve
    })
    this.#inner = open(this.#input)
    this.#source = input
    input.pipe(this.#input, { end: false })
    const over = (): void => {
      // What was read is handed on first.
      if (this.#input.readableLength > 0) setImmediate(over)
      else {
        this.#isInputOver = true
        for (const id of this.#asked) this.#giveUp(id)
        this.#endWhenAnswered()
      }
    }
    input.once('end', over).once('close', over).once('error', over)
  }

  async start(): Promise<void> {
    Object.assign<Transport, Pick<Transport, 'onmessage' | 'onerror' | 'onclose'>>(this.#inner, {
      onmessage: (message, extra) => {
        this.#note(message)
        this.#hear(message)
        this.onmessage?.(message, extra)
      },
      onerror: (error) => this.onerror?.(error),
      onclose: () => {
        // Else a client that is still there would keep this process.
        this.#source.unpipe(this.#input)
        this.#source.pause()
        this.#close()
        this.onclose?.()
      },
    })
    await this.#inner.start()
  }

  async send(message: JSONRPCMessage, options?: Parameters<Transport['send']>[1]): Promise<void> {
    if (isJSONRPCRequest(message)) this.#asked.add(message.id)
    await this.#inner.send(message, options)
    if (isJSONRPCResponse(message)) this.#answered(message.id)
    else if (isJSONRPCRequest(message) && this.#isInputOver) this.#giveUp(message.id)
  }

  async close(): Promise<void> {
    await this.#inner.close()
  }

  #note(message: JSONRPCMessage): void {
    if (isJSONRPCResponse(message)) {
      if (message.id !== undefined) this.#asked.delete(message.id)
    } else if (message.method === 'notifications/cancelled') {
      this.#answered(message.params?.['requestId'] as RequestId | undefined)
      // A stream of changes has no end of its own.
    } else if (isJSONRPCRequest(message) && message.method !== 'subscriptions/listen') {
      this.#running.add(message.id)
    }
  }

  /** Nobody answers any more. */
  #giveUp(id: RequestId): void {
    this.#asked.delete(id)
    const error = { code: ProtocolErrorCode.InternalError, message: 'The client ended its input' }
    setImmediate(() => this.onmessage?.({ jsonrpc: '2.0', id, error }))
  }

  #answered(id: RequestId | undefined): void {
    if (id !== undefined) this.#running.delete(id)
    this.#endWhenAnswered()
  }

  #endWhenAnswered(): void {
    if (this.#isInputOver && this.#running.size === 0) this.#input.end()
  }
}
