import { message } from '../../messages/sentence.ts'
import { isFinished, type Step } from '../../plan/outcome.ts'
import type { DiagnosedObject } from '../inspect/stuck-objects.ts'
import { offer } from '../write/offer.ts'
import { planAll } from '../write/plan-all.ts'
import { endsBy } from './expected-end.ts'
import type { Inspection } from './inspection.ts'
import { keyOf, removableIn, untried } from './removable.ts'
import type { NamespaceRequest } from './request.ts'

export interface ContentRemoval {
  readonly steps: readonly Step[]
  /** The ladder ends here: no consent, an interrupt, a failure, or a dry run that cannot know what is left then. */
  readonly ends: boolean
}

/**
 * What is left in the namespace goes by the code of `remove`: finalizers without a controller, each through its guards;
 * then the Namespace's own metadata.finalizers. One consent, by the name of the namespace, for all of them. What is in
 * `tried` is left out, and what is handed over is put there.
 */
export async function removeContent(
  namespace: DiagnosedObject,
  inspection: Inspection,
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
  if (options.dryRun !== 'none') await ports.say(message('EndsAfterwards', { by: endsBy(namespace) }))
  const failed = steps.some(step => !isFinished(step) && step.result !== 'refused' && step.result !== 'timeout')
  return { steps, ends: ports.signal.aborted || !carriedOut || failed || options.dryRun !== 'none' }
}
