import type { Mode } from '../../agent/turn.ts'
import type { ServedConversation } from './served-conversation.ts'
import type { ServedStatus } from './served-status.ts'

export interface CreateServed {
  /** Who asks: an opaque word of the surface, such as a hash of a token; `localPrincipal` over stdio. */
  readonly principal: string
  /** Absolute path. */
  readonly cwd: string
  /** One that the client names; random and opaque when not given. One that is there already is given back as it is. */
  readonly id?: string
  readonly mode?: Mode
}

/** All conversations of the clients of a server, live and kept. Made by `openServed`. */
export interface ServedConversations {
  create(request: CreateServed): Promise<ServedConversation>
  /** Live, or taken up again from what was kept of it; undefined for ids that are unknown, expired or another principal's. */
  find(id: string, principal: string): Promise<ServedConversation | undefined>
  /** Newest first, live and kept, of that principal. */
  list(filter: { readonly principal: string; readonly cwd?: string }): readonly ServedStatus[]
  /** Lets go of the live part; it can be found again. */
  close(id: string, principal: string): Promise<void>
  /** Forgets it, and moves its mirror to the trash; a session it is bound to stays. */
  delete(id: string, principal: string): Promise<boolean>
  /** The process ends: everything is put down. */
  leave(): Promise<void>
}

/** Whoever speaks over stdin and stdout: the person whose home it is. */
export const localPrincipal = 'local'
