import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { NamedFault } from '../rig/faults.ts'
import { type Fault, faultyServer, type Seen } from '../rig/faulty-server.ts'
import { type Ran, run } from '../rig/rig.ts'
import { keyOf, type Point } from './points.ts'

/** Something stuck, made for one run alone, and the command that is to end it. */
export interface Scene {
  /** The name of its namespace. */
  readonly place: string
  readonly words: readonly string[]
  /** Whether the server holds what was asked for. */
  readonly reached: () => Promise<boolean>
  /** Lets go what would keep controllers busy. */
  readonly clear?: () => Promise<unknown>
}

/** `once`: this request; `each`: this and every later one that asks the same; `after`: this and all that follow. */
export type Extent = 'once' | 'each' | 'after'

export interface Plan {
  readonly point: Point
  readonly fault: NamedFault
  readonly extent: Extent
  readonly format: 'text' | 'json'
  /** Words of this trial alone. */
  readonly words?: readonly string[]
  /** With TLS HTTP/2 is spoken. */
  readonly tls?: boolean
  /** From the first fault to the end, at most: what is asked for, and the rest for a busy machine. */
  readonly mostSeconds?: number
}

/** What came of a run with one fault. */
export interface Trial {
  readonly plan: Plan
  readonly scene: Scene
  /** Undefined: it did not end within two minutes. */
  readonly ran: Ran | undefined
  readonly requests: readonly Seen[]
  /** From the signal to the end. */
  readonly secondsToEnd: number | undefined
  /** From the first fault to the end. */
  readonly secondsOfFaults: number | undefined
  /** Where it was told to keep backups. */
  readonly backups: string
}

const LIMIT_SECONDS = 120

export const KEEP_BACKUPS: ReadonlySet<string> = new Set([
  'remove',
  'namespace',
  'replay',
  'restore',
  'rescue',
  'delete',
])

/** Runs it with one fault, hands over what came of it, and clears it away. */
export async function tried<T>(scene: Scene, plan: Plan, look: (trial: Trial) => Promise<T>): Promise<T> {
  const backups = mkdtempSync(join(tmpdir(), 'kubectl-finalize-backups-'))
  try {
    await using server = await faultyServer(placed(plan, scene), { tls: plan.tls ?? false })
    const keep = KEEP_BACKUPS.has(scene.words[0]!) ? ['--backup-dir', backups] : []
    const format = plan.format === 'json' ? ['-o', 'json'] : []
    const words = [...scene.words, ...keep, ...format, ...(plan.words ?? [])]
    const { env, onStart } = server
    const ran = await run(words, { env, onStart, timeoutSeconds: LIMIT_SECONDS }).catch(error => {
      if (!/still running after/.test(error.message)) throw error
      return undefined
    })
    const now = performance.now()
    const since = (then: number | undefined) => (then === undefined ? undefined : (now - then) / 1000)
    const [secondsToEnd, secondsOfFaults] = [since(server.signalledAt), since(server.faultedAt)]
    return await look({ plan, scene, ran, requests: [...server.requests], secondsToEnd, secondsOfFaults, backups })
  } finally {
    await scene.clear?.()
    rmSync(backups, { recursive: true, force: true })
  }
}

/** Puts the fault where the plan says, by what is asked for. */
function placed({ point, fault, extent }: Plan, { place }: Scene): (seen: Seen) => Fault | undefined {
  let count = 0
  let isOver = false
  let hasWritten = false
  return seen => {
    hasWritten ||= seen.isWrite
    const isSame = keyOf(seen, place) === point.key
    // Another run may ask for the same once more before its first change: what is meant to come after that waits for it.
    const isHit = isSame && count++ >= point.occurrence && (hasWritten || !point.isLate)
    if (extent === 'once') {
      if (!isHit || isOver) return undefined
      isOver = true
      return fault.fault
    }
    if (extent === 'each') return isHit ? fault.fault : undefined
    isOver ||= isHit
    return isOver ? fault.fault : undefined
  }
}
