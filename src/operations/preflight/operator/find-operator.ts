import { DEFINITIONS } from '../../../api/definitions.ts'
import { counted } from '../../../api/object-text.ts'
import type { Unreadable } from '../../../api/terminating.ts'
import { requiredType } from '../../../cluster/discovery/required-type.ts'
import { readWhole } from '../../../cluster/read-whole.ts'
import type { Finding } from '../../../cluster/scan/scan.ts'
import { managementsOf } from '../../../diagnosis/preflight/marks.ts'
import { UsageError } from '../../../exit-code.ts'
import type { Sentence } from '../../../messages/sentence.ts'
import type { SourceOrder } from '../arrange.ts'
import { chooseKind, groupOf } from './choose-kind.ts'
import { listMetadata, listWhole } from './list-type.ts'
import type { OperatorName } from './operator-name.ts'
import { accountOf, type OperatorTools, PARTS, type Parts } from './parts.ts'
import { isServedBy, readServers, type ServersOf } from './rights.ts'

export interface FoundOperator {
  /** Its objects in all namespaces, then itself. */
  readonly found: readonly Finding[]
  readonly unread: readonly Unreadable[]
  readonly notes: readonly Sentence[]
  readonly order: SourceOrder
}

/**
 * An operator with the objects of the CRDs that it is proven to serve, in all namespaces; CRDs, claims, volumes and namespaces are not among
 * them. Proof is the mark of its installer on the CRD, or a ClusterRole of its own that names the type with its status or finalizers. Rejects
 * with an Error of one line where there is none, or where another service account has such a role too, and with ApiFailure.
 */
export async function findOperator({ kind, name }: OperatorName, tools: OperatorTools): Promise<FoundOperator> {
  const [definitions, serversOf] = await Promise.all([listMetadata(DEFINITIONS, tools), readServers(tools)])
  const chosen = kind ?? (await chooseKind(name, definitions, tools))
  const parts = await (chosen === 'group' ? ofGroup(name, definitions, serversOf, tools) : PARTS[chosen](name, tools))
  const served = definitions.filter(each => parts.hasMarked(each) || isProven(each, parts, serversOf))
  if (served.length === 0)
    throw new Error(
      `nothing proves which CRDs ${parts.what} serves: none has its marks, and no ClusterRole that is bound to its service accounts alone names one with its status or finalizers; specify the objects as TYPE/NAME`,
    )
  for (const { meta } of served) await refuseOthers(meta.name, parts, serversOf, tools)
  const lists = await Promise.all(served.map(({ meta }) => listMetadata(meta.name, tools)))
  const objects = lists.flat()
  const counts = served.map(({ meta }, at) => `${meta.name} (${counted(lists[at]!.length, 'object')})`)
  return {
    found: [...objects, ...parts.found],
    unread: parts.unread ?? [],
    notes: [`operator ${name} is ${parts.what}, which serves ${counts.join(', ')}`, ...parts.notes],
    order: {
      lists: parts.order?.lists ?? new Set(),
      isHelm: parts.order?.isHelm ?? false,
      served: new Set(objects.map(({ meta }) => meta.uid)),
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
  if (own.length === 0) throw new Error(`there is no CRD of API group "${group}"`)
  const all = await listWhole('deployments.apps', tools)
  const serving = all.filter(each =>
    own.every(name => serversOf(name).some(server => server.everywhere && isServedBy(server, [accountOf(each)]))),
  )
  const [first, ...others] = serving.map(({ metadata }) => metadata)
  if (first === undefined)
    throw new Error(
      `nothing proves which Deployment serves API group "${group}": specify operator deployment/NAME -n NAMESPACE`,
    )
  if (others.length > 0) {
    const commands = [first, ...others].map(each => `operator deployment/${each.name} -n ${each.namespace}`)
    throw new UsageError(`several Deployments may serve API group "${group}": specify ${commands.join(' or ')}`)
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
    throw new Error(
      `${definition} is not served by ${what} alone: serviceaccount ${server.namespace}/${server.name} may write its status or finalizers too; specify the objects as TYPE/NAME`,
    )
  }
}
