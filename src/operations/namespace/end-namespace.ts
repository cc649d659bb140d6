import { NAMESPACE } from '../../api/builtin-finalizers.ts'
import { append } from '../../api/long-lists.ts'
import { NAMESPACE_TYPE } from '../../api/namespace-type.ts'
import { refOf } from '../../api/object-ref.ts'
import { readWhole } from '../../cluster/read-whole.ts'
import { lapseOf, limitedBy } from '../../cluster/transport/aborted.ts'
import { awaitsNamespaceController } from '../../diagnosis/namespaces/terminating-namespaces.ts'
import { type LastState, waitUntilGone } from '../../execute/wait-until-gone.ts'
import type { NamespaceEnder } from '../../messages/arguments.ts'
import { message, type Sentence, Trouble } from '../../messages/sentence.ts'
import { isFinished, type Step } from '../../plan/outcome.ts'
import type { DiagnosedObject } from '../inspect/stuck-objects.ts'
import { offer } from '../write/offer.ts'
import { planAll } from '../write/plan-all.ts'
import { forceEnd, refusedUntilRepaired, stoppersOf } from './force-end.ts'
import type { NamespaceInspection, NamespaceRequest, TerminatingInspection } from './inspection.ts'
import { contentLosses, inspectNamespace, isTerminating, keyOf, removableIn, untried } from './inspection.ts'

/**
 * The namespace controller deletes more of the content while it is waited for, and that may be held in turn: looked at
 * after so many seconds, then after twice as many each time.
 */
const FIRST_LOOK_SECONDS = 4
/** What one look may take at least, of a server that is silent. */
const LEAST_LOOK_SECONDS = 10

/**
 * The ladder, each rung shown before consent: repair what stops the namespace controller; remove what no controller
 * will, as `remove` does; wait for the namespace controller, and go back a rung when what it deleted meanwhile is held
 * as well; then, and only then, /finalize.
 */
export async function endNamespace(request: NamespaceRequest): Promise<readonly Step[]> {
  const { options, ports } = request
  const { signal, journal } = ports
  const begun = ports.clock.elapsed()
  const first = await inspectNamespace(request)
  /** What a later look may take where less time is left: what the first one took tells how slow the server is. */
  const patienceSeconds = Math.max(LEAST_LOOK_SECONDS, 3 * (ports.clock.elapsed() - begun))
  if (first.interrupted) return []
  if (!isTerminating(first)) return [await goneStep(request, message('DeletedMeanwhile'), first)]
  // By the same name there may be another by now, which was not asked for.
  const isStill = (each: NamespaceInspection): each is TerminatingInspection =>
    isTerminating(each) && each.namespace.held.ref.uid === first.namespace.held.ref.uid
  await ports.show([{ part: 'namespaceCauses', namespace: first.namespace.explained, causes: first.causes }], options)
  await ports.say({ part: 'unreadable', entries: first.unreadable })
  const repair = await refusedUntilRepaired(first, request)
  if (repair !== undefined) return [repair]
  await ports.show([{ part: 'losses', ...(await contentLosses(first, request)) }], options)

  const by = endsBy(first.namespace)
  const went = message('WentUnforced', { by })
  const wait = patience(request, first.namespace, by)
  const tried = new Set<string>()
  const steps: Step[] = []
  for (let inspection: NamespaceInspection = first; ; ) {
    if (!isStill(inspection)) return [...steps, await goneStep(request, went, inspection, first)]
    const removed = await removeContent(inspection, request, tried)
    append(steps, removed.steps)
    journal.note(removed.steps)
    if (removed.ends) return steps
    const expected = options.dryRun === 'none' && expectsEnd(inspection, steps)
    if (expected) {
      const seen = await wait.aWhile()
      if (seen.state === 'gone') return [...steps, gone(request, went, first)]
      if (signal.aborted) return steps
      // Not to wait was the wish of whoever called: what was to be done is done, and the rest comes by itself.
      if (options.waitSeconds === 0 && steps.length > 0 && steps.every(isFinished)) return steps
      if (seen.state === 'unknown' && wait.isOver()) {
        const failed = { result: 'failed', message: message('NamespaceStateUnknown', { why: seen.why }) } as const
        return [...steps, { ref: first.namespace.held.ref, action: 'FinalizeNamespace', ...failed }]
      }
    }
    // What was seen is true no more once something was removed or waited for.
    if (expected || steps.length > 0)
      inspection = await lookAgain(request, Math.max(wait.secondsLeft(), patienceSeconds))
    if (inspection.interrupted) return steps
    const goesOn = expected && (!wait.isOver() || removableIn(inspection, request, tried).length > 0)
    if (goesOn || !isStill(inspection)) continue
    return [...steps, ...(await forceEnd(inspection, request))]
  }
}

/** The time of `--timeout`, spent a while at a time. */
function patience({ options, ports, transport }: NamespaceRequest, namespace: DiagnosedObject, by: NamespaceEnder) {
  const { clock } = ports
  let begun: number | undefined
  let slice = FIRST_LOOK_SECONDS
  const secondsLeft = (): number => {
    if (begun === undefined) return options.waitSeconds
    return Math.max(0, options.waitSeconds - (clock.elapsed() - begun))
  }
  return {
    secondsLeft,
    isOver: () => secondsLeft() <= 0,
    async aWhile(): Promise<LastState> {
      if (begun === undefined && options.waitSeconds > 0) {
        await ports.say(message('WaitingForEnd', { by, seconds: options.waitSeconds }))
      }
      begun ??= clock.elapsed()
      const waitSeconds = Math.min(slice, secondsLeft())
      slice *= 2
      return waitUntilGone(namespace.held.ref, NAMESPACE_TYPE, { ...ports, transport, waitSeconds })
    },
  }
}

