const fenced = /^[^\n]*\nrecalled-([0-9a-z]+) begin\n([^]*)\nrecalled-\1 end$/i

/** What stands between the marks that `fenceRecalled` put; the text itself when there are none. */
export function unfenceRecalled(text: string): string {
  return fenced.exec(text)?.[2] ?? text
}
