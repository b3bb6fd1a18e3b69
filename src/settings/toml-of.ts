import type { SettingRow } from './setting-row.ts'
import { parseNames, parseSwitch } from './value-parsers.ts'

/** A value that the row understands, as it is written into config.toml. */
export function tomlOf({ form }: SettingRow<unknown>, value: string): string {
  switch (form) {
    case 'switch':
      return String(parseSwitch(value, { kind: 'file', name: 'it', example: (shown) => shown }))
    case 'count':
    case 'duration':
    case 'days':
    case 'size':
      // TOML has no numbers with zeros in front.
      return /^\d+$/.test(value) ? String(Number(value)) : quoted(value)
    case 'list':
      return `[${parseNames(value).map(quoted).join(', ')}]`
    default:
      return quoted(value)
  }
}

/** A basic string of TOML, whose escapes are those of JSON; U+007F has to be escaped as well. */
function quoted(text: string): string {
  return JSON.stringify(text).replaceAll('\x7f', '\\u007f')
}
