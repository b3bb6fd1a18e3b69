import { statsUri } from '../session-uri.ts'

/** What a resource address of this server names. */
export type ResourcePlace =
  | { readonly kind: 'session'; readonly name: string }
  | { readonly kind: 'messages'; readonly name: string; readonly from: number; readonly to: number }
  | { readonly kind: 'transcript'; readonly id: string }
  | { readonly kind: 'stats' }

const messages = /^session:\/\/([^/?#]+)\/messages\/(\d{1,9})-(\d{1,9})$/
const session = /^session:\/\/([^/?#]+)\/?$/
const transcript = /^transcript:\/\/([^/?#]+)\/?$/

/** Undefined for an address that names nothing of this server. */
export function parseUri(uri: string): ResourcePlace | undefined {
  if (uri === statsUri) return { kind: 'stats' }
  const [, ofMessages, from = '', to = ''] = messages.exec(uri) ?? []
  if (ofMessages !== undefined) {
    const name = decoded(ofMessages)
    return name === undefined ? undefined : { kind: 'messages', name, from: Number(from), to: Number(to) }
  }
  const name = decoded(session.exec(uri)?.[1])
  if (name !== undefined) return { kind: 'session', name }
  const id = decoded(transcript.exec(uri)?.[1])
  return id === undefined ? undefined : { kind: 'transcript', id }
}

function decoded(part: string | undefined): string | undefined {
  try {
    return part === undefined ? undefined : decodeURIComponent(part)
  } catch {
    return undefined
  }
}
