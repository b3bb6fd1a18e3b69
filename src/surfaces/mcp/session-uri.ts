/** The address of a session, or of some of its messages; positions are 0-based, both ends belong to it. */
export function sessionUri(name: string, messages?: { readonly from: number; readonly to: number }): string {
  const session = `session://${encodeURIComponent(name)}`
  return messages === undefined ? session : `${session}/messages/${messages.from}-${messages.to}`
}

/** The address of everything that was ever said in a conversation, by the id of its transcript. */
export function transcriptUri(id: string): string {
  return `transcript://${encodeURIComponent(id)}`
}

/** The address of the numbers about the store. */
export const statsUri = 'store://stats'
