/** Where the lines come from that a person types. */
export interface LineSource {
  /** Shows a prompt and waits for a line; undefined at the end of the input. */
  read(prompt: string): Promise<string | undefined>
  /** Tells of Ctrl-C while no line is being read, until the answer is called. */
  onInterrupt(listener: () => void): () => void
  close(): void
}
