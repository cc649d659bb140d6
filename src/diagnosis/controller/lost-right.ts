import type { ObjectRef } from '../../api/object-ref.ts'
import { parseApiVersion, resourceName } from '../../api/resource-type.ts'
import { message } from '../../messages/sentence.ts'
import { claimsOf } from '../../statements/claims.ts'
import type { Quote } from '../../statements/quote.ts'
import { eachTogether, filterTogether } from '../answered.ts'
import type { Evidence } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import type { RuleContext } from '../stuck-object.ts'
import { type Workload, workloadsOf } from '../workloads/workloads.ts'
import { isGiven } from './account-rules.ts'
import { overlaps, wordsOf } from './kinship.ts'

export interface LostRight {
  readonly account: { readonly namespace: string; readonly name: string }
  readonly verbs: readonly string[]
  /** `plural.group`, and `plural.group/subresource`, as `kubectl create role --resource` takes them. */
  readonly resources: readonly string[]
  /** Where it needs it; absent: in the whole cluster, or of a type without namespaces. */
  readonly namespace?: string | undefined
  /** The name of what it asked for, where that is said. */
  readonly of?: string | undefined
}

/** As whom a service account asks (kubernetes/kubernetes: apiserver/pkg/authentication/serviceaccount/util.go). */
export function userOfAccount({ namespace, name }: LostRight['account']): string {
  return `system:serviceaccount:${namespace}:${name}`
}

/** As whom the Pods of a workload ask. */
export function accountOf(workload: Pick<Workload, 'namespace' | 'serviceAccount'>): LostRight['account'] {
  return { namespace: workload.namespace, name: workload.serviceAccount }
}

export function accountText({ namespace, name }: LostRight['account']): string {
  return `service account ${namespace}/${name}`
}

/**
 * A right of which the object says, in the words of the server's authorizer, that a service account lacks it, and that
 * the authorizer does not give it now either. An old refusal, or one that cannot be asked about again, proves nothing.
 */
export function toldForbidden(
  texts: readonly Quote[],
  { facts }: RuleContext,
): { readonly right: LostRight; readonly told: Quote } | undefined {
  for (const told of texts) {
    const lost = rightsIn(told, facts).find(({ allowed }) => allowed === false)
    if (lost !== undefined) return { right: lost.right, told }
  }
  return undefined
}

/**
 * The same where the object says that its controller waits in vain to list a kind: the authorizer lets the account list
 * or watch it nowhere in the cluster, nor in the object's namespace. Which of several groups is meant is open.
 */
export function neverListed(
  texts: readonly Quote[],
  account: LostRight['account'],
  namespace: string | undefined,
  { facts }: RuleContext,
): { readonly right: LostRight; readonly told: Quote } | undefined {
  const user = userOfAccount(account)
  for (const { kind, version, quote } of claimsOf('never listed', texts)) {
    const meant = new Set(
      facts.types.flatMap(type => (type.kind === kind && type.version === version ? [resourceName(type)] : [])),
    )
    const [resource] = meant
    // What an object says never grants the right to read Secrets.
    if (resource === undefined || meant.size > 1 || resource === 'secrets') continue
    const isRefused = (verb: string, place: { namespace?: string }) => {
      const answer = facts.read({ about: 'access', user, verb, resource, ...place })
      return answer.state === 'known' && !answer.value
    }
    const places = [{}, ...(namespace === undefined ? [] : [{ namespace }])]
    const verbs = filterTogether(['list', 'watch'], verb =>
      eachTogether(places, place => isRefused(verb, place)).every(Boolean),
    )
    if (verbs.length > 0) return { right: { account, verbs, resources: [resource] }, told: quote }
  }
  return undefined
}

/** That a text tells of nothing but refusals of the authorizer, and that the authorizer allows all of it now. */
export function givenBack(told: Quote, { facts }: RuleContext): Evidence | undefined {
  const rights = rightsIn(told, facts)
  const [first] = rights
  if (first === undefined || rights.some(({ allowed }) => allowed !== true)) return undefined
  const { account, verbs, resources } = first.right
  const fact = message('AccountMayNow', { account: accountText(account), verb: verbs[0]!, resource: resources[0]! })
  return { fact, source: 'subjectaccessreviews' }
}

/** The rights whose refusal a text repeats, with what the authorizer says of each now; undefined: that is not known. */
function rightsIn(
  told: Quote,
  facts: Facts,
): readonly { readonly right: LostRight; readonly allowed: boolean | undefined }[] {
  return eachTogether(claimsOf('denied', [told]), ({ account, verb, resource, subresource, namespace, of }) => {
    const place = namespace === undefined ? {} : { namespace }
    const user = userOfAccount(account)
    const answer = facts.read({ about: 'access', user, verb, resource, namespace, subresource })
    const resources = [subresource === undefined ? resource : `${resource}/${subresource}`]
    const right = { account, verbs: [verb], resources, ...place, of }
    return { right, allowed: answer.state === 'known' ? answer.value : undefined }
  })
}

/**
 * The account of a refusal that is over: it does not exist any more, and was called as what runs in its place. As one
 * that the object names somebody may still ask in its place, whether it exists or not.
 */
export function goneAccountIn(told: Quote, spec: unknown, facts: Facts): string | undefined {
  const isGone = ({ namespace, name }: LostRight['account']) => {
    const own = workloadsOf(facts).all.filter(each => each.namespace === namespace && each.readyReplicas > 0)
    if (own.some(each => each.serviceAccount === name) || JSON.stringify(spec ?? '').includes(name)) return false
    if (own.every(each => !overlaps(wordsOf(each.name), wordsOf(name)))) return false
    return facts.read({ about: 'existence', resource: 'serviceaccounts', namespace, name }).state === 'absent'
  }
  const refused = claimsOf('denied', [told])
  return refused.every(({ account }) => isGone(account)) ? refused.map(each => accountText(each.account))[0] : undefined
}

const TO_FINISH = ['get', 'list', 'watch', 'update', 'patch']

/** What a controller needs to remove its finalizers from these objects, of several types, and its roles do not give. */
export function rightToFinish(account: LostRight['account'], refs: readonly ObjectRef[], facts: Facts): LostRight {
  const who = { namespace: account.namespace, serviceAccount: account.name }
  const lacks = ({ apiVersion, resource, namespace, name }: ObjectRef, part: string, ...verbs: readonly string[]) => {
    const wanted = { group: parseApiVersion(apiVersion).group, resource: `${resource.split('.')[0]}${part}`, name }
    return verbs.some(verb => !isGiven(who, { ...wanted, verb }, namespace, facts))
  }
  const resources = refs.flatMap(ref => [
    ref.resource,
    // Types of Kubernetes' own have no `finalizers` to be allowed.
    ...(ref.apiVersion.includes('.') && lacks(ref, '/status', 'update', 'patch') ? [`${ref.resource}/status`] : []),
    ...(ref.apiVersion.includes('.') && lacks(ref, '/finalizers', 'update') ? [`${ref.resource}/finalizers`] : []),
  ])
  const places = new Set(refs.map(({ namespace }) => namespace))
  const [namespace] = places
  const verbs = TO_FINISH.filter(verb => refs.some(ref => lacks(ref, '', verb)))
  return {
    account,
    verbs: verbs.length === 0 ? TO_FINISH : verbs,
    resources: [...new Set(resources)],
    namespace: places.size === 1 ? namespace : undefined,
  }
}
