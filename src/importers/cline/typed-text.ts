import { replaceParts, taggedParts } from '../shared/tagged-parts.ts'

export interface TypedText {
  /** What a person typed. */
  readonly typed: readonly string[]
  /** What a tool said, of versions that send it as text. */
  readonly result: string
  /** It says whose result it is: what stood before belongs to another one. */
  readonly isResult: boolean
}

const TYPED = 'task|feedback|user_message|answer|user_input'
/** Put around what was typed, for the model. */
const CONTEXT =
  'environment_details|file_content|folder_content|explicit_instructions|mode_notice|slash_command|system-reminder|command_message'
const RESULT = /^\s*\[[\w-]+(?: for [^\n]*)?\] Result:/
const EMPTY = /^<user_input[^<>]*>\s*<\/user_input>$/
/** Words of the program to the model. */
const NOTICE = /^\s*\[(ERROR|TASK RESUMPTION|WARNING|NOTE)\b/

/**
 * Takes apart a text that was sent to the model.
 *
 * @param isAfterResult it stands behind what a tool said, or in it: of this only answers of a person were typed
 */
export function typedText(sent: string, isAfterResult: boolean): TypedText {
  const typed = [...taggedParts(sent, TYPED)]
    .map(({ inner }) => replaceParts(inner, CONTEXT).trim())
    .filter((text) => text !== '')
  const rest = replaceParts(sent, CONTEXT).trim()
  if (RESULT.test(sent)) return { typed, result: rest, isResult: true }
  if (isAfterResult) return { typed, result: typed.length > 0 ? '' : rest, isResult: false }
  const isNotTyped = rest === '' || NOTICE.test(rest) || EMPTY.test(rest)
  return { typed: typed.length > 0 || isNotTyped ? typed : [rest], result: '', isResult: false }
}
