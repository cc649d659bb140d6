import { type BenchTarget, type Send, sendTo } from '../api.ts'
import { serverSeconds } from '../server-seconds.ts'

/** A cluster that is watched. */
export interface Measured {
  readonly kubeconfig: string
  readonly send: Send
  /** CPU seconds of the API server so far. */
  serverSeconds(): Promise<number>
}

export function measuredPlane(target: BenchTarget, kubeconfig: string): Measured {
  return { kubeconfig, send: sendTo(target), serverSeconds: () => serverSeconds(target) }
}
