/**
 * Work that may take seconds on a large cluster: it yields where it can be left off, so that whoever runs it can listen to an interrupt
 * meanwhile. What yields is as pure as what does not.
 */
export type Steps<Result> = Generator<void, Result>

/** Runs it to its end, without a pause. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
