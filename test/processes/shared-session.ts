import { join } from 'node:path'
import { createRealDisk } from '../../src/disk/real-disk.ts'
import { homePaths } from '../../src/store/home-paths.ts'
import type { LiveConversation } from '../../src/store/live-conversation.ts'
import { newLive } from '../../src/store/open-live.ts'
import { type StoreContext, testContext } from '../../src/store/store-context.ts'

export interface SharedSession {
  /** Absolute path of the home. */
  readonly home: string
  readonly context: StoreContext
  /** Saved as `shared`, with nothing said in it, and closed. */
  readonly live: LiveConversation
}

/** A session that several processes are to write, in a home of its own below a folder. */
export function sharedSession(folder: string): SharedSession {
  const home = join(folder, 'home')
  const context = testContext(createRealDisk(), { home: homePaths(home) })
  const live = newLive(context, { name: 'shared' })
  live.begin()
  live.save()
  live.close()
  return { home, context, live }
}
