import type { ImportMachine } from '../../chatcli.ts'
import type { BaseContext } from '../command.ts'

/** This machine, as importers see it. */
export function importMachine({
  disk,
  environment,
  cwd,
  now,
}: Pick<BaseContext, 'disk' | 'environment' | 'cwd' | 'now'>): ImportMachine {
  const { platform } = process
  return {
    disk,
    folder: environment['HOME'] || environment['USERPROFILE'] || cwd,
    environment,
    platform: platform === 'darwin' || platform === 'win32' ? platform : 'linux',
    now,
  }
}
