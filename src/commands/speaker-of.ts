import type { RecordState } from '../conversation/record.ts'
import type { Catalogue } from '../text/catalogue.ts'
import { sanitiseLine } from '../text/sanitise.ts'

interface Spoken {
  readonly role: string
  readonly toolName: string | undefined
  readonly state: RecordState
}

/** Who said a message: its role, the tool behind a tool's answer, and why it is not in the window any more. */
export function speakerOf(message: Spoken, text: Catalogue): string {
  const tool = message.toolName === undefined ? '' : ` ${sanitiseLine(message.toolName)}`
  const state = message.state === 'live' ? '' : ` (${text.states[message.state]})`
  return `${sanitiseLine(message.role)}${tool}${state}`
}
