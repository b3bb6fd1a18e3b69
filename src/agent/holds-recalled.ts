const begin = /^recalled-([0-9a-z]+) begin$/im

/** Whether there is text in it that `fenceRecalled` marked. */
export function holdsRecalled(text: string): boolean {
  return begin.test(text)
}
