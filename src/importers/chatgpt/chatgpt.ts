import type { Importer } from '../importer.ts'
import { exportImporter } from '../shared/export-importer.ts'
import { isFields } from '../shared/fields.ts'
import { readConversation } from './read-conversation.ts'

const NAME = /^conversations(-\d+|_\d+)?\.json$/i
/** Files that no other service's export has beside its conversations. */
const SIBLINGS = /^(chat\.html|export_manifest\.json|message_feedback\.json|shared_conversations\.json)$/

/** Others have a mapping too: this one is of messages that stand in a tree. */
const TREE = /"(create_time|author|parent|children|current_node)"\s*:/

/** ChatGPT: the export a person asks for, in one file or in many; each conversation is a tree. */
export const chatgpt: Importer = exportImporter({
  tool: 'chatgpt',
  label: 'ChatGPT',
  isExportName: (name) => NAME.test(name),
  hasOwnNames: true,
  isOurs: (head, name, siblings) =>
    (/"mapping"\s*:\s*\{/.test(head) && TREE.test(head)) ||
    (NAME.test(name) &&
      !/"(chat_messages|_id)"\s*:/.test(head) &&
      siblings().some((each) => SIBLINGS.test(each))),
  isConversation: (value) => isFields(value) && isFields(value['mapping']),
  read: readConversation,
})
