import { DEFINITIONS } from '../../../api/definitions.ts'
import { type ResourceType, resourceName } from '../../../api/resource-type.ts'
import type { Unreadable } from '../../../api/terminating.ts'
import { requiredType } from '../../../cluster/discovery/discovery.ts'
import { readWhole } from '../../../cluster/read-whole.ts'
import type { Finding } from '../../../cluster/scan/scan.ts'
import { managementsOf } from '../../../diagnosis/preflight/marks.ts'
import { Misuse, message, type Sentence, Trouble } from '../../../messages/sentence.ts'
import type { SourceOrder } from '../arrange.ts'
import { isOwn } from '../sources/helm-release.ts'
import { isStored } from '../sources/helm-storage.ts'
import { listFindings, listWhole } from './list-type.ts'
import type { OperatorKind, OperatorName } from './operator-name.ts'
import { accountOf, type OperatorTools, PARTS, type Parts, SUBSCRIPTIONS } from './parts.ts'
import { isServedBy, readServers, type ServersOf } from './rights.ts'

export interface FoundOperator {
  /** Its objects in all namespaces, then itself. */
  readonly found: readonly Finding[]
  readonly unread: readonly Unreadable[]
  readonly notes: readonly Sentence[]
  readonly order: SourceOrder
}

/**
 * An operator with the objects, in all namespaces, of the CRDs that it is proven to serve, without CRDs, claims,
 * volumes and namespaces. Proof: its installer's mark on the CRD, or its ClusterRole naming the type with status or
 * finalizers. Rejects with a one-line Error without proof or where another account has such a role; with ApiFailure.
 */
export async function findOperator({ kind, name }: OperatorName, tools: OperatorTools): Promise<FoundOperator> {
  const [definitions, serversOf] = await Promise.all([listFindings(DEFINITIONS, tools), readServers(tools)])
  const chosen = kind ?? (await chooseKind(name, definitions, tools))
  const parts = await (chosen === 'group' ? ofGroup(name, definitions, serversOf, tools) : PARTS[chosen](name, tools))
  const served = definitions.filter(each => parts.hasMarked(each) || isProven(each, parts, serversOf))
  if (served.length === 0) throw new Trouble(message('NothingProvesServed', { what: parts.what }))
  for (const { meta } of served) await refuseOthers(meta.name, parts, serversOf, tools)
  const lists = await Promise.all(served.map(({ meta }) => listFindings(meta.name, tools)))
  const objects = lists.flat()
  const types = served.map(({ meta }, at) => ({ type: meta.name, objects: lists[at]!.length }))
  return {
    found: [...objects, ...parts.found],
    unread: parts.unread ?? [],
    notes: [message('OperatorServes', { name, what: parts.what, types }), ...parts.notes],
    order: {
      lists: parts.order?.lists ?? new Set(),
      isHelm: parts.order?.isHelm ?? false,
      served: new Set(objects.map(({ meta }) => meta.uid)),
      servedTypes: served.map(({ meta }) => meta.name),
    },
  }
}

/** The one Deployment whose role names all types of the group. */
async function ofGroup(
  group: string,
  definitions: readonly Finding[],
  serversOf: ServersOf,
  tools: OperatorTools,
): Promise<Parts> {
  const own = definitions.filter(({ meta }) => groupOf(meta.name) === group).map(({ meta }) => meta.name)
  if (own.length === 0) throw new Trouble(message('NoCrdOfGroup', { group }))
  const all = await listWhole('deployments.apps', tools)
  const serving = all.filter(each =>
    own.every(name => serversOf(name).some(server => server.everywhere && isServedBy(server, [accountOf(each)]))),
  )
  const [first, ...others] = serving.map(({ metadata }) => metadata)
  if (first === undefined) throw new Trouble(message('NothingProvesServer', { group }))
  if (others.length > 0) {
    const deployments = [first, ...others].map(each => ({ name: each.name, namespace: each.namespace }))
    throw new Misuse(message('SeveralMayServe', { group, deployments }))
  }
  return PARTS.deployment(first.name, { ...tools, namespace: first.namespace ?? '' })
}

/** By a role of its own, where the CRD has no mark of another install. */
function isProven({ meta }: Finding, { found, accounts }: Parts, serversOf: ServersOf): boolean {
  if (!serversOf(meta.name).some(server => server.everywhere && isServedBy(server, accounts))) return false
  const own = new Set(found.flatMap(each => managementsOf(each.meta, { weak: true }).map(({ text }) => text)))
  const marks = managementsOf(meta, { weak: true })
  return marks.length === 0 || marks.some(({ text }) => own.has(text))
}

/** Objects of a type that another controller may look after are not this operator's alone. */
async function refuseOthers(
  definition: string,
  { what, accounts }: Parts,
  serversOf: ServersOf,
  { transport, discovery, signal }: OperatorTools,
): Promise<void> {
  const type = requiredType('serviceaccounts', discovery)
  for (const server of serversOf(definition)) {
    if (isServedBy(server, accounts)) continue
    // A binding outlives its account.
    if (server.name !== '*' && (await readWhole(transport, type, server, signal)) === undefined) continue
    const account = `${server.namespace}/${server.name}`
    throw new Trouble(message('ServedByOthersToo', { type: definition, what, account }))
  }
}

/**
 * What a bare name means. A Deployment that came with a release or a Subscription of the same name is the same
 * operator. Rejects with an Error of one line where nothing has the name, and with a Misuse where several have it.
 */
async function chooseKind(name: string, definitions: readonly Finding[], tools: OperatorTools): Promise<OperatorKind> {
  const { namespace, transport, discovery, signal } = tools
  const read = async (resource: string) => {
    const type = discovery.types.find((each: ResourceType) => resourceName(each) === resource)
    return type && (await readWhole(transport, type, { name, namespace }, signal))
  }
  const [release, subscription, deployment] = await Promise.all([
    isStored(name, namespace, tools),
    read(SUBSCRIPTIONS),
    read('deployments.apps'),
  ])
  const isPart =
    deployment !== undefined &&
    ((release && isOwn(deployment.metadata, name, namespace)) ||
      (subscription !== undefined &&
        deployment.metadata.ownerReferences?.some(({ kind }) => kind === 'ClusterServiceVersion')))
  const has: Readonly<Record<OperatorKind, boolean>> = {
    helm: release,
    subscription: subscription !== undefined,
    deployment: deployment !== undefined && !isPart,
    group: definitions.some(({ meta }) => groupOf(meta.name) === name),
  }
  const [kind, ...others] = (Object.keys(has) as OperatorKind[]).filter(each => has[each])
  if (kind === undefined) throw new Trouble(message('OperatorNotFound', { name, namespace }))
  if (others.length > 0) throw new Misuse(message('OperatorAmbiguous', { name, kinds: [kind, ...others] }))
  return kind
}

function groupOf(definition: string): string {
  return definition.slice(definition.indexOf('.') + 1)
}
