import type { Experiment } from './experiment.ts'
import type { Ended } from './run-process.ts'
import type { RealOperation } from './operations.ts'
import { sweep } from './sweep.ts'

const full = ['ENOSPC', 'EDQUOT', 'EIO']
/** Once: it is to be asked again, and nobody has to hear of it. */
const interrupted = 'EINTR'
const closed = ['EACCES', 'EROFS']
const errors: Readonly<Record<string, readonly string[]>> = {
  openat: [...full, ...closed, 'EMFILE', 'ENFILE', 'ENOENT', interrupted],
  write: [...full, 'EFBIG', 'EAGAIN', interrupted],
  pwrite64: [...full, 'EFBIG', 'EAGAIN', interrupted],
  fsync: [...full, interrupted],
  fdatasync: [...full, interrupted],
  link: [...full, ...closed, 'EMLINK'],
  rename: [...full, ...closed, 'EBUSY'],
  unlink: [...closed, 'EIO', 'EBUSY'],
  mkdir: [...full, ...closed],
  ftruncate: ['EIO', 'EROFS'],
}

/** Every call refused with every error it may have, for real: nothing is lost, nothing is told to be done that is not. */
export const refusedCalls: Experiment = {
  name: 'refused-calls',
  about: 'errors of the system at system calls of every operation (strace)',
  run: (lab) =>
    sweep(
      {
        what: 'a system call is refused: error × call × operation',
        bar: '0 lost, 0 doubled, no wrong "done", no stack trace',
        sampled: 7,
        faults: ({ name }) => (errors[name] ?? ['EIO']).map((error) => `error=${error}`),
        // The runtime gives up when the call by which it wakes itself is refused: that was no call of ours.
        wasHit: ({ signal }) => signal === null,
        wrongEnd,
      },
      lab,
    ),
}

function wrongEnd({ status, signal, stderr }: Ended, { isJob = false }: RealOperation): string | undefined {
  if (status === 0 || signal !== null) return undefined
  if (stderr.trim() === '') return `it ends with ${status} and says nothing`
  return !isJob && /^\s+at .*:\d+:\d+/m.test(stderr) ? `a stack trace: ${stderr.slice(0, 400)}` : undefined
}
