import { delimiter, join } from 'node:path'
import type { Disk } from '../../disk/disk.ts'
import { followLink } from '../../disk/follow-link.ts'
import type { Environment } from '../../settings.ts'
import type { Catalogue } from '../../text/catalogue.ts'
import { version } from '../version.ts'
import type { Finding } from './finding.ts'

export interface CheckProgramOptions {
  readonly environment: Environment
  readonly disk: Disk
  readonly text: Catalogue
  readonly isTerminal: boolean
  readonly columns: number | undefined
  /** What runs this program, such as `v20.19.0`, and on what. */
  readonly runtime: string
  readonly platform: string
}

/** The program itself: its version, whether another one would run, and what the terminal can do. */
export function checkProgram(options: CheckProgramOptions): Finding[] {
  const { environment, text, isTerminal, columns, runtime, platform } = options
  const { doctor } = text
  const programs = onPath(options)
  const locale = environment['LC_ALL'] || environment['LC_CTYPE'] || environment['LANG'] || '-'
  const term = environment['TERM'] ?? '-'
  return [
    {
      check: 'versions',
      severity: 'ok',
      measured: `chatcli ${version}, Node ${runtime}, ${platform}`,
      expected: '',
    },
    {
      check: 'path',
      severity: programs.length > 1 ? 'warning' : 'ok',
      measured: programs[0] ?? doctor.none,
      expected: '',
      places: programs.length > 1 ? programs.map((path) => ({ path, measured: '', expected: '' })) : [],
    },
    {
      check: 'terminal',
      severity: 'ok',
      measured: isTerminal ? `TERM=${term}, ${columns ?? '-'} × …, ${locale}` : doctor.none,
      expected: '',
    },
  ]
}

/** One program under two names counts once. */
function onPath({ environment, disk }: CheckProgramOptions): readonly string[] {
  const found = new Map<string, string>()
  for (const folder of (environment['PATH'] ?? '').split(delimiter)) {
    if (!folder.startsWith('/')) continue
    const path = join(folder, 'chatcli')
    try {
      if (disk.stat(path) === undefined) continue
    } catch {
      continue
    }
    const target = followLink(path)
    if (!found.has(target)) found.set(target, path)
  }
  return [...found.values()]
}
