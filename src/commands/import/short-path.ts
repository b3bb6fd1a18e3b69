import { sep } from 'node:path'
import { displayWidth } from '../../text/display-width.ts'

/**
 * A path as a person reads it in a line: from the home folder on, and of a long one its end.
 *
 * @param home absolute; undefined when nobody knows
 * @param columns it may take
 */
export function shortPath(path: string, home: string | undefined, columns: number): string {
  const shown = home && path.startsWith(home + sep) ? `~${path.slice(home.length)}` : path
  if (displayWidth(shown) <= columns) return shown
  const kept: string[] = []
  let width = 1
  for (const character of Array.from(shown).reverse()) {
    width += displayWidth(character)
    if (width > columns) break
    kept.push(character)
  }
  return `…${kept.reverse().join('')}`
}
