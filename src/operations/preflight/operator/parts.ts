import type { V1Deployment } from '@kubernetes/client-node'
import type { KubeObject } from '../../../api/object.ts'
import { refOf } from '../../../api/object-ref.ts'
import { readWhole } from '../../../cluster/read-whole.ts'
import type { Finding } from '../../../cluster/scan/scan.ts'
import { message, type Sentence, Trouble } from '../../../messages/sentence.ts'
import { ONLY_NAMED } from '../only-named.ts'
import { type FoundListed, findListed } from '../sources/find-listed.ts'
import { isOwn, listHelmRelease } from '../sources/helm-release.ts'
import type { StorageTools } from '../sources/helm-storage.ts'
import { installedType } from '../sources/installed-type.ts'
import type { OperatorKind } from './operator-name.ts'
import type { Account } from './rights.ts'

export interface OperatorTools extends StorageTools {
  /** -n, or the context's namespace. */
  readonly namespace: string
}

/** An operator without the objects that it looks after. */
export interface Parts extends Partial<Pick<FoundListed, 'order' | 'unread'>> {
  /** `Helm release shop/web`. */
  readonly what: string
  readonly found: readonly Finding[]
  /** As what its controllers run. */
  readonly accounts: readonly Account[]
  /** Whether the marks of its installer on a CRD say that it came with it. */
  readonly hasMarked: (definition: Finding) => boolean
  readonly notes: readonly Sentence[]
}

const WORKLOADS: ReadonlySet<string> = new Set(['deployments.apps', 'statefulsets.apps', 'daemonsets.apps'])
export const SUBSCRIPTIONS = 'subscriptions.operators.coreos.com'
const VERSIONS = 'clusterserviceversions.operators.coreos.com'

/** Each rejects with an Error of one line where there is none of the name in the namespace. */
export const PARTS: Readonly<
  Record<Exclude<OperatorKind, 'group'>, (name: string, tools: OperatorTools) => Promise<Parts>>
> = { helm: ofRelease, subscription: ofSubscription, deployment: ofDeployment }

async function ofRelease(name: string, tools: OperatorTools): Promise<Parts> {
  const listed = await listHelmRelease(name, tools.namespace, tools)
  const { found, notes, order, unread } = await findListed(listed, tools)
  const own = found.filter(({ type, meta }) => !ONLY_NAMED.has(refOf(type, meta).resource))
  const left = found.filter(each => !own.includes(each)).map(({ type, meta }) => `${type.plural}/${meta.name}`)
  const workloads = own.filter(({ type, meta }) => WORKLOADS.has(refOf(type, meta).resource))
  const wholes = await Promise.all(
    workloads.map(({ type, meta }) => readWhole(tools.transport, type, meta, tools.signal)),
  )
  return {
    what: `Helm release ${tools.namespace}/${name}`,
    found: own,
    accounts: wholes.flatMap(each => (each === undefined ? [] : [accountOf(each)])),
    hasMarked: ({ meta }) => isOwn(meta, name, listed.namespace),
    notes: left.length === 0 ? notes : [...notes, message('OnlyWhenNamed', { names: left })],
    order,
    unread,
  }
}

async function ofSubscription(name: string, tools: OperatorTools): Promise<Parts> {
  const { namespace } = tools
  const subscription = await readOne(SUBSCRIPTIONS, name, tools)
  const { package: text, installed } = subscriptionIn(subscription.object)
  if (installed === undefined) throw new Trouble(message('NotInstalledByOlm', { subscription: `${namespace}/${name}` }))
  const version = await readOne(VERSIONS, installed, tools)
  const { owned, accounts } = versionIn(version.object)
  return {
    what: `OLM Subscription ${namespace}/${name}`,
    found: [subscription, version].map(({ type, object }) => ({ type, meta: object.metadata })),
    accounts: accounts.map(serviceAccount => ({ namespace, serviceAccount })),
    hasMarked: ({ meta }) =>
      owned.has(meta.name) && meta.labels?.[`operators.coreos.com/${text}.${namespace}`] !== undefined,
    notes: [],
  }
}

async function ofDeployment(name: string, tools: OperatorTools): Promise<Parts> {
  const { type, object } = await readOne('deployments.apps', name, tools)
  return {
    what: `Deployment ${tools.namespace}/${name}`,
    found: [{ type, meta: object.metadata }],
    accounts: [accountOf(object)],
    hasMarked: () => false,
    notes: [],
  }
}

async function readOne(resource: string, name: string, { namespace, ...tools }: OperatorTools) {
  const type = await installedType(resource, tools)
  const object = await readWhole(tools.transport, type, { name, namespace }, tools.signal)
  if (object === undefined) throw new Trouble(message('PartNotFound', { kind: type.kind, name, namespace }))
  return { type, object }
}

export function accountOf(workload: KubeObject): Account {
  const { spec } = workload as unknown as V1Deployment
  return {
    namespace: workload.metadata.namespace ?? '',
    serviceAccount: spec?.template.spec?.serviceAccountName || 'default',
  }
}

function subscriptionIn({ spec, status }: KubeObject) {
  const { name } = (spec ?? {}) as { readonly name?: unknown }
  const { installedCSV } = (status ?? {}) as { readonly installedCSV?: unknown }
  return { package: `${name}`, installed: typeof installedCSV === 'string' ? installedCSV : undefined }
}

interface VersionSpec {
  readonly customresourcedefinitions?: { readonly owned?: readonly { readonly name: string }[] }
  readonly install?: { readonly spec?: { readonly deployments?: readonly { readonly spec?: V1Deployment['spec'] }[] } }
}

/** operator-framework/api pkg/operators/v1alpha1/clusterserviceversion_types.go. */
function versionIn({ spec }: KubeObject) {
  const { customresourcedefinitions, install } = (spec ?? {}) as VersionSpec
  const deployments = install?.spec?.deployments ?? []
  return {
    owned: new Set((customresourcedefinitions?.owned ?? []).map(({ name }) => name)),
    accounts: deployments.map(each => each.spec?.template?.spec?.serviceAccountName || 'default'),
  }
}
