import type { V1ClusterRole } from '@kubernetes/client-node'
import type { KubeObject } from '../../api/object.ts'
import { factFrom, message, type Sentence } from '../../messages/sentence.ts'
import type { Authored, Trusted } from '../author.ts'
import { type Evidence, type Remedy, toRepair } from '../explanation.ts'
import { closedNamespace } from '../namespaces/terminating-namespaces.ts'
import { commandLine, namespaceFlag } from '../shell-quote.ts'
import type { RuleContext, StuckObject } from '../stuck-object.ts'
import { isForEverybody, isOfServer } from './holders.ts'
import { accountText, type LostRight, userOfAccount } from './lost-right.ts'
import type { Basis } from './tie.ts'

/**
 * Gives a service account a right back: in the namespace where it needs it, or, where that is terminating and takes no
 * Role and no RoleBinding in any more, in the cluster. Nothing gives it to an account that is gone itself.
 */
export function giveRight(
  _basis: Basis & Authored<Trusted>,
  right: LostRight,
  context: RuleContext,
  what: Sentence = message('GrantRoleAgain', { account: accountText(right.account) }),
): readonly Remedy[] {
  const { account, verbs, resources, namespace } = right
  const { facts } = context
  const there = facts.read({ about: 'existence', resource: 'serviceaccounts', ...account })
  if (there.state === 'absent') return []
  const isTerminating = closedNamespace(namespace, context) !== undefined
  const inCluster = namespace === undefined || isTerminating
  const place = inCluster ? [] : ['-n', namespace]
  // What the role and the binding that give it back are called.
  const name = `${right.account.name}-finalizes-${right.resources[0]!.replace('/', '-')}`.slice(0, 200)
  // One for a single right is more likely another product's.
  const existing = resources.length === 1 ? undefined : clusterRoleFor(right, context)
  const role = inCluster ? 'clusterrole' : 'role'
  const may = ['--verb', verbs.join(','), '--resource', resources.join(',')]
  const create = commandLine('kubectl', 'create', role, name, ...place, ...may)
  const roleRef = existing === undefined ? [`--${role}`, name] : ['--clusterrole', existing]
  const binding = inCluster ? 'clusterrolebinding' : 'rolebinding'
  const subject = ['--serviceaccount', `${account.namespace}:${account.name}`]
  const bind = commandLine('kubectl', 'create', binding, name, ...place, ...roleRef, ...subject)
  return [
    toRepair(
      isTerminating ? message('GrantByClusterRoleBinding', { account: accountText(account), namespace }) : what,
      existing === undefined ? [create, bind] : [bind],
      inCluster ? 'medium' : 'low',
    ),
  ]
}

/** The command that asks the server whether an account has a right, on `plural.group` or a subresource. */
export function askRight(
  account: LostRight['account'],
  verb: string,
  resource: string,
  place: string | undefined,
): string {
  const user = userOfAccount(account)
  const [type = '', subresource] = resource.split('/')
  const part = subresource === undefined ? [] : ['--subresource', subresource]
  return commandLine('kubectl', 'auth', 'can-i', verb, type, ...part, '--as', user, ...namespaceFlag(place))
}

/** Who wants the right may have written that it is missing. */
export function notTied(account: LostRight['account'], { ref }: Pick<StuckObject, 'ref'>): Evidence {
  return factFrom('clusterrolebindings', 'NothingTies', { account: accountText(account), resource: ref.resource })
}

/** The one ClusterRole of a product that gives just this, where what bound it is gone. */
function clusterRoleFor({ verbs, resources }: LostRight, { facts }: RuleContext): string | undefined {
  const list = facts.read({ about: 'list', resource: 'clusterroles.rbac.authorization.k8s.io' })
  if (list.state !== 'known') return undefined
  const fitting = (list.value as readonly (V1ClusterRole & KubeObject)[]).filter(
    role => !isForEverybody(role) && !isOfServer(role) && resources.every(resource => gives(role, verbs, resource)),
  )
  return fitting.length === 1 ? fitting[0]!.metadata.name : undefined
}

function gives({ rules }: V1ClusterRole, verbs: readonly string[], resource: string): boolean {
  const [type = '', subresource] = resource.split('/')
  const [plural, ...group] = type.split('.')
  // Of a subresource the usual roles give the writing alone.
  const name = subresource === undefined ? plural! : `${plural}/${subresource}`
  const wanted = subresource === undefined ? verbs : ['update']
  return (rules ?? []).some(
    rule =>
      rule.apiGroups?.includes(group.join('.')) &&
      rule.resources?.includes(name) &&
      wanted.every(verb => rule.verbs.includes(verb) || rule.verbs.includes('*')),
  )
}

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
