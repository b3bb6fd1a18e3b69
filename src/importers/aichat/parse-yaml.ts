import { parse } from 'yaml'

/** The value of a YAML text, every scalar as the text it is: `no` and `12` are words that somebody said. */
export function parseYaml(text: string): unknown {
  return parse(text, { schema: 'failsafe', logLevel: 'silent', uniqueKeys: false })
}
