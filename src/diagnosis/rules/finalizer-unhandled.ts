import type { ObjectMeta } from '../../api/object.ts'
import { wordsOf } from '../controller/kinship.ts'
import { isProgram, isTelling, writerOfFinalizer } from '../controller/managers.ts'
import type { Holding } from '../held.ts'
import { type Case, living, removal } from './controller-case.ts'

/** So long after the deletion, in seconds, a controller that handles the finalizer would have shown something. */
const EARLY_SECONDS = 30

/**
 * FinalizerUnhandled: the controller runs and its version does not know this finalizer. Proof are living objects of the
 * type that carry another finalizer of the same product and writer in its place, newer than all that still carry it, and a
 * controller that has not touched the object since its deletion.
 */
export function finalizerUnhandled(found: Case): Holding | undefined {
  const { held, finalizer, reports, context } = found
  const [controller] = living(found)
  if (controller === undefined || (held.ageSeconds ?? 0) < EARLY_SECONDS) return undefined
  if (reports.failures.length > 0 || reports.progress.length > 0 || isTouched(held.meta)) return undefined
  const all = context.facts.read({ about: 'metadata', resource: held.ref.resource })
  if (all.state !== 'known') return undefined
  const successor = successorOf(held.meta, finalizer, all.value)
  if (successor === undefined || areBothInUse(finalizer, successor.finalizer, found)) return undefined
  const { workload } = controller
  const name = `${workload.kind.toLowerCase()} ${workload.namespace}/${workload.name}`
  return {
    verdict: 'stuck',
    cause: {
      key: `FinalizerUnhandled/${workload.kind}/${workload.namespace}/${workload.name}/${finalizer}`,
      code: 'FinalizerUnhandled',
      subject: { kind: workload.kind, namespace: workload.namespace, name: workload.name },
      finalizer,
      summary: `${name} runs and does not handle ${finalizer}: it uses ${successor.finalizer} in its place.`,
      evidence: [
        {
          fact: `${successor.count} living ${held.ref.resource} carry ${successor.finalizer} and not ${finalizer}, ${successor.example} for one`,
          source: held.ref.resource,
        },
        { fact: `${name} has ${workload.readyReplicas} ready`, source: `${workload.kind.toLowerCase()}s` },
        ...controller.evidence,
        {
          fact: 'it has neither reported nor written anything to the object since its deletion',
          source: 'managedFields',
        },
      ],
      remedies: (_blocks, direct) => [
        {
          kind: 'repair',
          summary: `run a version that handles ${finalizer} until these objects are gone, if what it cleans up matters`,
          commands: [],
          risk: 'medium',
          leaks: [],
        },
        removal(
          found,
          direct,
          direct.map(({ ref }) => (ref.uid === held.ref.uid ? reports.whole : undefined)),
        ),
      ],
    },
  }
}

interface Successor {
  readonly finalizer: string
  readonly count: number
  readonly example: string
}

/** The finalizer that living objects carry in place of this one. */
function successorOf(own: ObjectMeta, finalizer: string, all: readonly ObjectMeta[]): Successor | undefined {
  const alive = all.filter(({ uid, deletionTimestamp }) => uid !== own.uid && deletionTimestamp === undefined)
  const lastOld = alive
    .filter(({ finalizers = [] }) => finalizers.includes(finalizer))
    .map(({ creationTimestamp = '' }) => creationTimestamp)
    .toSorted()
    .at(-1)
  // An object that is deleted loses what is handled first: what it still carries itself is no successor.
  const carried = new Set(own.finalizers)
  const writer = writerOfFinalizer(own, finalizer)?.manager
  // What a person or a pipeline put on is their choice, object by object.
  if (writer !== undefined && !isProgram(writer)) return undefined
  const words = wordsOf(finalizer, writer !== undefined && isTelling(writer) ? writer : '')
  const found = alive.flatMap(meta => {
    if (meta.finalizers?.includes(finalizer) || (lastOld !== undefined && (meta.creationTimestamp ?? '') <= lastOld))
      return []
    const next = meta.finalizers?.find(name => {
      if (carried.has(name)) return false
      const other = writerOfFinalizer(meta, name)?.manager
      if (other !== undefined && !isProgram(other)) return false
      const tell = [writer, other].filter(each => each !== undefined && isTelling(each))
      if (tell.length === 2 && writer !== other) return false
      return [...wordsOf(name)].some(word => words.has(word))
    })
    return next === undefined ? [] : [{ next, meta }]
  })
  const [first] = found
  if (first === undefined) return undefined
  const { namespace, name } = first.meta
  const count = found.filter(({ next }) => next === first.next).length
  return { finalizer: first.next, count, example: namespace === undefined ? name : `${namespace}/${name}` }
}

const FORMER = /\b(old|former|legacy|previous|deprecated|no longer|before v)\b/i

/** The catalogue knows both as names of the present version: which of them an object has depends on what it asks for. */
function areBothInUse(finalizer: string, other: string, { held, context: { catalogue } }: Case): boolean {
  const [one, two] = [finalizer, other].map(name => catalogue.find(name, held.ref.resource))
  if (one === undefined || two === undefined || one.finalizer === two.finalizer) return false
  return !FORMER.test(one.cleans)
}

/** Somebody wrote to it after its deletion was asked for: a controller that takes its finalizers off one by one does. */
function isTouched({
  deletionTimestamp = '',
  deletionGracePeriodSeconds = 0,
  managedFields = [],
}: ObjectMeta): boolean {
  const asked = Date.parse(deletionTimestamp) - deletionGracePeriodSeconds * 1000
  return managedFields.some(({ time = '' }) => Date.parse(time) > asked + 1000)
}
