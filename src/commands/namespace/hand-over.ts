import { isFinished } from '../../change/outcome.ts'
import { planAll } from '../remove/plan-all.ts'
import type { StuckObject } from '../remove/stuck-objects.ts'
import { offer } from '../write/offer.ts'
import { endsBy } from './ends-by.ts'
import type { Ended, Errand } from './errand.ts'
import { removableFrom } from './removable.ts'
import type { Sight } from './sight.ts'

export interface HandedOver extends Ended {
  /** The ladder ends here: no consent, something failed, or a dry run that cannot know what is left then. */
  readonly ends: boolean
}

/**
 * What is left in the namespace goes by the code of `remove`: finalizers of which nobody is left, each through its guards;
 * then the Namespace's own metadata.finalizers. One consent, by the name of the namespace, for all of them.
 */
export async function handOver(namespace: StuckObject, { stuck }: Sight, errand: Errand): Promise<HandedOver> {
  const { options, transport, context, name } = errand
  const finalizers = (each: StuckObject): readonly string[] => removableFrom(each, options)
  const removable = [...stuck, namespace].filter(each => finalizers(each).length > 0)
  if (removable.length === 0) return { steps: [], interrupted: false, ends: false }
  const planned = await planAll(removable, { finalizers }, options, transport, context)
  const offered = await offer(planned.removals, planned.steps, { ...options, word: name }, transport, context)
  const { steps, interrupted } = offered
  if (planned.removals.length === 0) return { steps, interrupted, ends: false }
  if (options.dryRun !== 'none') context.terminal.stderr.write(`${endsBy(namespace).afterwards}; ${OTHERWISE}\n`)
  const failed = steps.some(step => !isFinished(step) && step.result !== 'refused' && step.result !== 'timeout')
  return { steps, interrupted, ends: !offered.carriedOut || failed || options.dryRun !== 'none' }
}

const OTHERWISE = 'if it does not, this command says why and what is left to do.'
