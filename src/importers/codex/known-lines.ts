import type { RolloutLine } from './rollout-lines.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

/** Kinds of lines and events that the known versions write. */
const LINES =
  words(`session_meta turn_context response_item event_msg compacted world_state inter_agent_communication
  token_usage_record`)
const EVENTS =
  words(`user_message agent_message agent_message_delta agent_reasoning agent_reasoning_raw_content
  agent_reasoning_section_break token_count task_started turn_started task_complete turn_complete turn_aborted
  thread_rolled_back context_compacted entered_review_mode exited_review_mode thread_settings_applied
  thread_name_updated item_started item_completed exec_command_begin exec_command_end mcp_tool_call_begin
  mcp_tool_call_end patch_apply_begin patch_apply_end web_search_begin web_search_end error stream_error warning
  turn_diff plan_update background_event session_configured undo_started undo_completed`)
const ITEMS =
  words(`message reasoning function_call function_call_output custom_tool_call custom_tool_call_output
  local_shell_call local_shell_call_output web_search_call tool_search_call tool_search_output image_generation_call
  compaction ghost_snapshot other`)

/** Whether a line is of a kind that is known; others are counted, and hold nothing that can be told. */
export function isKnownLine({ type, payload }: RolloutLine): boolean {
  const kind = String(payload['type'])
  if (type === 'event_msg') return EVENTS.has(kind)
  return type === 'response_item' ? ITEMS.has(kind) : LINES.has(type)
}
