import type { Experiment } from './experiment.ts'
import { powerCuts } from './power-cuts.ts'
import { kills } from './kills.ts'
import { refusedCalls } from './refused-calls.ts'

/** In the order in which they are run and told. */
export const experiments: readonly Experiment[] = [kills, refusedCalls, powerCuts]
