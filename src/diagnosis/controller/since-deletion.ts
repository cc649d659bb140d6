import type { KubeObject } from '../../api/object.ts'
import { rfc3339 } from '../../api/rfc3339.ts'
import { message } from '../../messages/sentence.ts'
import type { Report } from '../../statements/events.ts'
import type { Said } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import { programsThatWrote } from '../managers.ts'
import type { StuckObject } from '../stuck-object.ts'
import { FRESH_SECONDS, SAME_SECONDS } from '../thresholds.ts'
import { type Identity, speaksFor } from './identity.ts'

/** Said so often, in the same words and for so long, it tells of tries and not of work. */
const MANY_TIMES = 10

/** The same words again and again, for an hour of the deletion: that it tries, and not that it comes further. */
export function isSameForLong({ firstAt, at, times }: Report, asked: number): boolean {
  return times >= MANY_TIMES && at - Math.max(firstAt, asked) >= SAME_SECONDS * 1000
}

/** The deletion is a generation of its own: who says that it saw an earlier one writes its status by the clock. */
export function isUnseen(whole: KubeObject | undefined): boolean {
  const { observedGeneration } = (whole?.status ?? {}) as { observedGeneration?: unknown }
  const { generation } = whole?.metadata ?? {}
  return typeof observedGeneration === 'number' && generation !== undefined && observedGeneration < generation
}

/** That it wrote, without a word. */
export interface Wrote extends Said {
  readonly at: number
}

/** Its last write of the object since the deletion, lately: of what wrote the finalizer, or reports in the status. */
export function writesSince(
  asked: number,
  { meta }: StuckObject,
  identity: Identity,
  isOwn: (manager: string) => boolean,
  { now }: Facts,
): readonly Wrote[] {
  return programsThatWrote(meta)
    .filter(({ at, isOfFinalizers }) => !isOfFinalizers && at > asked && now.getTime() - at < FRESH_SECONDS * 1000)
    .filter(({ manager, reports }) => (reports || manager === identity.writer?.manager) && speaksFor(manager, identity))
    .filter(({ manager }) => isOwn(manager))
    .toSorted((a, b) => a.at - b.at)
    .slice(-1)
    .map(({ manager, at }) => {
      const fact = message('WroteIt', { manager, at: rfc3339(new Date(at)) })
      return { at, fact: '', source: 'managedFields', evidence: { fact, source: 'managedFields' } }
    })
}

/** When the deletion was asked for, in ms. */
export function askedAt({ meta }: Pick<StuckObject, 'meta'>): number {
  return Date.parse(meta.deletionTimestamp ?? '') - (meta.deletionGracePeriodSeconds ?? 0) * 1000
}
