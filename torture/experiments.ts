import type { Experiment } from './experiment.ts'
import { powerCuts } from './power-cuts.ts'
import { manyWriters } from './many-writers.ts'
import { foreignNames } from './foreign-names.ts'
import { fullDisk } from './full-disk.ts'
import { failingDisk } from './failing-disk.ts'
import { hostileInput } from './hostile-input.ts'
import { growth } from './growth.ts'
import { shortSoak } from './soak.ts'
import { testSuites } from './suites.ts'
import { kills } from './kills.ts'
import { refusedCalls } from './refused-calls.ts'
import { randomErrors } from './random-errors.ts'
import { limits } from './limits.ts'
import { damage } from './damage.ts'
import { sealing } from './sealing.ts'
import { clockJumps } from './clocks.ts'
import { speed } from './speed.ts'
import { bugCaseTests } from './bug-cases.ts'

/** In the order in which they are run and told. */
export const experiments: readonly Experiment[] = [
  kills,
  refusedCalls,
  limits,
  randomErrors,
  powerCuts,
  fullDisk,
  failingDisk,
  manyWriters,
  damage,
  hostileInput,
  sealing,
  clockJumps,
  foreignNames,
  growth,
  speed,
  shortSoak,
  bugCaseTests,
  testSuites,
]
