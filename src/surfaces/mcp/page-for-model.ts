import type { PageOptions } from '../../search/search-result.ts'
import { cleaning } from './leaving.ts'
import type { McpWorld } from './mcp-world.ts'

/** How a page of a session is read for a client: none of a closed session, and without secrets. */
export function pageForModel({ settings, now }: McpWorld): PageOptions {
  const { hiddenSources, timeZone } = settings
  return {
    private: false,
    hiddenSources,
    now: now(),
    ...(timeZone === undefined ? {} : { timeZone }),
    ...cleaning(settings),
  }
}