/** Rejects with ApiFailure `cut` when the server is silent for longer than there is time. */
async function lookAgain(request: NamespaceRequest, seconds: number): Promise<NamespaceInspection> {
  const limit = lapseOf(seconds)
  const inspection = await inspectNamespace({ ...request, transport: limitedBy(request.transport, limit) })
  // Of what was not answered in time nothing is known: it is no ground for the next rung.
  limit.throwIfAborted()
  return inspection
}

/** That a look does not have it is no proof: it may not have been read. Rejects with an Error then. */
async function goneStep(
  request: NamespaceRequest,
  went: Sentence,
  { unreadable }: NamespaceInspection,
  first?: NamespaceInspection,
): Promise<Step> {
  const { name, transport, ports } = request
  const now = await readWhole(transport, NAMESPACE_TYPE, { name }, ports.signal)
  const uid = first?.namespace?.held.ref.uid
  const isGone = now === undefined || (uid !== undefined && now.metadata.uid !== uid)
  if (isGone) return gone(request, went, first)
  const unread = unreadable.find(({ resource }) => resource === NAMESPACE_TYPE.plural)
  throw new Trouble(message('NamespaceUnexplained', { name, why: unread?.message ?? message('RunAgain') }))
}

function gone({ name }: NamespaceRequest, went: Sentence, inspection?: NamespaceInspection): Step {
  const ref = inspection?.namespace?.held.ref ?? refOf(NAMESPACE_TYPE, { name, uid: '' })
  return { ref, action: 'FinalizeNamespace', result: 'gone', message: went }
}

interface ContentRemoval {
  readonly steps: readonly Step[]
  /** The ladder ends here: no consent, an interrupt, a failure, or a dry run that cannot know what is left then. */
  readonly ends: boolean
}

/**
 * What is left in the namespace goes by the code of `remove`: finalizers without a controller, each through its guards;
 * then the Namespace's own metadata.finalizers. One consent, by the name of the namespace, for all of them. What is in
 * `tried` is left out, and what is handed over is put there.
 */
async function removeContent(
  inspection: TerminatingInspection,
  request: NamespaceRequest,
  tried: Set<string>,
): Promise<ContentRemoval> {
  const { options, ports, name } = request
  const removable = removableIn(inspection, request, tried)
  if (removable.length === 0) return { steps: [], ends: false }
  const finalizers = (each: DiagnosedObject): readonly string[] => untried(each, request, tried)
  const planned = await planAll(removable, { finalizers }, request)
  const names = removable.flatMap(each => finalizers(each).map(finalizer => keyOf(each, finalizer)))
  for (const each of names) tried.add(each)
  const { steps, carriedOut } = await offer(planned.removals, planned.steps, request, { word: name })
  if (planned.removals.length === 0) return { steps, ends: ports.signal.aborted }
  if (options.dryRun !== 'none') await ports.say(message('EndsAfterwards', { by: endsBy(inspection.namespace) }))
  const failed = steps.some(step => !isFinished(step) && step.result !== 'refused' && step.result !== 'timeout')
  return { steps, ends: ports.signal.aborted || !carriedOut || failed || options.dryRun !== 'none' }
}

/** Without `kubernetes` in spec.finalizers the namespace controller has no part in its end, whoever removed that. */
function endsBy({ held }: DiagnosedObject): NamespaceEnder {
  return awaitsNamespaceController(held) ? 'controller' : 'finalizer'
}

/**
 * Whether the namespace controller can be expected to end the namespace by itself now: nothing stops it, and everything
 * that was found to hold the namespace was removed. Else to wait for it is in vain.
 */
function expectsEnd(inspection: TerminatingInspection, steps: readonly Step[]): boolean {
  if (stoppersOf(inspection).length > 0) return false
  const removed = new Set(steps.filter(isFinished).map(({ ref, finalizer }) => `${ref.uid} ${finalizer}`))
  const isHeld = ({ held, explained }: DiagnosedObject): boolean => {
    if (explained.verdict === 'waiting' || explained.verdict === 'progressing') return false
    const finalizers = othersOn(held)
    return finalizers.length === 0 || !finalizers.every(name => removed.has(`${held.ref.uid} ${name}`))
  }
  return !inspection.stuck.some(isHeld) && (isUnexplained(inspection) || !isHeld(inspection.namespace))
}

/** Nothing known holds it: what its controller last failed at may be repaired, and it retries within a minute. */
function isUnexplained({ namespace: { held, causes }, unreadable }: TerminatingInspection): boolean {
  const named = causes.filter(({ cause, finalizer }) => cause.code !== 'ControllerUnknown' || finalizer !== undefined)
  return othersOn(held).length + named.length + unreadable.length === 0
}

/** Its finalizers but that of the namespace controller. */
function othersOn({ finalizers }: DiagnosedObject['held']): readonly string[] {
  return finalizers.filter(({ name, field }) => field === 'metadata' || name !== NAMESPACE).map(({ name }) => name)
}
