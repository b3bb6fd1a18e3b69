/** What the program itself puts where a person types. A tag within a prompt is the person's own text. */
const SYNTHETIC = [
  '<local-command-stdout>',
  '<local-command-stderr>',
  '<local-command-caveat>',
  'Caveat: The messages below',
  '<bash-stdout>',
  '<bash-stderr>',
  '<task-notification>',
  '<teammate-message',
  '<user-prompt-submit-hook>',
  '<session-start-hook>',
  '<tick>',
  '[Request interrupted by user',
  'This session is being continued from a previous conversation',
  'Stop hook feedback:',
]
const INJECTED = /^<(system-reminder|ide_opened_file|ide_selection)>[^]*?<\/\1>\s*/

/**
 * What a person typed, of a text that stands in a user record: notes that were put in front go, a command reads as it
 * was typed (`/review src`, `! git status`). Empty when nothing of it was typed.
 */
export function userText(text: string): string {
  let rest = text.replace(/^[\ufeff\s]+/, '')
  for (let match = INJECTED.exec(rest); match !== null; match = INJECTED.exec(rest))
    rest = rest.slice(match[0].length)
  if (rest === 'Warmup' || SYNTHETIC.some((start) => rest.startsWith(start))) return ''
  return commandText(rest) ?? rest.trimEnd()
}

/** The output of a command a person ran with `!`; undefined for any other text. */
export function shellOutput(text: string): string | undefined {
  const match = /^\s*<bash-stdout>([^]*?)<\/bash-stdout>\s*(?:<bash-stderr>([^]*?)<\/bash-stderr>)?/.exec(
    text,
  )
  if (match === null) return undefined
  return [match[1] ?? '', match[2] ?? ''].filter((part) => part.trim() !== '').join('\n')
}

function commandText(text: string): string | undefined {
  const input = /^<bash-input>([^]*?)<\/bash-input>/.exec(text)?.[1]
  if (input !== undefined) return `! ${input.trim()}`
  if (!/^<command-(name|message)>/.test(text)) return undefined
  const name = /<command-name>([^]*?)<\/command-name>/.exec(text)?.[1]?.trim()
  if (name === undefined || name === '') return undefined
  const args = /<command-args>([^]*?)<\/command-args>/.exec(text)?.[1]?.trim() ?? ''
  return `${name.startsWith('/') ? name : `/${name}`} ${args}`.trim()
}
