import type { ImportedMessage, ImportFacts } from '../importer.ts'
import type { Fields } from './fields.ts'

/** A conversation of an export, whole. */
export interface ExportedConversation {
  readonly facts: ImportFacts
  /** First what was shown last, from its beginning to its end, then what was left behind. */
  readonly messages: readonly ImportedMessage[]
}

/** What tells the exports of one service from those of another. */
export interface ExportFormat {
  readonly tool: string
  readonly label: string
  /** Whether a file of an archive is called as those that hold conversations. */
  isExportName(name: string): boolean
  /** They are looked for in the folders among the downloads too: their names tell them from anything else. */
  readonly hasOwnNames: boolean
  /**
   * Whether a JSON file is one of these.
   *
   * @param head the names of members in its first 64 KiB, each between quotes, with its colon and the bracket behind it
   * @param siblings names beside it
   */
  isOurs(head: string, name: string, siblings: () => readonly string[]): boolean
  isConversation(value: unknown): boolean
  /** @param unknown told of what no known version writes */
  read(conversation: Fields, unknown: (kind: unknown) => void): ExportedConversation
}
