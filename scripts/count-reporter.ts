import type { Reporter, TestModule } from 'vitest/node'

/** Prints the closing line `N passed, N failed` that continuous integration reads. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    let passed = 0
    let failed = unhandledErrors.length
    let skipped = 0
    for (const module of modules) {
      const before = failed
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (state === 'passed') passed++
        else if (state === 'failed') failed++
        else skipped++
      }
      // A file that cannot be loaded has no tests of its own, yet it must count as a failure.
      if (failed === before && !module.ok()) failed++
    }
    const skippedPart = skipped > 0 ? `, ${skipped} skipped` : ''
    process.stdout.write(`\n${passed} passed, ${failed} failed${skippedPart}\n`)
  }
}
