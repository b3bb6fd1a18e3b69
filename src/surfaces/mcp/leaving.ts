import { unfenceRecalled } from '../../commands/chat/unfence-recalled.ts'
import { fenceRecalled } from '../../agent/fence-recalled.ts'
import type { JsonObject, JsonValue } from '../../commands/command.ts'
import type { Settings } from '../../settings.ts'
import { maskSecrets } from '../../text/secrets/mask-secrets.ts'

/** Members that quote what somebody once wrote. */
const quoted: ReadonlySet<string> = new Set(['text', 'snippet', 'title', 'arguments', 'query'])

/** What leaves this program: secrets are masked, wherever they stand, unless the person wants them. */
export function masked(
  value: JsonObject,
  { maskSecrets: isMasked }: Pick<Settings, 'maskSecrets'>,
): JsonObject {
  return isMasked ? (mapTexts(value, (text) => maskSecrets(text).text) as JsonObject) : value
}

/** The same for one text. */
export function maskedText(text: string, { maskSecrets: isMasked }: Pick<Settings, 'maskSecrets'>): string {
  return isMasked ? maskSecrets(text).text : text
}

/** The same for texts of which a part is taken: a part of a secret does not look like one. */
export function cleaning(settings: Pick<Settings, 'maskSecrets'>): {
  readonly clean?: (text: string) => string
} {
  return settings.maskSecrets ? { clean: (text) => maskedText(text, settings) } : {}
}

/**
 * Marks an answer that quotes past conversations as data: its first member says so and its last one ends it, so that the
 * mark holds in the JSON and in its text alike. What could open the turn of somebody else is set apart.
 *
 * @param mark random letters and digits, new for each answer
 */
export function fencedJson(value: JsonObject, mark: string): JsonObject {
  const [notice = '', begin = ''] = fenceRecalled('', mark).split('\n')
  const inside = mapTexts(value, (text, key) => (quoted.has(key) ? neutral(text) : text)) as JsonObject
  return { recalled: `${notice} ${begin}`, ...inside, recalledEnd: `recalled-${mark} end` }
}

function neutral(text: string): string {
  return unfenceRecalled(fenceRecalled(text, '0'))
}

function mapTexts(value: JsonValue, map: (text: string, key: string) => string, key = ''): JsonValue {
  if (typeof value === 'string') return map(value, key)
  if (Array.isArray(value)) return value.map((item: JsonValue) => mapTexts(item, map, key))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]: [string, JsonValue]) =>
      inner === undefined ? [] : [[name, mapTexts(inner, map, name)]],
    ),
  )
}
