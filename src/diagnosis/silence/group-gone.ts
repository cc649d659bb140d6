import type { V1ClusterRole } from '@kubernetes/client-node'
import { DEFINITIONS } from '../../api/definitions.ts'
import { itemsOf } from '../../api/fact.ts'
import { message } from '../../messages/sentence.ts'
import { isHeldBy } from '../controller/holders.ts'
import { domainOf, isOfOneOwner } from '../controller/identity.ts'
import { isCustom } from '../custom-type.ts'
import type { Case } from '../dossier/dossier.ts'
import { isGroupKnown } from '../facts.ts'
import { toInspect } from '../remedy.ts'
import { commandLine } from '../shell-quote.ts'
import type { Workload } from '../workloads/workloads.ts'
import { type Clue, clueOf } from './clue.ts'

const REFERRED_TO: ReadonlySet<string> = new Set(['secrets', 'configmaps'])

/**
 * That the product's own types are gone: the finalizer is called after an API group that a ClusterRole of its
 * controller names and of which the server serves no type, nor has a CRD. What it did for those types it has no
 * reason to do any more (arangodb/kube-arangodb#220). Or it is known for types of which none is served here
 * (gardener/gardener#5554).
 */
export function groupGone(found: Case, workload: Workload): Clue | undefined {
  const { held, finalizer, known, search, context } = found
  const { facts } = context
  const domain = domainOf(finalizer)
  const list = facts.read({ about: 'list', resource: 'clusterroles.rbac.authorization.k8s.io' })
  const own = new Set(search.holders.filter(each => isHeldBy(each, workload)).map(({ role }) => role))
  const roles = itemsOf(list).filter(({ metadata }) => own.has(`ClusterRole/${metadata.name}`))
  const groups = roles.flatMap(
    role => (role as unknown as V1ClusterRole).rules?.flatMap(rule => rule.apiGroups ?? []) ?? [],
  )
  const isGone = (group: string) =>
    isCustom({ type: { group } }) &&
    isGroupKnown(group, facts) &&
    facts.types.every(type => type.group !== group) &&
    !hasDefinition(group, found)
  const ofRole = groups.find(group => (domain === group || domain.endsWith(`.${group}`)) && isGone(group))
  // A Secret is copied to other clusters, with the finalizer by which it is kept for what refers to it.
  const kinds = REFERRED_TO.has(held.ref.resource) ? (known.entry?.kinds ?? []) : []
  const users = kinds.map(kind => kind.split('/')[0]!).filter(group => isOfOneOwner(domain, group))
  const group = ofRole ?? (users.every(isGone) ? users[0] : undefined)
  if (group === undefined) return undefined
  const told = { group, isKnown: ofRole === undefined }
  const remedy = toInspect(message('FindWhoDeletedDefinitions', told), [
    commandLine('kubectl', 'api-resources', '--api-group', group),
  ])
  const fact = message('NoTypeOfGroup', told)
  return clueOf(`group-gone/${group}`, message('GroupIsGone', { group }), fact, 'discovery', remedy)
}

/** Or may have one: a CRD that is not established serves nothing. */
function hasDefinition(group: string, { context: { facts } }: Case): boolean {
  const definitions = facts.read({ about: 'metadata', resource: DEFINITIONS })
  return definitions.state !== 'known' || definitions.value.some(({ name }) => name.endsWith(`.${group}`))
}
