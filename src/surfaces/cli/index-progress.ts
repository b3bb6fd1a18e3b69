import type { IndexProgress } from '../../chatcli.ts'
import type { Catalogue } from '../../text/catalogue.ts'

/** Work that is done sooner needs no progress. */
const PATIENCE_MS = 500

/**
 * Shows on one line of a terminal how far the first index of a home got; the line is gone when it is done.
 *
 * @param write to the terminal
 */
export function indexProgress(
  write: (text: string) => void,
  now: () => number,
  text: Catalogue,
): (progress: IndexProgress) => void {
  const start = now()
  let isShown = false
  return ({ done, total, text: indexed }) => {
    const seconds = (now() - start) / 1000
    if (done < total && seconds * 1000 >= PATIENCE_MS) {
      isShown = true
      write(`\r\u001b[K${text.index.progress(done, total, indexed / 1e6 / seconds)}`)
    } else if (isShown && done >= total) write('\r\u001b[K')
  }
}
