import { factFrom } from '../../messages/sentence.ts'
import type { Evidence } from '../explanation.ts'
import { closedNamespace } from '../namespaces/terminating-namespaces.ts'
import type { RuleContext, StuckObject } from '../stuck-object.ts'
import type { LostRight } from './lost-right.ts'

const USUAL = new Set(['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection'])
const READING = new Set(['get', 'list', 'watch'])
/**
 * Groups and parts by which rights are given, and what speaks as somebody else: nothing that a text says gives them.
 */
const ESCALATING = {
  groups: new Set(['rbac.authorization.k8s.io', 'admissionregistration.k8s.io', 'authentication.k8s.io']),
  parts: new Set(['token', 'approval', '*']),
}
const SENSITIVE = new Set(['exec', 'attach', 'portforward', 'proxy', 'ephemeralcontainers'])

/**
 * Whether a right may be given because a text says that its lack stops a controller: users of the object's namespace
 * write Events there, and often the status. That of the type itself it needs in any case, and in that namespace it may
 * do what they may. Elsewhere no Event is believed, and another text where it is for reading what is not sensitive, or
 * in the controller's own namespace.
 */
export function isGrantable(
  { account, verbs, resources, namespace }: LostRight,
  source: string,
  { ref }: Pick<StuckObject, 'ref'>,
  context: RuleContext,
): boolean {
  if (verbs.some(verb => !USUAL.has(verb))) return false
  // Where that is terminating, it would be given in the whole cluster.
  const place = closedNamespace(namespace, context) === undefined ? namespace : undefined
  const isHere = place !== undefined && place === ref.namespace
  const own = [ref.resource, `${ref.resource}/status`, `${ref.resource}/finalizers`]
  if (resources.every(each => own.includes(each))) return isHere || namespace === ref.namespace || source !== 'events'
  if (resources.some(isEscalating)) return false
  if (isHere) return true
  if (source === 'events' || resources.some(isSensitive)) return false
  return place === account.namespace || verbs.every(verb => READING.has(verb))
}

function isEscalating(resource: string): boolean {
  const [type = '', part = ''] = resource.split('/')
  const [plural = '', ...group] = type.split('.')
  const isRight = ESCALATING.groups.has(group.join('.')) || plural === 'certificatesigningrequests'
  return plural === '*' || isRight || ESCALATING.parts.has(part)
}

function isSensitive(resource: string): boolean {
  return resource === 'secrets' || SENSITIVE.has(resource.split('/')[1] ?? '')
}

/** Users of the namespace may have written that it is needed. */
export function onlyTold({ verbs, resources }: LostRight, source: string): Evidence {
  const isEvent = source === 'events'
  return factFrom(source, 'RightOnlyTold', { verb: verbs[0]!, resource: resources[0]!, isEvent })
}
