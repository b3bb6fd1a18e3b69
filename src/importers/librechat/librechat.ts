import type { Importer } from '../importer.ts'
import { exportImporter } from '../shared/export-importer.ts'
import { isConversation, readConversation } from './read-conversation.ts'

/** LibreChat: a file for each conversation that a person exports, as a list or as a tree. */
export const librechat: Importer = exportImporter({
  tool: 'librechat',
  label: 'LibreChat',
  isExportName: (name) => /^[^.].*\.json$/i.test(name),
  hasOwnNames: false,
  isOurs: (head) =>
    /"conversationId"\s*:/.test(head) && /"(exportAt|recursive|messageId|messagesTree)"\s*:/.test(head),
  isConversation,
  read: readConversation,
})
