/**
 * Thrown by the simulated disk in place of the call at which its process dies, and at every call after that, so that
 * clean-up code of the dead process changes nothing.
 */
export class SimulatedCrash extends Error {
  override readonly name = 'SimulatedCrash'
}
