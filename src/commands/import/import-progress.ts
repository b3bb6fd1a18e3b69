import type { ImportProgress } from '../../chatcli.ts'
import { cutToWidth } from '../../text/display-width.ts'
import type { CommandContext } from '../command.ts'
import { readableSize } from '../readable-size.ts'

/** Milliseconds between two looks at the progress. */
const PAUSE = 200
const CELLS = 20

/** Shows how far an import got: a bar, the rate, and how long it will take; undefined where nobody sees it. */
export function importProgress({
  showProgress,
  text,
  now,
  columns,
}: Pick<CommandContext, 'showProgress' | 'text' | 'now' | 'columns'>):
  | ((progress: ImportProgress) => void)
  | undefined {
  if (showProgress === undefined) return undefined
  const start = now()
  let shown = -Infinity
  return ({ label, doneBytes, totalBytes }) => {
    const at = now()
    if (at - shown < PAUSE) return
    shown = at
    const share = doneBytes / Math.max(1, totalBytes)
    const rate = doneBytes / Math.max(1, at - start)
    const left = Math.ceil((totalBytes - doneBytes) / Math.max(rate, 1e-9) / 1000)
    const time = left < 60 ? `${left} s` : `${Math.ceil(left / 60)} min`
    const full = Math.round(CELLS * share)
    const bar = `${'█'.repeat(full)}${'░'.repeat(CELLS - full)}`
    const rest = text.import.progress(
      label,
      Math.floor(100 * share),
      readableSize(Math.round(rate * 1000)),
      doneBytes === 0 ? '' : time,
    )
    // A line that is too long would not be taken away again.
    showProgress(cutToWidth(`${bar} ${rest}`, (columns ?? 80) - 1))
  }
}
