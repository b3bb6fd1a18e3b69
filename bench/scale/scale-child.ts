import { makeMarathon } from './make-marathon.ts'
import { makeStore } from './make-store.ts'

/**
 * A process of its own that makes a home, so that its memory is given back.
 *
 * @param args `store` or `marathon`, the corpus, the home, and sessions or bytes
 */
export async function scaleChild([
  what,
  corpus = '',
  home = '',
  size = '0',
]: readonly string[]): Promise<void> {
  if (what === 'store') await makeStore(corpus, home, Number(size))
  else makeMarathon(corpus, home, Number(size))
}
