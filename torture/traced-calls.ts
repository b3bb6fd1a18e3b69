import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** A system call that changes something below a folder, told so that strace finds it again in another run. */
export interface TracedCall {
  readonly name: string
  /** It is the so-many-th of its name in the main thread, from 1. */
  readonly count: number
  readonly path: string
}

const changing = [
  'openat',
  'write',
  'pwrite64',
  'writev',
  'fsync',
  'fdatasync',
  'ftruncate',
  'fallocate',
  'link',
  'linkat',
  'symlink',
  'rename',
  'renameat',
  'renameat2',
  'unlink',
  'unlinkat',
  'mkdir',
  'mkdirat',
  'rmdir',
  'chmod',
  'fchmod',
  'utimensat',
]

/** Whether system calls can be recorded here: strace is there, and may trace. */
export function canTrace(): boolean {
  return spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0
}

/** Runs a command and gives its calls that change what is below `folder`, in order. */
export function tracedCalls(
  command: readonly string[],
  environment: Readonly<Record<string, string>>,
  folder: string,
  log: string,
  input = '',
): readonly TracedCall[] {
  // The main thread only: others write to wake each other, and their calls are counted apart.
  const args = ['-y', '-s', '0', '-e', `trace=${changing.join(',')}`, '-o', log]
  const { status, stderr } = spawnSync('strace', [...args, ...command], {
    env: environment,
    encoding: 'utf8',
    input,
  })
  if (status !== 0) throw new Error(`it fails without any fault, with ${status}: ${stderr}`)
  const counts = new Map<string, number>()
  const calls: TracedCall[] = []
  for (const line of readFileSync(log, 'utf8').split('\n')) {
    const [, name = '', text = ''] = /^(\w+)\((.*)$/.exec(line) ?? []
    if (name === '') continue
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    const path = pathIn(text, folder)
    const isChange = name !== 'openat' || text.includes('O_CREAT')
    if (path !== undefined && isChange) calls.push({ name, count, path })
  }
  return calls
}

function pathIn(text: string, folder: string): string | undefined {
  const at = text.indexOf(folder)
  return at < 0 ? undefined : /^[^>",\s]*/.exec(text.slice(at))?.[0]
}
