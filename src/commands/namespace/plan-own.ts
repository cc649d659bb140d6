import type { KubeObject } from '../../api/object.ts'
import type { Step } from '../../change/outcome.ts'
import { planRemoval } from '../../change/plan-removal.ts'
import type { Removal } from '../../change/removal.ts'
import type { StuckObject } from '../remove/stuck-objects.ts'
import { type Errand, permissionOf } from './errand.ts'

/**
 * The removal of a Namespace's own metadata.finalizers, as `remove` would plan it; undefined: it has none. `untried` leaves
 * the server's dry run out. Answers a Step when the Namespace went meanwhile, or could not be read.
 */
export async function planOwn(
  namespace: StuckObject,
  { metadata }: KubeObject,
  errand: Errand,
  { untried = false }: { readonly untried?: boolean } = {},
): Promise<Removal | Step | undefined> {
  const named = metadata.finalizers ?? []
  if (named.length === 0) return undefined
  const { shippedCatalogue } = await import('../../diagnosis/catalogue/shipped.ts')
  const request = { ...namespace, named, catalogue: shippedCatalogue(), untried }
  return planRemoval(errand.transport, request, permissionOf(errand), errand.context.signal)
}
