import type { ToolCall } from '../../conversation/message.ts'
import type { ScannedCall } from './call-scanner.ts'
import { decodeArguments, decodeEntities } from './decode-arguments.ts'

const argumentNames = ['args', 'arguments', 'parameters', 'input']

/**
 * The call that an element stands for. Its arguments are in an attribute, in the body, or attributes of their own; the
 * body may be a whole call with a name. Arguments that are no JSON object are left as `raw`.
 */
export function toolCallOf({ attributes, body }: ScannedCall, id: string): ToolCall {
  const given = argumentNames.find((name) => attributes.has(name))
  const raw = body === '' ? attributes.get(given ?? '') : body
  const value = raw === undefined ? undefined : decodeArguments(raw, body === '')
  const named = decodeEntities(attributes.get('name') ?? '').trim()
  if (named === '' && isObject(value)) {
    const key = argumentNames.find((name) => Object.hasOwn(value, name))
    return {
      id,
      name: withoutAt(typeof value['name'] === 'string' ? value['name'] : ''),
      arguments: key === undefined ? {} : value[key],
    }
  }
  const name = withoutAt(named)
  if (raw === undefined) return { id, name, arguments: ownAttributes(attributes) }
  return isObject(value) ? { id, name, arguments: value } : { id, name, raw: decodeEntities(raw) }
}

function ownAttributes(attributes: ReadonlyMap<string, string>): Record<string, string> {
  const own = Array.from(attributes).filter(([name]) => name !== 'name' && name !== 'id')
  return Object.fromEntries(own.map(([name, value]) => [name, decodeEntities(value)]))
}

function withoutAt(name: string): string {
  return name.replace(/^@/, '')
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
