import type { TrashItem } from '../chatcli.ts'
import type { JsonObject } from './command.ts'

/** An entry of the trash, as programs get to see it. */
export function trashItemJson({ entry, name, id, reason, deletedAt, files, bytes }: TrashItem): JsonObject {
  return { entry, name, id, reason, deletedAt: new Date(deletedAt).toISOString(), files, bytes }
}
