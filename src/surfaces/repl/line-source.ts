/** Where the lines come from that a person types. */
export interface LineSource {
  /** Shows a prompt and waits for a line; undefined at the end of the input. */
  read(prompt: string): Promise<string | undefined>
  /**
   * Asks a question. In a terminal only what is typed after it is an answer, so that a line that was typed or pasted
   * ahead never allows anything.
   *
   * @returns `''` for Ctrl-C, which is told to the listener too, and at the end of the input
   */
  ask(question: string): Promise<string>
  /** Shows text above the line that is being typed; undefined where nothing can be shown there. */
  readonly tell?: ((text: string) => void) | undefined
  /** Tells of Ctrl-C while no line is being read, and of {@link close}, until the answer is called. */
  onInterrupt(listener: () => void): () => void
  /** Ends what is under way, and the input. */
  close(): void
}
