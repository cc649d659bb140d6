import type { Api, Thing } from '../rig/api.ts'
import { api, type crd, unique } from '../rig/rig.ts'

type OwnType = Awaited<ReturnType<typeof crd>>
type Named = Pick<OwnType, 'group' | 'plural'>

const RBAC = 'rbac.authorization.k8s.io'

export interface OperatorOptions {
  readonly type: OwnType
  readonly namespace: string
  readonly name: string
  /** `running`: a ready Pod; `scaledDown`: a Deployment of zero replicas; `none`: only its account and role. */
  readonly state: 'running' | 'scaledDown' | 'none'
  /** Whether its role is bound to its ServiceAccount. */
  readonly bound?: boolean
  /** What else its container is started with: `args`, `env`. */
  readonly container?: object
  /** What its role gives, by resource: that of the usual scaffolding, unless said. */
  readonly rights?: Rights
}

/** Verbs, by `plural` or `plural/subresource`. */
export type Rights = Readonly<Record<string, readonly string[]>>

/** Installs an operator as the usual scaffolding does: account, role on resource, /status and /finalizers, binding, workload. */
export async function installOperator(options: OperatorOptions): Promise<void> {
  const { type, namespace, name, state, bound = true, container = {}, rights } = options
  const metadata = { name, namespace }
  await api.create({ apiVersion: 'v1', kind: 'ServiceAccount', metadata })
  const subjects = bound ? [{ kind: 'ServiceAccount', name, namespace }] : []
  await createRole(`${namespace}-${name}`, type, subjects, api, rights)
  const podSpec = podSpecOf(name, container)
  if (state === 'scaledDown') {
    const labels = { app: name }
    await api.create({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata,
      spec: { replicas: 0, selector: { matchLabels: labels }, template: { metadata: { labels }, spec: podSpec } },
    })
  }
  if (state === 'running') await runPod(await api.create({ apiVersion: 'v1', kind: 'Pod', metadata, spec: podSpec }))
}

export function podSpecOf(name: string, container: object = {}) {
  const own = { name: 'manager', image: `registry.example.com/${name}:v1`, ...container }
  return { serviceAccountName: name, containers: [own] }
}

/** A controller's own role for a type, bound to these in the whole cluster. */
async function createRole(
  name: string,
  { group, plural }: Named,
  subjects: readonly object[],
  on: Api = api,
  rights: Rights = {
    [plural]: ['get', 'list', 'watch', 'update', 'patch'],
    [`${plural}/finalizers`]: ['update', 'patch'],
    [`${plural}/status`]: ['update', 'patch'],
  },
): Promise<void> {
  const apiVersion = `${RBAC}/v1`
  await on.create({
    apiVersion,
    kind: 'ClusterRole',
    metadata: { name },
    rules: Object.entries(rights).map(([resource, verbs]) => ({ apiGroups: [group], resources: [resource], verbs })),
  })
  if (subjects.length === 0) return
  const roleRef = { apiGroup: RBAC, kind: 'ClusterRole', name }
  await on.create({ apiVersion, kind: 'ClusterRoleBinding', metadata: { name }, roleRef, subjects })
}

/** There is no kubelet in the tests: what it would report is written by hand. */
export async function runPod(pod: Thing): Promise<void> {
  const conditions = [
    { type: 'Ready', status: 'True', lastTransitionTime: new Date().toISOString().replace(/\.\d+/, '') },
  ]
  await api.patch(pod, { status: { phase: 'Running', conditions } }, { subresource: '/status' })
}

/** The name of the type's own operator, of which no workload of another test is kin by a word of its name. */
export function ownManager({ group }: Named): string {
  return `${group.split('.')[0]}-operator`
}

export interface StuckOptions {
  readonly finalizer?: string
  readonly manager?: string
  readonly status?: object
  /** `uninstalled` unless said: it wrote hours ago and left a role and its binding; `unseen`: it wrote just now, and left nothing. */
  readonly operator?: 'uninstalled' | 'unseen'
}

/** Who creates an object, before it is said to have been another. */
const FIRST = 'kubectl-create'

/** An object of the type that is not deleted, with `finalizer`, written by `manager`. */
export async function orphanedObject(
  type: OwnType,
  namespace: string,
  name: string,
  { finalizer = `${type.group}/cleanup`, manager = 'manager', status, operator = 'uninstalled' }: StuckOptions = {},
): Promise<Thing> {
  // A moment at which the operator wrote just now would be a sign of life in what other runs read of the type.
  const first = operator === 'uninstalled' ? FIRST : manager
  const path = `/apis/${type.apiVersion}/namespaces/${namespace}/${type.plural}?fieldManager=${first}`
  const created = await api.send('POST', path, type.draft(name, namespace, { metadata: { finalizers: [finalizer] } }))
  if (status) await api.patch(created, { status }, { subresource: '/status' })
  if (operator === 'uninstalled') {
    await leaveAccount(type, manager === 'manager' ? {} : { manager })
    await writtenBefore(created, 2 * 3600, api, { [FIRST]: manager })
  }
  return created
}

/** The same that was deleted, and waits for its finalizer. */
export async function stuckObject(...object: Parameters<typeof orphanedObject>): Promise<Thing> {
  const created = await orphanedObject(...object)
  await api.delete(created)
  return api.waitFor(created, now => now.metadata.deletionTimestamp)
}

/** What an uninstall leaves: an operator's role for the type, bound to an account as which nothing runs. */
export function leaveAccount(type: Named, { manager = ownManager(type), on = api } = {}): Promise<void> {
  const name = unique(manager)
  return createRole(name, type, [{ kind: 'ServiceAccount', name, namespace: unique('gone') }], on)
}

/** The same, and a binding to a role that is gone: an uninstall, whatever was written a moment ago. */
export async function leaveTraces(type: Named, { manager = ownManager(type), on = api } = {}): Promise<void> {
  await leaveAccount(type, { manager, on })
  const name = unique(`${manager}-former`)
  await on.create({
    apiVersion: `${RBAC}/v1`,
    kind: 'ClusterRoleBinding',
    metadata: { name },
    roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name },
    subjects: [{ kind: 'ServiceAccount', name, namespace: unique('gone') }],
  })
}

/**
 * Has all that was written of the object so far written so many seconds earlier, by other managers where `names` has one.
 * A change beside makes the server take it.
 */
export async function writtenBefore(
  thing: Thing,
  seconds: number,
  on: Api = api,
  names: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { metadata } = (await on.get(thing))!
  const time = new Date(Date.now() - seconds * 1000).toISOString().replace(/\.\d+/, '')
  const managedFields = metadata.managedFields.map((entry: { manager: string }) => {
    const manager = names[entry.manager] ?? entry.manager
    return { ...entry, manager, time }
  })
  await on.send(
    'PATCH',
    `${await on.pathOf(thing)}?fieldManager=kubectl-label`,
    { metadata: { labels: { ...metadata.labels, written: 'before' }, managedFields } },
    { 'content-type': 'application/merge-patch+json' },
  )
}
