/** What the program puts where a person types, up to its end. */
const ENVELOPES = [
  'environment_context',
  'user_instructions',
  'INSTRUCTIONS',
  'permissions instructions',
  'permissions',
  'turn_aborted',
  'subagent_notification',
  'user_shell_command',
  'skill',
  'goal_context',
  'codex_internal_context',
  'recommended_plugins',
]
const STARTS = ['# AGENTS.md instructions', ...ENVELOPES.map((name) => `<${name}`)]
const ENVELOPE = new RegExp(`^<(${ENVELOPES.join('|')})(?: [^>]*)?>[^]*?</\\1>\\s*`)
const AGENTS = /^# AGENTS\.md instructions[^\n]*\s*<INSTRUCTIONS>[^]*?<\/INSTRUCTIONS>\s*/
const REQUEST = '## My request for Codex:'

/** What a person typed, of the text of a prompt: an editor puts its context in front of it. */
export function typedPrompt(text: string): string {
  const at = text.lastIndexOf(REQUEST)
  return (at < 0 ? text : text.slice(at + REQUEST.length)).trim()
}

/** The same, of a block of a raw model item, where injected text stands too. Empty when nobody typed it. */
export function typedInItem(text: string): string {
  let rest = text.trimStart()
  for (;;) {
    const match = ENVELOPE.exec(rest) ?? AGENTS.exec(rest)
    if (match === null) break
    rest = rest.slice(match[0].length)
  }
  return STARTS.some((start) => rest.startsWith(start)) ? '' : typedPrompt(rest)
}
