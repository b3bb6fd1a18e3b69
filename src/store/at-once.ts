/** Goes through all steps of something without letting others work in between. */
export function atOnce<T>(steps: Generator<void, T, undefined>): T {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}
