import { join } from 'node:path'
import type { ImportMachine } from '../importer.ts'

/** Where Claude Code keeps settings and histories, absolute: what is named for it, the first to write to, or its own. */
export function claudeFolders({
  environment,
  folder,
  platform,
}: ImportMachine): readonly [string, ...string[]] {
  const given = (environment['CLAUDE_CONFIG_DIR'] ?? '').split(platform === 'win32' ? /[;,]/ : /[:,]/)
  const [first = join(folder, '.claude'), ...more] = given.filter((path) => path !== '')
  return [first, ...more]
}
