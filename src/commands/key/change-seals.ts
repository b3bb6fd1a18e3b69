import { relative } from 'node:path'
import type { Disk } from '../../disk/disk.ts'
import { ChatCliError } from '../../errors.ts'
import type { Keyring } from '../../seal/keyring.ts'
import { homeDisk } from '../../store/sealed/home-disk.ts'
import { homePaths } from '../../store/home-paths.ts'
import { type HomeSeal, markSealed } from '../../store/sealed/home-seal.ts'
import { type ResealReport, resealHome } from '../../store/sealed/reseal-home.ts'
import type { SealTarget } from '../../store/sealed/reseal-lines.ts'
import { sanitiseLine } from '../../text/sanitise.ts'
import type { BaseContext, CommandResult } from '../command.ts'
import { randomName } from './vault-of.ts'

export interface ChangeSealsOptions {
  readonly home: string
  /** The disk as it is. */
  readonly bare: Disk
  readonly keys: Keyring
  readonly target: SealTarget
  /** What `home.json` is to say while it goes on, and at the end; undefined: that nothing is sealed. */
  readonly during: Omit<HomeSeal, 'at'>
  readonly after: Omit<HomeSeal, 'at'> | undefined
}

/**
 * Brings a home under a key, or out of one. `home.json` says so first, so that nobody writes anything else; a second pass
 * takes up what was being written at that moment. Can be called again when it was cut short.
 *
 * @throws ChatCliError `storage`
 */
export async function changeSeals(
  { text, now, showProgress }: BaseContext,
  { home, bare, keys, target, during, after }: ChangeSealsOptions,
): Promise<ResealReport> {
  const paths = homePaths(home)
  const marks = { disk: bare, home: paths, keys, now, randomName }
  const pass = async (): Promise<ResealReport> => {
    const sealed = homeDisk(bare, { home, keys, now })
    const steps = resealHome({ bare, sealed, home: paths, target, randomName }, now())
    for (let i = 0; ; i++) {
      const step = steps.next()
      if (step.done === true) return step.value
      if (i % stepsBetween !== 0) continue
      showProgress?.(text.key.progress(step.value.done, step.value.total))
      // Ctrl-C is heard here.
      await new Promise((resolve) => void setImmediate(resolve))
    }
  }
  try {
    markSealed(marks, during)
    const first = await pass()
    if (first.left.length === 0) markSealed(marks, after)
    const second = await pass()
    return {
      changed: first.changed + second.changed,
      same: first.same,
      swept: first.swept + second.swept,
      left: second.left,
    }
  } finally {
    showProgress?.('')
  }
}

const stepsBetween = 16

/** What was done, and what could not be: then the result has a problem. */
export function sealsResult(
  { text }: Pick<BaseContext, 'text'>,
  {
    home,
    report,
    lines,
  }: { readonly home: string; readonly report: ResealReport; readonly lines: readonly string[] },
): CommandResult {
  const { changed, same, swept, left } = report
  const shown = left.map(({ path, reason }) => ({ path: relative(home, path), reason }))
  const { key } = text
  return {
    text: [
      ...lines,
      ...(same > 0 ? [key.already(same)] : []),
      ...(swept > 0 ? [key.swept(swept)] : []),
      ...shown.map(({ path, reason }) => sanitiseLine(key.leftAlone(path, text.fromStore(reason)))),
    ].join('\n'),
    json: { changed, same, swept, left: shown },
    notes: left.length === 0 && changed > 0 ? [key.copiesHint] : [],
    ...(left.length === 0
      ? {}
      : { problem: new ChatCliError('damaged', key.notAll(left.length), { hint: key.notAllHint }) }),
  }
}
