/** How the beginnings of turns look in a text: all of one text look alike. */
export type HeadStyle = `#${number}` | 'bold' | 'colon'

export interface TurnHead {
  readonly style: HeadStyle
  readonly role: 'user' | 'assistant' | 'system' | 'tool'
  /** What stands behind it on its line. */
  readonly rest: string
  /** A time that stands in it, ISO 8601. */
  readonly time: string | undefined
}

const NAMES: Readonly<Record<TurnHead['role'], string>> = {
  user: 'user|human|you|me|prompt|question|q|usuário|usuario|você|humano|pergunta|tú',
  assistant:
    'assistant|ai|chatgpt|gpt[\\w.-]*|claude[\\w .-]*|gemini[\\w .-]*|copilot|bot|model|response|answer|a|assistente|asistente|resposta|respuesta|llm',
  system: 'system|sistema|developer',
  tool: 'tool|function|ferramenta|herramienta',
}
const ROLES = Object.entries(NAMES).map(
  ([role, names]) => [role as TurnHead['role'], new RegExp(`^(?:${names})$`, 'iu')] as const,
)
const HEADING = /^(#{1,6})\s+(?:#\d+\s+)?(.{1,120})$/u
const BOLD = /^(?:\*\*|__)(.{1,40}?):?(?:\*\*|__):?\s*([^]*)$/u
const COLON = /^([\p{L}][\p{L}\w .-]{0,24}):(?:\s+([^]*))?$/u
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)/

/** The beginning of a turn, when a line is one. */
export function turnHead(line: string): TurnHead | undefined {
  const heading = HEADING.exec(line)
  if (heading !== null) {
    // What follows the role in a heading is a time, the name of a model or of a tool.
    const [name = '', ...more] = (heading[2] ?? '').split(/\s*(?:[:(@[]|\s[—–-]\s|\ssaid\b)/u)
    const role = roleOf(name)
    const time = TIME.exec(heading[2] ?? '')?.[0]
    return role === undefined || more.length > 4
      ? undefined
      : { style: `#${heading[1]?.length ?? 1}`, role, rest: '', time }
  }
  const [style, match] =
    line.startsWith('**') || line.startsWith('__')
      ? (['bold', BOLD.exec(line)] as const)
      : (['colon', COLON.exec(line)] as const)
  const role = match === null ? undefined : roleOf(match[1] ?? '')
  return role === undefined ? undefined : { style, role, rest: match?.[2] ?? '', time: undefined }
}

/** Whether a text begins as a conversation: both sides speak, in one style. */
export function isTranscript(text: string): boolean {
  const seen = new Map<HeadStyle, Set<TurnHead['role']>>()
  for (const line of text.split('\n')) {
    const head = turnHead(line.trimEnd())
    if (head === undefined) continue
    const roles = (seen.get(head.style) ?? new Set()).add(head.role)
    seen.set(head.style, roles)
    if (roles.has('user') && roles.has('assistant')) return true
  }
  return false
}

function roleOf(name: string): TurnHead['role'] | undefined {
  // Pictures and digits in front of a name are ornament.
  const word = name.replace(/^[^\p{L}]+/u, '').trim()
  return ROLES.find(([, names]) => names.test(word))?.[0]
}
