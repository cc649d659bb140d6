import { nothing, type Tally } from './tally.ts'

/** A machine that cannot run a suite says so loudly; where the suite was asked for (in CI it always is) that is a failure. */
export function skipped(
  suite: string,
  reason: string,
  asked: boolean,
): { readonly line: string; readonly tally: Tally } {
  return {
    line: `!!!!!!!! ${suite} ${asked ? 'FAILED, it cannot run' : 'SKIPPED'}: ${reason}`,
    tally: { ...nothing, failed: asked ? 1 : 0 },
  }
}
