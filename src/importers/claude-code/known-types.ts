import type { Fields } from '../shared/fields.ts'

/** What the tool writes, and is known to hold no conversation where it is not a message. */
const TYPES = new Set(
  `user assistant system attachment progress summary custom-title ai-title agent-name agent-color tag pr-link last-prompt
  mode permission-mode agent-setting file-history-snapshot queue-operation content-replacement bridge-session cost-state
  worktree-state saved_hook_context speculation-accept context-collapse-commit context-collapse-snapshot
  marble-origami-commit marble-origami-snapshot attribution-snapshot task-summary`.split(/\s+/),
)

export function isKnownType(line: Fields): boolean {
  return typeof line['type'] === 'string' && TYPES.has(line['type'])
}
