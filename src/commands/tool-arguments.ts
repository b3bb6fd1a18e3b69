/** A call of the tool: its command word, trimmed and in lower case, and its arguments as they came. */
export interface ToolCallArguments {
  /** Undefined when there is none. */
  readonly command: string | undefined
  readonly values: Readonly<Record<string, unknown>>
  /** Words of the argument form that stand before the first flag. */
  readonly bare: string
}

/** The words, joined, are no JSON although they begin like it. */
export interface BrokenArguments {
  readonly problem: string
}

/** These take no value: the word behind one is not its own. */
const switches: ReadonlySet<string> = new Set(['strict'])

/**
 * Reads what a model wrote, leniently: a JSON object with `cmd` and its arguments in `args` or beside it, an object
 * without `cmd` (a search), or words as in `search rate limiter --limit 5`. `--key=value` works, a key that is repeated
 * gives a list, `null` is absent.
 */
export function toolArguments(argv: readonly string[]): ToolCallArguments | BrokenArguments {
  const line = argv.join(' ').trim()
  if (!line.startsWith('{')) return fromWords(line)
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
  return fromObject(value as Record<string, unknown>)
}

function fromObject(object: Record<string, unknown>): ToolCallArguments {
  const { cmd, args, ...flat } = present(object)
  const command = typeof cmd === 'string' ? cmd.trim().toLowerCase() : (JSON.stringify(cmd) ?? '')
  const inner = argumentsIn(args) ?? { values: flat, bare: '' }
  const isSearch = command === '' && (Object.keys(inner.values).length > 0 || inner.bare !== '')
  return { command: isSearch ? 'search' : command || undefined, ...inner }
}

/** Some models write the inner object as a string, or just the one argument there is. */
function argumentsIn(args: unknown): Omit<ToolCallArguments, 'command'> | undefined {
  if (typeof args === 'string') {
    try {
      return argumentsIn(JSON.parse(args)) ?? { values: {}, bare: args }
    } catch {
      return { values: {}, bare: args }
    }
  }
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return undefined
  return { values: present(args as Record<string, unknown>), bare: '' }
}

function present(object: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null))
}

function fromWords(line: string): ToolCallArguments {
  const [, command = '', rest = ''] = /^(\S*)\s*([^]*)$/.exec(line) ?? []
  const found = new Map<string, (string | true)[]>()
  let bare: string[] = []
  let key: string | undefined
  let words: string[] = []
  const finish = (): void => {
    if (key === undefined) bare = [...bare, ...words]
    else found.set(key, [...(found.get(key) ?? []), words.length === 0 ? true : unquoted(words.join(' '))])
    words = []
  }
  for (const word of rest.split(/\s+/).filter((part) => part !== '')) {
    const flag = /^--([a-z][\w-]*)(?:=([^]*))?$/i.exec(word)
    if (flag === null) {
      words.push(word)
      continue
    }
    finish()
    key = flag[1]?.toLowerCase() ?? ''
    if (flag[2] !== undefined) words.push(flag[2])
    if (switches.has(key)) {
      finish()
      key = undefined
    }
  }
  finish()
  const values = Array.from(found, ([name, all]) => [name, all.length > 1 ? all : all[0]] as const)
  return {
    command: command.toLowerCase() || undefined,
    values: Object.fromEntries(values),
    bare: bare.join(' '),
  }
}

function unquoted(value: string): string {
  return /^(["'])([^]*)\1$/.exec(value)?.[2] ?? value
}
