import type { ResourceLink } from '@modelcontextprotocol/server'

/** The address of a session, or of some of its messages; positions are 0-based, both ends belong to it. */
export function sessionUri(name: string, messages?: { readonly from: number; readonly to: number }): string {
  const session = `session://${encodeURIComponent(name)}`
  return messages === undefined ? session : `${session}/messages/${messages.from}-${messages.to}`
}

/** A link to one message. */
export function messageLink(name: string, position: number, role: string): ResourceLink {
  return {
    type: 'resource_link',
    uri: sessionUri(name, { from: position, to: position }),
    name: `${name} #${position}`,
    description: role,
    mimeType: 'text/markdown',
  }
}
