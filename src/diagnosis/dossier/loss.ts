import { itemsOf } from '../../api/fact.ts'
import { KUBERNETES_GROUPS } from '../../api/kubernetes-groups.ts'
import { resourceName } from '../../api/resource-type.ts'
import { typeMeant } from '../ownership/owner-lookup.ts'
import { referencesOf } from '../references/references.ts'
import { type DirectlyHeld, type RuleContext, type StuckObject, wholeOf } from '../stuck-object.ts'

/** What an object is only there for, if none of that name exists any more. */
export function purposeGone(onlyFor: string | undefined, held: StuckObject, context: RuleContext): string | undefined {
  const whole = onlyFor === undefined ? undefined : wholeOf(held, context)
  if (whole === undefined) return undefined
  const owner = onlyFor === 'owner' ? held.meta.ownerReferences?.find(({ controller }) => controller) : undefined
  const type = owner && typeMeant(owner, context)
  const owned = owner && type && { type, name: owner.name, namespace: type.namespaced ? held.ref.namespace : undefined }
  const found = owned ?? referencesOf(held, whole, context).find(({ path }) => path === onlyFor)
  if (found === undefined) return undefined
  const asked = { resource: resourceName(found.type), namespace: found.namespace, name: found.name }
  const isGone = context.facts.read({ about: 'existence', ...asked }).state === 'absent'
  return isGone ? `${found.type.kind} ${found.name}` : undefined
}

/**
 * What the object names of a cluster-scoped type after which the finalizer is called, and which is there: that is what
 * would be cleaned up, `oauthclients.finalizers.che.eclipse.org` (eclipse-che/che-operator#31). Who may write an object
 * could name a Node or a ClusterRole so, and none of Kubernetes itself is told as left behind.
 */
export function namedByFinalizer(held: DirectlyHeld, context: RuleContext): readonly string[] {
  const [plural] = (held.heldBy ?? '').split('.')
  const type = context.facts.types.find(
    each => each.plural === plural && !each.namespaced && !KUBERNETES_GROUPS.has(each.group),
  )
  const whole = type === undefined || type.kind === held.ref.kind ? undefined : wholeOf(held, context)
  if (type === undefined || whole === undefined) return []
  const spec = JSON.stringify(whole.spec ?? {})
  const all = itemsOf(context.facts.read({ about: 'metadata', resource: resourceName(type) }))
  return all.filter(({ name }) => spec.includes(`:"${name}"`)).map(({ name }) => `${type.kind} ${name} (spec)`)
}
