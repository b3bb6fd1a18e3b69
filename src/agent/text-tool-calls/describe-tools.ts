import type { ToolSpec } from '../../models/model.ts'

/** What a model without calls of its own is told of the tools; `''` when there are none. */
export function describeTools(tools: readonly ToolSpec[]): string {
  if (tools.length === 0) return ''
  return [
    '# Tools',
    'You can use the tools below. To use one, write a call on a line of its own, in exactly this form, and not in a code block:',
    exampleOf(tools[0] ?? { name: 'tool', about: '', input: {} }),
    "`args` is a JSON object in single quotation marks; inside of it write &#39; for ' and &amp; for &. Write the calls, then stop: the results come in the next message. Never make up a result. When you need no tool, just answer.",
    ...tools.map(describeTool),
  ].join('\n\n')
}

function describeTool(tool: ToolSpec): string {
  const properties = Object.entries(recordIn(tool.input, 'properties'))
  const required = requiredOf(tool.input)
  const lines = properties.map(([name, schema]) => {
    const { type, description } = schema as { readonly type?: unknown; readonly description?: unknown }
    const kind = typeof type === 'string' ? type : 'any'
    const need = required.includes(name) ? ', required' : ''
    return `- ${name} (${kind}${need})${typeof description === 'string' ? `: ${description}` : ''}`
  })
  return [`## @${tool.name}`, tool.about, ...lines, `Example: ${exampleOf(tool)}`].join('\n')
}

function exampleOf({ name, input }: ToolSpec): string {
  const json = JSON.stringify(exampleArguments(input))
  const escaped = json.replaceAll('&', '&amp;').replaceAll("'", '&#39;').replaceAll('<', '&lt;')
  return `<tool_call name="@${name}" args='${escaped}' />`
}

/** The schema's own example, or the required properties with a value of the right kind. */
function exampleArguments(schema: Readonly<Record<string, unknown>>): unknown {
  const { examples } = schema
  if (Array.isArray(examples) && examples.length > 0) return examples[0] as unknown
  const properties = recordIn(schema, 'properties')
  return Object.fromEntries(requiredOf(schema).map((name) => [name, exampleValue(properties[name])]))
}

function exampleValue(schema: unknown): unknown {
  const fields = isRecord(schema) ? schema : {}
  const { examples, type } = fields
  if (Array.isArray(examples) && examples.length > 0) return examples[0] as unknown
  if (Array.isArray(fields['enum'])) return fields['enum'][0] as unknown
  if (type === 'number' || type === 'integer') return 1
  if (type === 'boolean') return true
  if (type === 'array') return []
  return type === 'object' ? exampleArguments(fields) : '…'
}

function requiredOf(schema: Readonly<Record<string, unknown>>): readonly string[] {
  const { required } = schema
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []
}

function recordIn(schema: Readonly<Record<string, unknown>>, key: string): Readonly<Record<string, unknown>> {
  const value = schema[key]
  return isRecord(value) ? value : {}
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
