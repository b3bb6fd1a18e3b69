import { isFields } from '../shared/fields.ts'

export interface ToolUse {
  readonly id: string | undefined
  readonly name: string
  readonly given: unknown
  /** Undefined while there is none. */
  readonly result: string | undefined
}

/** What an answer says beside its words: it stands among them as HTML that only the web page folds away. */
export interface Details {
  readonly reasoning: readonly string[]
  readonly calls: readonly ToolUse[]
  /** The words. */
  readonly rest: string
}

const DETAILS = /<details((?:\s[\w-]+="[^"]*")*)\s*>([^]*?)<\/details>\n*/g
const ATTRIBUTE = /\s([\w-]+)="([^"]*)"/g
const SUMMARY = /^\s*<summary>[^<]*<\/summary>\n?/
const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
  '&#39;': "'",
  '&amp;': '&',
}

/** Takes an answer apart. What a model itself wrote as HTML stays in its words. */
export function readDetails(text: string): Details {
  const reasoning: string[] = []
  const calls: ToolUse[] = []
  // Behind the last end there is nothing to look for, and much to look through.
  const end = text.lastIndexOf('</details>') + '</details>\n\n'.length
  if (!text.includes('<details') || !text.includes('</details>')) return { reasoning, calls, rest: text }
  const rest = text.slice(0, end).replaceAll(DETAILS, (whole: string, head: string, inside: string) => {
    const attributes = new Map(
      [...head.matchAll(ATTRIBUTE)].map(([, name = '', value = '']) => [name, plain(value)]),
    )
    const body = inside.replace(SUMMARY, '').trim()
    switch (attributes.get('type')) {
      case 'reasoning':
        reasoning.push(plain(body.replaceAll(/^> ?/gm, '')))
        return ''
      case 'tool_calls':
        calls.push({
          id: attributes.get('id'),
          name: attributes.get('name') ?? 'tool',
          given: parsed(attributes.get('arguments') ?? '{}'),
          result: resultOf(attributes.get('result') ?? plain(body), attributes.get('done')),
        })
        return ''
      case 'code_interpreter': {
        const code = body.replace(/^```\w*\n/, '').replace(/\n?```$/, '')
        const result = resultOf(attributes.get('output') ?? '', attributes.get('done'))
        calls.push({ id: attributes.get('id'), name: 'code_interpreter', given: { code }, result })
        return ''
      }
      default:
        return whole
    }
  })
  return { reasoning, calls, rest: `${rest}${text.slice(end)}`.trim() }
}

function plain(text: string): string {
  return text.replaceAll(/&(?:lt|gt|quot|#x27|#39|amp);/g, (entity) => ENTITIES[entity] ?? entity)
}

function resultOf(text: string, done: string | undefined): string | undefined {
  const value = parsed(text)
  const words = typeof value === 'string' ? value : text
  return words === '' && done !== 'true' ? undefined : words
}

/** The value of a JSON text, which may be packed in another one; the text itself when it is none. */
function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'string' ? parsed(value) : isFields(value) || Array.isArray(value) ? value : text
  } catch {
    return text
  }
}
