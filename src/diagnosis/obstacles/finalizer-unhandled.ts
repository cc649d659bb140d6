import type { ObjectMeta } from '../../api/object.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import { placeOf } from '../catalogue/known.ts'
import { type Case, causedBy, living, removal } from '../dossier/dossier.ts'
import { type Evidence, type Remedy, type Said, toInspect, toRepair } from '../explanation.ts'
import { type Facts, once } from '../facts.ts'
import { type Blocker, blocker, type StuckObject } from '../stuck-object.ts'
import { EARLY_SECONDS } from '../thresholds.ts'
import { ATTACHER_PREFIX } from '../volumes/consumers.ts'
import { logCommand } from '../workloads/log-places.ts'
import { readyEvidence, type Workload, workloadText } from '../workloads/workloads.ts'
import { isOtherVersion, type Successor, successorOf } from './finalizer-successor.ts'
import { areBothInUse, doubtOf, SEVERAL } from './successor-doubt.ts'

/**
 * FinalizerUnhandled: the controller runs and its version does not know this finalizer. Proof are living objects of the
 * type that carry the same finalizer under another version or spelling of its name, by the same writer, newer than all
 * that still carry it, several, and alike in what they ask for; and a controller that has not touched the object since
 * its deletion. Two names of other words may both be in use, whatever the objects' fields say: a possibility.
 */
export function finalizerUnhandled(found: Case): Blocker | undefined {
  return says(found).length > 0 ? undefined : unhandled(found)
}

/** FinalizerUnhandled, `unknown`: some of the proof is in doubt, and the controller tells nothing else. */
export function finalizerPerhapsUnhandled(found: Case): Blocker | undefined {
  return found.reports.waits.length + says(found).length > 0 ? undefined : unhandled(found)
}

/**
 * FinalizerUnhandled, `unknown`: the object carries both names, all newer objects only the other version of it, and the
 * controller reports an error. That error is of the name that it uses: when it ends, this one may stay.
 */
export function finalizerBesideSuccessor(found: Case): Blocker | undefined {
  const { held, finalizer, reports, context } = found
  const [controller] = living(found)
  if (controller === undefined || reports.failures.length + reports.earlier.length === 0) return undefined
  if ((held.meta.finalizers?.length ?? 0) < 2) return undefined
  const all = context.facts.read({ about: 'metadata', resource: held.ref.resource })
  if (all.state !== 'known') return undefined
  const successor = successorOf(held, finalizer, all.value, 'beside')
  if (successor === undefined || successor.newer.length < SEVERAL || successor.mayBeOlder) return undefined
  const { finalizer: next } = successor
  if (!isOtherVersion(finalizer, next, held.ref.kind) || areBothInUse(finalizer, next, found)) return undefined
  // Of a text that names it the controller knows it.
  if ([...reports.failures, ...reports.earlier].some(({ fact }) => fact.includes(finalizer))) return undefined
  const { workload } = controller
  const object = `${held.ref.kind} ${held.ref.name}`
  return causedBy('unknown', controller, {
    ...unhandledBy(workload, finalizer, '/beside'),
    summary: message('ErrorForOtherFinalizer', { workload: workloadText(workload), finalizer, next }),
    evidence: [
      carriedBy(successor, finalizer, held.ref.resource),
      factFrom('metadata.finalizers', 'CarriesBoth', { object }),
    ],
    remedies: () => [askFirst(workload, found)],
  })
}

function carriedBy({ newer, finalizer: next }: Successor, finalizer: string, resource: string): Evidence {
  const [count, example] = [newer.length, placeOf(newer[0]!)]
  return factFrom(resource, 'CarriedByNewer', { count, resource, next, finalizer, example })
}

/**
 * What an Event says of a controller, which any user of the namespace can write, does not hide that newer objects carry
 * only another name: then neither is proven, and both are told.
 */
