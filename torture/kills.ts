import type { Experiment } from './experiment.ts'
import { sweep } from './sweep.ts'

/** Kills each operation, for real, in front of each call that changes something. */
export const kills: Experiment = {
  name: 'kills',
  about: 'kill -9 in front of system calls of every operation (strace)',
  run: (lab) =>
    sweep(
      {
        what: 'kill -9 in front of a system call, every operation',
        bar: '0 lost, 0 doubled, done again it ends the same',
        sampled: 9,
        faults: () => ['signal=KILL'],
        // strace ends as what it traces ends.
        wasHit: ({ signal, status }) => signal === 'SIGKILL' || status === 137,
      },
      lab,
    ),
}
