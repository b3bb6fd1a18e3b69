import type { MessageImage } from '../../conversation/message.ts'
import type { ImportedMessage } from '../importer.ts'
import { type Fields, fieldsOf, listOf, textOf } from '../shared/fields.ts'
import { callsMessage, type MakeMessage, messageMaker, thinkingMessage } from '../shared/message-maker.ts'
import { namedImage } from '../shared/named-image.ts'
import { timeOf } from '../shared/time-of.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))
const CALLS = words(
  `tool command use_mcp_server browser_action browser_action_launch new_task newTask use_subagents`,
)
const RESULTS = words(`command_output mcp_server_response browser_action_result subtask_result
  codebase_search_result user_feedback_diff subagent`)
/** Kinds that some version writes, and that say nothing of the conversation. */
const SILENT = words(`api_req_started api_req_finished api_req_retried api_req_retry_delayed api_req_deleted
  api_req_failed api_req_rate_limit_wait checkpoint_created checkpoint_saved checkpoint_restored error error_retry
  shell_integration_warning shell_integration_warning_with_suggestion mcp_server_request_started mcp_notification
  load_mcp_documentation info task_progress hook hook_status hook_output_stream diff_error deleted_api_reqs
  clineignore_error rooignore_error condense_context_error sliding_window_truncation generate_explanation
  conditional_rules_applied subagent_usage user_edit_todos too_many_tools_warning image resume_task
  resume_completed_task mistake_limit_reached auto_approval_max_req_reached condense summarize_task report_bug idle
  interactive_app invalid_model payment_required_prompt unauthorized_prompt promotion_model_sign_up_required_prompt
  mode_switch warning finishTask command_permission_denied tool_preparing`)

/** Whether a value is an entry of what a task showed. */
export function isShown(value: unknown): boolean {
  const { type, ts } = fieldsOf(value)
  return (type === 'say' || type === 'ask') && ts !== undefined
}

/** Reads the entries of what a task showed, one after the other. */
export interface UiMessages {
  /** Undefined for a kind of entry that no version writes. */
  read(entry: Fields): readonly ImportedMessage[] | undefined
}

export function uiMessages(): UiMessages {
  const seen = new Map<string, number>()
  let hasPrompt = false
  let completion = ''
  return {
    read(entry) {
      const { ts, type, partial } = entry
      const kind = textOf(entry['say']) ?? textOf(entry['ask'])
      if ((type !== 'say' && type !== 'ask') || kind === undefined) return undefined
      // It is still coming.
      if (partial === true) return []
      const at = timeOf(ts)
      const name = `${String(at)}:${type}:${kind}`
      const nth = seen.get(name) ?? 0
      seen.set(name, nth + 1)
      const make = messageMaker({ nativeId: at === undefined ? undefined : `${name}:${nth}`, at })
      const text = textOf(entry['text']) ?? ''
      const thought = thinkingMessage(make, textOf(entry['reasoning']) ?? '')
      // The task is what was typed first; later versions have a kind of its own for it.
      if (kind === 'task' || kind === 'user_feedback' || (kind === 'text' && type === 'say' && !hasPrompt)) {
        hasPrompt = true
        return prompt(entry, text, make)
      }
      if (kind === 'reasoning') return thinkingMessage(make, text)
      if (kind === 'completion_result') {
        // It is shown, and then asked about with the same words.
        if (text.trim() === '' || (type === 'ask' && text === completion)) return thought
        completion = text
        return [...thought, make({ role: 'assistant', content: text }, 'text')]
      }
      if (kind === 'text' || kind === 'followup' || kind === 'plan_mode_respond') {
        const content = saidIn(kind, text)
        return content.trim() === '' ? thought : [...thought, make({ role: 'assistant', content }, 'text')]
      }
      if (CALLS.has(kind)) return [...thought, ...callsMessage(make, [callOf(kind, text, name)])]
      if (RESULTS.has(kind)) return text === '' ? [] : [make({ role: 'tool', content: text }, 'tool-result')]
      const summary = textOf(fieldsOf(entry['contextCondense'])['summary'])
      if (kind === 'condense_context')
        return summary === undefined
          ? []
          : [make({ role: 'user', content: summary, meta: { is_summary: true } }, 'summary')]
      return SILENT.has(kind) ? thought : undefined
    },
  }
}

function prompt(entry: Fields, content: string, make: MakeMessage): readonly ImportedMessage[] {
  const images: readonly MessageImage[] = listOf(entry['images']).map((url, i) => namedImage(i + 1, { url }))
  if (content.trim() === '' && images.length === 0) return []
  return [make({ role: 'user', content, ...(images.length === 0 ? {} : { images }) }, 'text')]
}

/** A question and an answer in plan mode are written as JSON by later versions. */
function saidIn(kind: string, text: string): string {
  if (kind === 'text' || !text.startsWith('{')) return text
  const given = fieldsOf(jsonIn(text))
  return textOf(given['question']) ?? textOf(given['response']) ?? text
}

function callOf(kind: string, text: string, id: string) {
  const given = jsonIn(text)
  const { tool, toolName, ...rest } = fieldsOf(given)
  return {
    id,
    type: 'function',
    name: textOf(tool) ?? textOf(toolName) ?? kind,
    arguments: given === undefined ? { text } : rest,
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
