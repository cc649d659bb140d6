import { isDeepStrictEqual } from 'node:util'
import { CRD_CLEANUP, FOREGROUND, OF_KUBERNETES } from '../../api/builtin-finalizers.ts'
import type { KubeObject } from '../../api/object.ts'
import { refOf } from '../../api/object-ref.ts'
import { message, type Sentence } from '../../messages/sentence.ts'
import type { ChangeResult, Step } from '../../plan/outcome.ts'
import { refusedBy } from '../../plan/refused-steps.ts'
import { type Rescue, type Unit, volumeSpecOf } from '../../plan/rescue/rescue.ts'
import { type Attempt, attempt } from '../attempt.ts'
import { holdsNow } from '../proof.ts'
import { takingOff } from '../remove-finalizers.ts'
import { waitUntilGone } from '../wait-until-gone.ts'
import { controllerBack } from './controllers.ts'
import { withoutVolume } from './data-gone.ts'
import { creationRefused } from './probe-rescue.ts'
import type { RescueTools } from './rescue-tools.ts'

/**
 * Removes every finalizer of a terminating unit, foregroundDeletion by a second DELETE, and waits until it is gone. Not
 * while the object has changed since it was saved, a controller is back or new, something new names it as owner, or the
 * server would reject its creation: what comes back would differ. Never rejects.
 */
export async function letGo(unit: Unit, rescue: Rescue, tools: RescueTools): Promise<readonly Step[]> {
  const { type, object } = unit
  const ref = refOf(type, object.metadata)
  const isThere = (now: KubeObject | undefined): now is KubeObject => now?.metadata.uid === ref.uid
  let isOurs = unit.wasSent ?? false
  const hindrance = async (now: KubeObject | undefined): Promise<ChangeResult | undefined> => {
    if (!isThere(now)) return { result: 'gone', message: message(isOurs ? 'ObjectGone' : 'TakenByOther') }
    const difference = changeOf(unit, now)
    if (difference !== undefined) return changed(difference)
    return (
      (await controllerBack(rescue.controllers, tools)) ??
      (await newController(unit, tools)) ??
      (await withoutVolume(unit, tools)) ??
      (await newDependents(unit, rescue, tools)) ??
      rejectedNow(unit, rescue, tools)
    )
  }
  const finalizers = (object.metadata.finalizers ?? []).filter(name => name !== FOREGROUND)
  const isForeground = object.metadata.finalizers?.includes(FOREGROUND) ?? false
  let taken: readonly string[] = []
  const place = { ref, type, leaks: [] }
  const patch = takingOff(place, finalizers, tools)
  const removal: Attempt = {
    ...patch,
    async hindrance(now) {
      const hindered = await hindrance(now)
      const isFree = isThere(now) && !finalizers.some(name => now.metadata.finalizers?.includes(name))
      return hindered ?? (isFree ? { result: 'done', message: message('AlreadyRemoved') } : undefined)
    },
    send(now, transport) {
      taken = finalizers.filter(name => !now!.metadata.finalizers?.includes(name))
      return patch.send(now, transport)
    },
    proof: async () =>
      isForeground && !tools.dryRun
        ? { result: 'done', message: message('GoesWithNextStep') }
        : gone(unit, taken, tools),
  }
  const patched = await attempt(removal, isForeground ? { ...tools, waitSeconds: 0 } : tools)
  isOurs ||= patched.some(({ result }) => result === 'done')
  const isStopped = patched.some(({ result }) => !['done', 'gone', 'planned'].includes(result))
  if (!isForeground || isStopped) return patched
  const proof = () => gone(unit, taken, tools)
  return [...patched, ...(await attempt({ ...takingOff(place, [FOREGROUND], tools), hindrance, proof }, tools))]
}

/** Waits until it is gone, and tells what was `taken` off it. */
async function gone({ type, object }: Unit, taken: readonly string[], tools: RescueTools): Promise<ChangeResult> {
  if (tools.dryRun) return { result: 'planned', message: message('Accepted') }
  const seen = await waitUntilGone(refOf(type, object.metadata), type, tools)
  if (seen.state === 'gone') return { result: 'done', message: goneThough(taken) }
  if (seen.state === 'unknown') return { result: 'failed', message: message('StateNotKnown', { why: seen.why }) }
  const patient = seen.object.metadata.finalizers?.includes(FOREGROUND)
  const still = message('StillExists', { holds: holdsNow(seen.object) })
  return { result: patient ? 'done' : 'timeout', message: still }
}

function changed(difference: Sentence): ChangeResult {
  return { result: 'changed', guard: 'Changed', message: message('SaveAsItIs', { after: difference }) }
}

/** Fields that another client wrote since it was saved; what the server and the deletion write does not count. */
function changeOf({ object, hasStatus }: Unit, now: KubeObject): Sentence | undefined {
  const fields = new Set([...Object.keys(object), ...Object.keys(now)])
  fields.delete('metadata')
  if (!hasStatus || object.metadata.finalizers?.includes(CRD_CLEANUP)) fields.delete('status')
  const [before, after] = [object.metadata, now.metadata]
  const known = new Set(before.finalizers)
  const changes = [
    ...[...fields].filter(field => !isDeepStrictEqual(withoutPolicy(object)[field], withoutPolicy(now)[field])),
    ...(['labels', 'annotations', 'ownerReferences'] as const).filter(
      field => !isDeepStrictEqual(before[field] ?? {}, after[field] ?? {}),
    ),
    ...((after.finalizers ?? []).every(name => known.has(name)) ? [] : ['finalizers']),
  ]
  return changes.length === 0 ? undefined : message('FieldsWritten', { fields: changes })
}

/** The policy of a volume is Retain by then. */
function withoutPolicy(object: KubeObject): KubeObject {
  if (object.kind !== 'PersistentVolume') return object
  return { ...object, spec: { ...volumeSpecOf(object), persistentVolumeReclaimPolicy: undefined } }
}

/** It is unknown what another client that removed finalizers did before. Nothing is cleaned up for Kubernetes' own. */
function goneThough(taken: readonly string[]): Sentence {
  const foreign = taken.filter(name => !OF_KUBERNETES.has(name))
  return foreign.length === 0 ? message('ObjectGone') : message('GoneThoughTaken', { finalizers: foreign })
}

async function newController(unit: Unit, tools: RescueTools): Promise<ChangeResult | undefined> {
  const found = await tools.findNewController([unit])
  if (found === undefined) return undefined
  return { result: 'refused', guard: 'ControllerAlive', message: message('NewController', { who: found }) }
}

/** What would not come back stays; the last thing that is asked before it goes. */
async function rejectedNow(unit: Unit, rescue: Rescue, { transport }: RescueTools): Promise<ChangeResult | undefined> {
  const refusal = await creationRefused(unit, rescue, transport)
  return refusal && refusedBy([refusal])
}

/** What names it as owner and was not there when the plan was made would be collected with it. */
async function newDependents(
  { object }: Unit,
  { units }: Rescue,
  tools: RescueTools,
): Promise<ChangeResult | undefined> {
  const found = await tools.findDependents([object.metadata.uid])
  const own = new Set(units.map(unit => unit.object.metadata.uid))
  const others = found.filter(({ meta }) => !own.has(meta.uid))
  if (others.length === 0) return undefined
  const by = others.map(({ type, meta }) => `${type.kind.toLowerCase()}/${meta.name}`).slice(0, 3)
  return changed(message('OwnerNamedSince', { by }))
}
