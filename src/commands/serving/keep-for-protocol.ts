import { Writable } from 'node:stream'

/** Standard output, kept for the protocol. */
export interface ProtocolOut {
  /** Where the protocol goes. */
  readonly out: Writable
  /** Standard output is everybody's again. */
  readonly release: () => void
}

type WriteBytes = (bytes: Uint8Array, done: (error?: Error | null) => void) => boolean

/** The part of a process this is about. */
export interface OutputStreams {
  readonly stdout: Pick<NodeJS.WriteStream, 'write'>
  readonly stderr: Pick<NodeJS.WriteStream, 'write'>
}

/**
 * Keeps standard output for the protocol: whatever else in this process writes there, a library that logs too, goes to
 * standard error from now on. One stray line would be the end of the connection.
 */
export function keepForProtocol({ stdout, stderr }: OutputStreams): ProtocolOut {
  const { write } = stdout
  const out = new Writable({
    write: (chunk: Buffer, _, done) => void (write as WriteBytes).call(stdout, chunk, done),
  })
  // Each answer that waits to be taken listens.
  out.setMaxListeners(0)
  stdout.write = ((...given: Parameters<typeof stderr.write>) => stderr.write(...given)) as typeof write
  return {
    out,
    release: () => {
      stdout.write = write
    },
  }
}
