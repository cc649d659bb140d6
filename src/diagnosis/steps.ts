/**
 * Work that may take seconds on a large cluster: it yields where it can stop, so that whoever runs it can check for an
 * interrupt. It is as pure as other work.
 */
export type Steps<Result> = Generator<void, Result>

/** Runs it to its end, without a pause. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
