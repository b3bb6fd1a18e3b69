import { sha256 } from '../../conversation/message-hash.ts'
import { isSafeName, suggestName } from '../../store/session-name.ts'
import { localPrincipal } from './local-principal.ts'

/** So that the number of a later one still fits. */
const LONGEST = 100

/**
 * What the rolling session of a conversation is called: `mcp-<id>`. An id that no session can be called, and one of a
 * client that comes from elsewhere, gets a name that looks like it, with a few digits that are its own.
 */
export function mirrorName(id: string, principal: string): string {
  const name = `mcp-${id}`
  if (principal === localPrincipal && name.length <= LONGEST && isSafeName(name)) return name
  const digits = sha256(`${principal}\0${id}`).slice(0, 10)
  return `mcp-${suggestName(id).slice(0, 60)}-${digits}`
}
