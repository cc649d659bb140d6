import type { ObjectRef } from '../../api/object-ref.ts'
import type { Evidence } from '../explanation.ts'
import type { RuleContext } from '../held.ts'

/** A right that a service account needs and does not have. */
export interface LostRight {
  readonly account: { readonly namespace: string; readonly name: string }
  readonly verbs: readonly string[]
  /** `plural.group`, and `plural.group/subresource`, as `kubectl create role --resource` takes them. */
  readonly resources: readonly string[]
  /** Where it needs it; absent: in the whole cluster, or of a type without namespaces. */
  readonly namespace?: string
}

/** `User "system:serviceaccount:ops:deployer" cannot delete resource "secrets" in API group "" in the namespace "shop"`. */
const SENTENCE =
  /User "system:serviceaccount:([^:"]+):([^":]+)" cannot ([a-z]+) resource "([a-z0-9.-]+)(?:\/([a-z]+))?" in API group "([a-z0-9.-]*)"(?: in the namespace "([^"]+)")?/g

/**
 * A right of which the object says, in the words of the server's authorizer, that a service account lacks it, and that the
 * authorizer does not give it now either. An old refusal, or one that cannot be asked about again, proves nothing.
 */
export function toldForbidden(
  texts: readonly Evidence[],
  { facts }: RuleContext,
): { readonly right: LostRight; readonly told: Evidence } | undefined {
  for (const told of texts) {
    for (const [, place = '', name = '', verb = '', plural = '', subresource, group = '', where] of told.fact.matchAll(
      SENTENCE,
    )) {
      const resource = group === '' ? plural : `${plural}.${group}`
      const namespace = where === undefined ? {} : { namespace: where }
      const user = `system:serviceaccount:${place}:${name}`
      const answer = facts.read({
        about: 'access',
        user,
        verb,
        resource,
        ...namespace,
        ...(subresource !== undefined && { subresource }),
      })
      if (answer.state !== 'known' || answer.value) continue
      const resources = [subresource === undefined ? resource : `${resource}/${subresource}`]
      return { right: { account: { namespace: place, name }, verbs: [verb], resources, ...namespace }, told }
    }
  }
  return undefined
}

/** What a controller needs to remove its finalizers from these objects, be they of several types and namespaces. */
export function rightToFinish(account: LostRight['account'], refs: readonly ObjectRef[]): LostRight {
  const resources = [...new Map(refs.map(ref => [ref.resource, ref])).values()].flatMap(({ apiVersion, resource }) =>
    // Types of Kubernetes' own have no `finalizers` to be allowed.
    apiVersion.includes('.') ? [resource, `${resource}/status`, `${resource}/finalizers`] : [resource],
  )
  const places = new Set(refs.map(({ namespace }) => namespace))
  const [namespace] = places
  const verbs = ['get', 'list', 'watch', 'update', 'patch']
  return { account, verbs, resources, ...(places.size === 1 && namespace !== undefined && { namespace }) }
}
