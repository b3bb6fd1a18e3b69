/** A message in the making. */
export interface JoinedLines {
  readonly text: string
  /** More lines belong to it: the last one ends in a backslash, or a block of code is open. */
  readonly isOpen: boolean
}

/**
 * Adds a line to a message. A line that ends in a backslash is followed by another one, and the backslash goes (two of
 * them are an end like any other). A line that begins with three backticks opens a block, which goes to the next line
 * of backticks alone; inside it a backslash is only a backslash.
 *
 * @param before what there is of the message, without the backslash that asked for this line
 */
export function joinLine(before: string | undefined, line: string): JoinedLines {
  const text = before === undefined ? line : `${before}\n${line}`
  // What was put in with several lines at once is whole, unless it stands in a block.
  const canOpen = !line.includes('\n') || (before !== undefined && hasOpenBlock(before))
  if (canOpen && hasOpenBlock(text)) return { text, isOpen: true }
  if (!/(?<!\\)(?:\\\\)*\\$/.test(line)) return { text, isOpen: false }
  return { text: text.slice(0, -1), isOpen: true }
}

function hasOpenBlock(text: string): boolean {
  let isOpen = false
  for (const line of text.split('\n')) {
    const fence = line.trim()
    if (isOpen) isOpen = !/^`{3,}$/.test(fence)
    // What is closed on its own line is no block.
    else isOpen = /^`{3,}[^`]*$/.test(fence)
  }
  return isOpen
}
