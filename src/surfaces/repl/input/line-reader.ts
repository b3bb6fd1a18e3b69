/** What a reader of lines tells. */
export interface LineEvents {
  readonly onLine: (line: string) => void
  /** Ctrl-C. */
  readonly onInterrupt: () => void
  /** Once: the input is over, or {@link LineReader.close} was called. */
  readonly onClose: () => void
}

/** Reads lines from a terminal or a pipe, one after the other. */
export interface LineReader {
  /**
   * Shows a prompt, and lets a line come.
   *
   * @param kind `line` begins a message or command, `more` goes on with one, `answer` answers a question
   */
  prompt(prompt: string, kind: 'line' | 'more' | 'answer'): void
  /** Shows text above the line that is being typed; undefined where nothing can be shown there. */
  readonly tell?: (text: string) => void
  /** Puts away what was typed of a line, which is not told; the cursor stands on a new line. */
  discard(): void
  /** Keeps a message for the arrow keys. */
  remember(message: string): void
  close(): void
}
