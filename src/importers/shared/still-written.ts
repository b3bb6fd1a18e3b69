/**
 * Milliseconds after its last change for which a file counts as being written: a torn last line is expected to be ended,
 * and a turn that has no end to go on.
 */
export const STILL_WRITTEN: number = 600_000
