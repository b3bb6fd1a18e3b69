import type { Importer } from '../importer.ts'
import { exportImporter } from '../shared/export-importer.ts'
import { isFields } from '../shared/fields.ts'
import { readConversation } from './read-conversation.ts'

const NAME = /^conversations(-\d+|_\d+)?\.json$/i
const SIBLINGS = /^(users|projects|memories)\.json$/

/** Claude on the web, desktop and telephone: the export a person asks for. */
export const claudeAi: Importer = exportImporter({
  tool: 'claude-ai',
  label: 'Claude.ai',
  isExportName: (name) => NAME.test(name),
  hasOwnNames: true,
  isOurs: (head, name, siblings) =>
    /"chat_messages"\s*:\s*\[/.test(head) ||
    (NAME.test(name) && !/"(mapping|_id)"\s*:/.test(head) && siblings().some((each) => SIBLINGS.test(each))),
  isConversation: (value) => isFields(value) && Array.isArray(value['chat_messages']),
  read: readConversation,
})
