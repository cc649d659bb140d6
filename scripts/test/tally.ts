/** The result of a test run. */
export interface Tally {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** Files that failed beside others and passed when they were run once more by themselves. */
  readonly flaky: readonly string[]
}

export const nothing: Tally = { passed: 0, failed: 0, skipped: 0, flaky: [] }

export function count(results: readonly { passed: number; skipped: number; failures: readonly string[] }[]): Tally {
  return sum(results.map(({ passed, skipped, failures }) => ({ passed, skipped, failed: failures.length, flaky: [] })))
}

export function sum(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (all, one) => ({
      passed: all.passed + one.passed,
      failed: all.failed + one.failed,
      skipped: all.skipped + one.skipped,
      flaky: [...all.flaky, ...one.flaky],
    }),
    nothing,
  )
}

/** The last line of every run; callers may look for it. */
export function closingLine({ passed, failed }: Tally): string {
  return `${passed} passed, ${failed} failed`
}

/** A run without any test is a failure. */
export function exitCode({ passed, failed }: Tally): number {
  return failed > 0 || passed === 0 ? 1 : 0
}
