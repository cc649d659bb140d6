import { FOREGROUND } from '../../api/builtin-finalizers.ts'
import { ApiFailure } from '../../api/failure.ts'
import type { KubeObject } from '../../api/object.ts'
import { type ObjectRef, refOf } from '../../api/object-ref.ts'
import { type RefusedAnswer, refusedAnswer } from '../../api/refused-answer.ts'
import { readWhole } from '../../cluster/read-whole.ts'
import type { Transport } from '../../cluster/transport/transport.ts'
import type { Request } from '../../messages/arguments.ts'
import { message, type Sentence, Trouble } from '../../messages/sentence.ts'
import type { Refusal } from '../../plan/guard.ts'
import { holdOf, stoppedByRescue } from '../../plan/rescue/hold.ts'
import { dependentsOf, type Rescue, type Saved, type Unit } from '../../plan/rescue/rescue.ts'
import { rejectionOf } from '../../statements/rejection.ts'
import { createObject, deleteObject, mergeFields, patchFinalizers } from '../requests.ts'
import { recreated } from './create-again.ts'
import { fieldWith } from './dependents.ts'

/** What the server would not take, and of which object. */
export interface Rejected {
  readonly ref: ObjectRef
  readonly refusal: Refusal
}

/** The uid that will be written is not known before. */
const NO_UID = '00000000-0000-4000-8000-000000000000'

/**
 * Asks the server for every request of a rescue by a dry run, before anything is touched. An existing object is created
 * under its own name: admission and validation come before `AlreadyExists`, the answer that is hoped for. This cannot
 * show that instances of a terminating CRD cannot be created, nor what a count (quota, uniqueness webhook) says once
 * the old object is gone. Rejects with ApiFailure where the server cannot be asked.
 */
export async function probeRescue(
  { units, volumes, controllers, references = [] }: Rescue,
  transport: Transport,
): Promise<readonly Rejected[]> {
  const rejected: Rejected[] = []
  const dry = { transport, dryRun: true }
  const ask = async (saved: Saved, send: (now: KubeObject) => Promise<unknown>, what: Request): Promise<void> => {
    const { type, object } = saved
    const now = await readWhole(transport, type, object.metadata)
    // What an earlier run did is not tried again.
    if (now === undefined || now.metadata.uid !== object.metadata.uid) return
    const why = await refusalOf(() => send(now))
    if (why !== undefined) rejected.push({ ref: refOf(type, object.metadata), refusal: rejection(what, why) })
  }
  for (const each of stoppedByRescue(controllers)) {
    const spec = holdOf(each.object.kind)!.stopped
    await ask(each, now => mergeFields(each.type, now, { spec }, dry), 'stop')
  }
  for (const each of volumes) {
    const spec = { persistentVolumeReclaimPolicy: 'Retain' }
    await ask(each, now => mergeFields(each.type, now, { spec }, dry), 'retain')
  }
  for (const each of dependentsOf(units)) {
    const metadata = { ownerReferences: [] }
    await ask(each, now => mergeFields(each.type, now, { metadata }, dry), 'release')
  }
  for (const each of references)
    await ask(each, now => mergeFields(each.type, now, fieldWith(each.field, NO_UID), dry), { uidIn: each.field })
  for (const unit of units) {
    const { type, object } = unit
    const finalizers = (object.metadata.finalizers ?? []).filter(name => name !== FOREGROUND)
    const onIt = (now: KubeObject) => finalizers.filter(name => now.metadata.finalizers?.includes(name))
    await ask(unit, now => lettingGo(unit, now, onIt(now), transport), 'remove')
    if (object.metadata.finalizers?.includes(FOREGROUND))
      await ask(unit, now => deleteObject(type, now, 'Background', dry), 'removeAlone')
    if (isInstance(unit, units)) continue
    await ask(unit, () => creation(unit, transport), 'create')
    if (unit.hasStatus) await ask(unit, now => mergeFields(type, now, {}, dry, '/status'), 'status')
  }
  return rejected
}

/**
 * Why a unit that still exists could not be recreated by now, by a dry run: its namespace is terminating, or admission
 * changed since the plan. Rejects with ApiFailure where the server cannot be asked.
 */
export async function creationRefused(
  unit: Unit,
  { units }: Pick<Rescue, 'units'>,
  transport: Transport,
): Promise<Refusal | undefined> {
  if (isInstance(unit, units)) return undefined
  const why = await refusalOf(() => creation(unit, transport))
  return why && { ...rejection('create', why), instead: message('HeldUntilFixed') }
}

async function lettingGo(
  { type }: Unit,
  now: KubeObject,
  finalizers: readonly string[],
  transport: Transport,
): Promise<void> {
  if (finalizers.length === 0) return
  const { metadata } = await patchFinalizers(type, now, finalizers, { transport, dryRun: true })
  const back = finalizers.filter(name => metadata.finalizers?.includes(name))
  if (back.length > 0) throw new Undone(message('AdmissionPutsBack', { finalizers: back }))
}

/** The server takes it, and it has no effect. */
class Undone extends Trouble {}

async function creation(unit: Unit, transport: Transport): Promise<void> {
  try {
    await createObject(unit.type, withoutAllocated(recreated(unit, new Map())), { transport, dryRun: true })
  } catch (error) {
    const isThere =
      error instanceof ApiFailure && error.fault.kind === 'status' && error.fault.status.reason === 'AlreadyExists'
    if (!isThere) throw error
  }
}

/** The old Service has its addresses and node ports as long as it is there: asked for once more, they are taken. */
function withoutAllocated(object: KubeObject): KubeObject {
  if (object.apiVersion !== 'v1' || object.kind !== 'Service') return object
  const { clusterIP, clusterIPs, healthCheckNodePort: _, ports = [], ...spec } = object.spec as ServiceSpec
  const headless = clusterIP === 'None' ? { clusterIP, clusterIPs } : {}
  return { ...object, spec: { ...spec, ...headless, ports: ports.map(({ nodePort: _, ...port }) => port) } }
}

interface ServiceSpec {
  readonly clusterIP?: string
  readonly clusterIPs?: readonly string[]
  readonly healthCheckNodePort?: number
  readonly ports?: readonly { readonly nodePort?: number }[]
}

/** A CRD that is being deleted takes no new instances. */
function isInstance({ type }: Unit, units: readonly Unit[]): boolean {
  const name = `${type.plural}.${type.group}`
  return units.some(({ object }) => object.kind === 'CustomResourceDefinition' && object.metadata.name === name)
}

async function refusalOf(send: () => Promise<unknown>): Promise<Undone | RefusedAnswer | undefined> {
  try {
    await send()
    return undefined
  } catch (error) {
    if (error instanceof Undone) return error
    return refusedAnswer(error)
  }
}

function rejection(request: Request, answer: Undone | RefusedAnswer): Refusal {
  if (answer instanceof Undone) return { guard: 'WouldBeUndone', why: answer.sentence }
  const said = answer.message || message('ItAnswered', { code: answer.code })
  return { guard: 'WouldBeRejected', why: message('RequestRejected', { request, said }), instead: insteadOf(answer) }
}

/** Nothing is let go that might not come back. */
function insteadOf(answer: RefusedAnswer): Sentence {
  const { by } = rejectionOf(answer)
  const isRight = answer.code === 401 || answer.code === 403
  if (by === 'probe') return message(isRight ? 'UnchangedWithoutRight' : 'UntestedUnmade')
  return message('UnchangedFixRejecter')
}
