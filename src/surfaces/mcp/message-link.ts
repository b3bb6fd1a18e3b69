import type { ResourceLink } from '@modelcontextprotocol/server'
import { sessionUri } from './session-uri.ts'

/** A link to one message. */
export function messageLink(name: string, position: number, role: string): ResourceLink {
  return {
    type: 'resource_link',
    uri: sessionUri(name, { from: position, to: position }),
    name: `${name} #${position}`,
    description: role,
    mimeType: 'text/plain',
  }
}
