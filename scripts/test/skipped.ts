import { nothing, type Tally } from './tally.ts'

/** Prints visibly that this machine cannot run a suite. When the suite was asked for (in CI it always is), this is a failure. */
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
