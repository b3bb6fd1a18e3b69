import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

const library = '/usr/lib/fiu'

/** Whether calls of the C library can be made to fail here. */
export function hasLibFiu(): boolean {
  return (
    existsSync(join(library, 'fiu_posix_preload.so')) && spawnSync('fiu-ctrl', ['-h']).error === undefined
  )
}

/** Variables of a process whose calls may fail at random; which and how often is drawn by libfiu itself. @param command as `fiu-ctrl -c` takes it, from its start on */
export function withLibFiu(command = ''): Readonly<Record<string, string>> {
  const preload = ['fiu_run_preload.so', 'fiu_posix_preload.so'].map((file) => join(library, file))
  return { LD_PRELOAD: preload.join(' '), ...(command === '' ? {} : { FIU_ENABLE: command }) }
}

/** More of them, so that {@link tellLibFiu} reaches it. @param base beginning of the path of its pipes */
export function reachable(base: string): Readonly<Record<string, string>> {
  return { FIU_CTRL_FIFO: base }
}

/** Makes calls of a running process fail from now on. @returns whether it was reached */
export function tellLibFiu(base: string, pid: number, command: string): boolean {
  const { status } = spawnSync('fiu-ctrl', ['-f', base, '-c', command, String(pid)], { cwd: dirname(base) })
  return status === 0
}
