import { exportJsonl } from './export-jsonl.ts'
import { exportMarkdown } from './export-markdown.ts'
import { exportShareGpt } from './export-sharegpt.ts'
import type { ConversationRecord } from './record.ts'

/** `md` is for reading, `jsonl` loses nothing, `sharegpt` is what tools that train and judge models read. */
export type ExportFormat = 'md' | 'jsonl' | 'sharegpt'

/** Everything ever said, as text; JSON Lines and ShareGPT form can be saved as a session again. */
export function exportRecord(record: ConversationRecord, format: ExportFormat): string {
  switch (format) {
    case 'md':
      return exportMarkdown(record)
    case 'sharegpt':
      return exportShareGpt(record)
    default:
      return exportJsonl(record)
  }
}
