import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { execPath } from 'node:process'
import type { Job } from './worker.ts'

/** A system call that changes something, or tells somebody something. */
export interface SystemCall {
  readonly name: string
  /** The file or folder of its descriptor; of a call on names, the last one. */
  readonly path: string
  /** Its arguments and result, as recorded. */
  readonly text: string
}

const STRACE = 'strace'
const RECORDED = 'openat,write,pwrite64,fsync,fdatasync,link,linkat,rename,renameat,renameat2'

/** Whether system calls can be recorded here: strace is there, and may trace. */
export function canRecord(): boolean {
  return spawnSync(STRACE, ['-o', '/dev/null', 'true']).status === 0
}

/**
 * Runs a job of the worker and records its system calls, in order.
 *
 * @param log where strace writes
 */
export function recordCalls(script: string, job: Job, home: string, log: string): SystemCall[] {
  const strace = ['-f', '-y', '-s', '64', '-e', `trace=${RECORDED}`, '-o', log, execPath, script, job, home]
  // One thread and no queue of the system, so that the order recorded is the order asked for.
  execFileSync(STRACE, strace, { env: { UV_THREADPOOL_SIZE: '1', UV_USE_IO_URING: '0' }, stdio: 'ignore' })
  return readFileSync(log, 'utf8')
    .split('\n')
    .flatMap((line): SystemCall[] => {
      const [, name, text] = /^\d+\s+(\w+)\((.*)$/.exec(line) ?? []
      if (name === undefined || text === undefined) return []
      const onDescriptor = /^\d+<([^>]*)>/.exec(text)?.[1]
      const named = [...text.matchAll(/"([^"]*)"/g)].at(-1)?.[1]
      const isOnNames = name.startsWith('link') || name.startsWith('rename') || name === 'openat'
      return [{ name, path: (isOnNames ? named : onDescriptor) ?? '', text }]
    })
}
