import { factFrom } from '../../messages/sentence.ts'
import { illsOf } from '../../statements/ills.ts'
import type { Evidence } from '../explanation.ts'
import { isCustom, type RuleContext, type StuckObject, wholeOf } from '../stuck-object.ts'
import { awaitedResources } from './awaited.ts'

const MAX_TOLD = 2

/**
 * What the object's inventory lists, is there and is not being deleted, with what it says is wrong with it: an error of
 * the deletion may be of something else, and over (argoproj/argo-cd#1329).
 */
export function stillListed(held: StuckObject, context: RuleContext): readonly Evidence[] {
  const staying = awaitedResources(held, context).resources.filter(({ meta }) => meta.deletionTimestamp === undefined)
  // Of many it is the first that the tool did not come to.
  if (staying.length > MAX_TOLD) return []
  return staying.map(({ ref, type }) => {
    const whole = isCustom({ type }) ? wholeOf({ ref }, context) : undefined
    const [text] = whole === undefined ? [] : illsOf(whole)
    const { kind, name, namespace } = ref
    return factFrom(ref.resource, 'ListedIsNotDeleted', { kind, name, namespace, text })
  })
}
