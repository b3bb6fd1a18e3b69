import type { Settings } from '../../settings.ts'

/** Whether conversations of clients that nobody named are kept in rolling sessions. */
export function isMirrored({ autosave, mcpAutosave }: Pick<Settings, 'autosave' | 'mcpAutosave'>): boolean {
  return mcpAutosave ?? autosave
}