export function withSuccessor(holding: Blocker, found: Case): Blocker {
  const { cause } = holding
  if (cause === undefined || says(found).length === 0) return holding
  if (says(found).some(({ source }) => source !== 'events')) return holding
  const hidden = unhandled(found)
  if (hidden?.verdict !== 'stuck' || hidden.cause === undefined) return holding
  const evidence = [...cause.evidence, hidden.cause.evidence[0]!]
  return { ...holding, verdict: 'unknown', cause: { ...cause, key: `${cause.key}/successor`, evidence } }
}

/** What is reported of the object, by which its controller would be shown to handle it. */
function says({ reports: { failures, progress } }: Case): readonly Said[] {
  return [...failures, ...progress]
}

/** No object of its type carries another name. Mostly so: of thousands each would be compared with each. */
function hasAllNames({ ref, meta }: StuckObject, all: readonly ObjectMeta[], facts: Facts): boolean {
  const names = once(facts, `finalizers of ${ref.resource}`, () => {
    return [...new Set(all.flatMap(({ finalizers = [] }) => finalizers))]
  })
  return names.every(name => meta.finalizers?.includes(name))
}

function unhandled(found: Case): Blocker | undefined {
  const { held, finalizer, context } = found
  const [controller] = living(found)
  if (controller === undefined || (held.ageSeconds ?? 0) < EARLY_SECONDS) return undefined
  // One for each driver: those of two are no versions of one.
  if (finalizer.startsWith(ATTACHER_PREFIX)) return undefined
  if (isTouched(held.meta)) return undefined
  const all = context.facts.read({ about: 'metadata', resource: held.ref.resource })
  if (all.state !== 'known') return undefined
  if (hasAllNames(held, all.value, context.facts)) return undefined
  const successor = successorOf(held, finalizer, all.value)
  if (successor === undefined || areBothInUse(finalizer, successor.finalizer, found)) return undefined
  const doubt = doubtOf(found, successor)
  const { workload } = controller
  const next = successor.finalizer
  const name = workloadText(workload)
  const evidence: readonly Evidence[] = [
    carriedBy(successor, finalizer, held.ref.resource),
    readyEvidence(workload),
    ...controller.evidence,
    factFrom('managedFields', 'NeitherReportedNorWritten'),
  ]
  if (doubt !== undefined) {
    return blocker('unknown', {
      ...unhandledBy(workload, finalizer, '/perhaps'),
      summary: message('PerhapsDoesNotHandle', { workload: name, finalizer, next }),
      evidence: [doubt, ...evidence],
      remedies: () => [askFirst(workload, found)],
    })
  }
  return blocker('stuck', {
    ...unhandledBy(workload, finalizer, ''),
    summary: message('DoesNotHandle', { workload: name, finalizer, next }),
    evidence,
    remedies: (_blocks, direct) => [
      toRepair(message('RunVersionThatHandles', { finalizer }), [], 'medium'),
      removal(found, direct),
    ],
  })
}

/** `how`: what tells it from the other causes of the same workload. */
function unhandledBy({ kind, namespace, name }: Workload, finalizer: string, how: '' | '/beside' | '/perhaps') {
  const key = `FinalizerUnhandled/${kind}/${namespace}/${name}/${finalizer}${how}` as const
  return { key, subject: { kind, namespace, name } }
}

/** Nothing is removed on a possibility. */
function askFirst(workload: Workload, { finalizer, context }: Case): Remedy {
  return toInspect(message('FindWhetherHandled', { finalizer }), [logCommand(workload, context.facts)])
}

/** Somebody wrote to it since its deletion: a controller that takes its finalizers off one by one does. */
function isTouched({
  deletionTimestamp = '',
  deletionGracePeriodSeconds = 0,
  managedFields = [],
}: ObjectMeta): boolean {
  const asked = Date.parse(deletionTimestamp) - deletionGracePeriodSeconds * 1000
  return managedFields.some(({ time = '' }) => Date.parse(time) > asked + 1000)
}
