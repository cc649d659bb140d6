import type { Fact } from '../../api/fact.ts'
import type { PodLog } from '../../api/pod-log.ts'

/** How much of logs one run may read. */
export interface LogLimits {
  readonly pods: number
  readonly bytes: number
  readonly bytesOfPod: number
  /** Of waiting, in all; some Pods are waited for at the same time. */
  readonly seconds: number
  readonly secondsOfPod: number
}

const LIMITS: LogLimits = { pods: 24, bytes: 8 << 20, bytesOfPod: 1 << 20, seconds: 24, secondsOfPod: 3 }

/** A read of less is not worth its request. */
const LEAST: Share = { bytes: 4096, seconds: 0.01 }

/** What one read may take, or has taken. */
export interface Share {
  readonly bytes: number
  readonly seconds: number
}

/** The logs that one run of the program has read, each once, and what it may still read. */
export class LogRun {
  readonly known = new Map<string, Fact<PodLog>>()
  readonly #limits: LogLimits
  readonly #ofPods = new Map<string, Share>()
  #left: Share

  constructor(limits: Partial<LogLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits }
    this.#left = this.#limits
  }

  /** What the next read of a Pod may take, to be given `back` after it; a text says why it may take nothing. */
  lend(pod: string): Share | string {
    const { pods, bytes, bytesOfPod, seconds, secondsOfPod } = this.#limits
    if (!this.#ofPods.has(pod) && this.#ofPods.size === pods)
      return `the logs of ${pods} Pods were read, which is the limit`
    const ofPod = this.#ofPods.get(pod) ?? { bytes: bytesOfPod, seconds: secondsOfPod }
    this.#ofPods.set(pod, ofPod)
    if (this.#left.seconds < LEAST.seconds) return `logs were waited for ${seconds} s in all, which is the limit`
    if (this.#left.bytes < LEAST.bytes) return `${bytes >> 20} MiB of logs were read, which is the limit`
    if (ofPod.seconds < LEAST.seconds) return `this Pod was waited for ${secondsOfPod} s, which is the limit`
    if (ofPod.bytes < LEAST.bytes)
      return `${bytesOfPod >> 20} MiB of the logs of this Pod were read, which is the limit`
    const share = smaller(ofPod, this.#left)
    this.#left = less(this.#left, share)
    return share
  }

  back(pod: string, lent: Share, taken: Share): void {
    const used = smaller(lent, taken)
    this.#ofPods.set(pod, less(this.#ofPods.get(pod)!, used))
    this.#left = {
      bytes: this.#left.bytes + lent.bytes - used.bytes,
      seconds: this.#left.seconds + lent.seconds - used.seconds,
    }
  }
}

function smaller(a: Share, b: Share): Share {
  return { bytes: Math.min(a.bytes, b.bytes), seconds: Math.min(a.seconds, b.seconds) }
}

function less(from: Share, taken: Share): Share {
  return { bytes: from.bytes - taken.bytes, seconds: from.seconds - taken.seconds }
}
