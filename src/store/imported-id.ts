import { sha256 } from '../conversation/message-hash.ts'

const IMPORTED = /^im-[0-9a-f]{32}$/

/** The id of the session that a conversation of another tool becomes. */
export function importedId(tool: string, conversation: string): string {
  return `im-${sha256(`${tool}\n${conversation}`).slice(0, 32)}`
}

/** Whether a session is an import, which goes on growing with its source: whoever goes on with it does so in a fork. */
export function isImportedId(id: string): boolean {
  return IMPORTED.test(id)
}
