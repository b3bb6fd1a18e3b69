/** What stands between the lines of a fence. */
export function unfenced(text: string): string | undefined {
  return /^recalled-(\w+) begin\n([^]*)\nrecalled-\1 end$/m.exec(text)?.[2]
}
