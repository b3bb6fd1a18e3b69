import type { Container } from './container.ts'
import type { LinePrefix } from './flow-writer.ts'
import type { Paint } from './markdown-style.ts'

/** A container that is open, and what of it was shown. */
export interface OpenContainer {
  readonly container: Container
  /** What stands in front of an item: its number or its bullet, of as many columns as units. */
  readonly marker: string
  /** Its first line was begun. */
  isShown: boolean
}

/**
 * What stands in front of a line inside containers: a bar for each quote, and for each item its marker, once, then
 * as much space. It takes no more than half of the line; what stands deeper is not indented further.
 */
export function linePrefix(containers: readonly OpenContainer[], columns: number, quiet: Paint): LinePrefix {
  const limit = Math.floor(columns / 2) - 2
  let text = ''
  let width = 0
  for (const [i, { container, marker, isShown }] of containers.entries()) {
    const own = container.kind === 'quote' ? 2 : marker.length + 1
    const isNeeded = !isShown && container.kind === 'item' && i === containers.length - 1
    if (width + own > limit && !isNeeded) continue
    width += own
    if (container.kind === 'quote') text += `${quiet('│')} `
    else text += isShown ? ' '.repeat(own) : `${quiet(marker)} `
  }
  return { text, width }
}
