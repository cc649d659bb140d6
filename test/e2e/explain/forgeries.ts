import type { Thing } from '../rig/api.ts'
import { api } from '../rig/rig.ts'
import { createAs, type Role, type Tenant } from './tenants.ts'

/** What a forgery is about: the object, the name of its finalizer's writer, and where the tenant writes. */
export interface Aim {
  readonly object: Thing
  readonly resource: string
  readonly manager: string
  readonly namespace: string
}

/** Objects that a tenant writes so that another answer comes out. */
export interface Forgery {
  readonly what: string
  /** The least of Kubernetes' own roles that may write it; `none`: no role of a namespace may. */
  readonly by: Role | 'none'
  /** Only in the namespace of the object. */
  readonly beside?: true
  things(aim: Aim): readonly Thing[]
  /** By which field manager they are written. */
  readonly asManager?: true
  /** What follows, by the tenant or by what runs its Pods: there is no kubelet in the tests. */
  afterwards?(aim: Aim, tenant: Tenant): Promise<void>
}

const MINUTE = 60_000
const micro = (ago: number) => new Date(Date.now() - ago).toISOString().replace('Z', '000Z')
const second = (ago: number) => new Date(Date.now() - ago).toISOString().replace(/\.\d+/, '')

function lease({ manager, namespace }: Aim, ago: number, name = manager): Thing {
  return {
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: { name, namespace },
    spec: { holderIdentity: `${manager}-7d_1`, leaseDurationSeconds: 15, renewTime: micro(ago) },
  }
}

function event({ object, manager, namespace }: Aim, type: string, reason: string, message: string): Thing {
  const { apiVersion, kind, metadata } = object
  return {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: `forged-${reason.toLowerCase()}`, namespace },
    involvedObject: { apiVersion, kind, name: metadata.name, namespace: metadata.namespace, uid: metadata.uid },
    type,
    reason,
    message,
    source: { component: manager },
    count: 3,
    firstTimestamp: second(0),
    lastTimestamp: second(0),
  }
}

function podSpec({ manager }: Aim) {
  return { containers: [{ name: manager, image: `registry.example.com/${manager}:v1` }] }
}

function deployment(aim: Aim, replicas: number, finalizers?: readonly string[]): Thing {
  const { manager, namespace } = aim
  const labels = { app: manager }
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: manager, namespace, labels, finalizers },
    spec: { replicas, selector: { matchLabels: labels }, template: { metadata: { labels }, spec: podSpec(aim) } },
  }
}

function pod(aim: Aim, metadata: object = {}): Thing {
  const { manager, namespace } = aim
  const labels = { app: manager, 'app.kubernetes.io/name': manager }
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: manager, namespace, labels, ...metadata },
    spec: podSpec(aim),
  }
}

/** As the kubelet would report it: a tenant's Pod becomes ready like any other. */
async function isReady(thing: Thing): Promise<void> {
  const conditions = [{ type: 'Ready', status: 'True', lastTransitionTime: second(5 * MINUTE) }]
  await api.patch(thing, { status: { phase: 'Running', conditions } }, { subresource: '/status' })
}

const RBAC = 'rbac.authorization.k8s.io'

function roleBinding(
  { manager, namespace }: Aim,
  kind: 'Role' | 'ClusterRole',
  role: string,
  account = manager,
): Thing {
  return {
    apiVersion: `${RBAC}/v1`,
    kind: 'RoleBinding',
    metadata: { name: manager, namespace },
    roleRef: { apiGroup: RBAC, kind, name: role },
    subjects: [{ kind: 'ServiceAccount', name: account, namespace }],
  }
}

function forbidden({ resource, object, namespace }: Aim): string {
  const [plural, ...group] = resource.split('.')
  const right = `cannot patch resource "${plural}" in API group "${group.join('.')}" in the namespace "${object.metadata.namespace}"`
  return `cannot remove finalizer: ${resource} "${object.metadata.name}" is forbidden: User "system:serviceaccount:${namespace}:default" ${right}`
}

/** Everything that users of a namespace can write and a rule reads. */
export const FORGERIES: readonly Forgery[] = [
  { what: 'a Lease that lapsed', by: 'edit', things: aim => [lease(aim, 25 * MINUTE)] },
  {
    what: 'a Lease of another name that its manager wrote',
    by: 'edit',
    asManager: true,
    things: aim => [lease(aim, 25 * MINUTE, 'lock')],
  },
  { what: 'a Lease that is renewed', by: 'edit', things: aim => [lease(aim, 0)] },
  {
    what: 'a ConfigMap lock that lapsed',
    by: 'edit',
    things: ({ manager, namespace }) => {
      const leader = JSON.stringify({
        holderIdentity: `${manager}-1`,
        leaseDurationSeconds: 15,
        renewTime: second(25 * MINUTE),
      })
      const annotations = { 'control-plane.alpha.kubernetes.io/leader': leader }
      return [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: manager, namespace, annotations } }]
    },
  },
  {
    what: 'a RoleBinding whose Role is gone',
    by: 'admin',
    things: aim => [
      { apiVersion: `${RBAC}/v1`, kind: 'Role', metadata: { name: aim.manager, namespace: aim.namespace }, rules: [] },
      roleBinding(aim, 'Role', aim.manager),
    ],
    afterwards: async ({ manager, namespace }, tenant) => {
      await tenant.send('DELETE', `/apis/${RBAC}/v1/namespaces/${namespace}/roles/${manager}`)
    },
  },
  {
    what: 'a RoleBinding of an account that does not exist',
    by: 'admin',
    things: aim => [roleBinding(aim, 'ClusterRole', 'edit', 'gone')],
  },
  {
    what: 'an Event that a right is missing',
    by: 'edit',
    beside: true,
    things: aim => [event(aim, 'Warning', 'Forbidden', forbidden(aim))],
  },
  {
    what: 'an Event of a failure',
    by: 'edit',
    beside: true,
    things: aim => [event(aim, 'Warning', 'CleanupFailed', 'cannot delete: no route to host')],
  },
  {
    what: 'an Event of work',
    by: 'edit',
    beside: true,
    things: aim => [event(aim, 'Normal', 'Deleting', 'deleting 3 of 5 shards')],
  },
  {
    what: 'an Event of a pause',
    by: 'edit',
    beside: true,
    things: aim => [event(aim, 'Normal', 'Paused', 'reconciliation is paused')],
  },
  { what: 'a Deployment of its name at zero', by: 'edit', things: aim => [deployment(aim, 0)] },
  { what: 'a Deployment of its name that does not come up', by: 'edit', things: aim => [deployment(aim, 1)] },
  {
    what: 'a Deployment of its name that is being deleted',
    by: 'edit',
    things: aim => [deployment(aim, 0, ['example.com/forged'])],
    afterwards: async ({ manager, namespace }, tenant) => {
      await tenant.send('DELETE', `/apis/apps/v1/namespaces/${namespace}/deployments/${manager}`)
    },
  },
  {
    what: 'a ready Pod with its name, labels and image',
    by: 'edit',
    things: aim => [pod(aim)],
    afterwards: aim => isReady(pod(aim)),
  },
  {
    what: 'a ready Pod of its name, and an Event that a right is missing',
    by: 'edit',
    beside: true,
    things: aim => [pod(aim), event(aim, 'Warning', 'Forbidden', forbidden(aim))],
    afterwards: aim => isReady(pod(aim)),
  },
  {
    what: 'a CronJob of its name that is suspended',
    by: 'edit',
    things: aim => [
      {
        apiVersion: 'batch/v1',
        kind: 'CronJob',
        metadata: { name: aim.manager, namespace: aim.namespace },
        spec: {
          schedule: '0 0 1 1 *',
          suspend: true,
          jobTemplate: { spec: { template: { spec: { ...podSpec(aim), restartPolicy: 'Never' } } } },
        },
      },
    ],
  },
  {
    what: 'a record of a Helm release',
    by: 'edit',
    things: ({ manager, namespace }) => {
      const metadata = { name: `sh.helm.release.v1.${manager}.v1`, namespace, labels: { owner: 'helm', name: manager } }
      return [{ apiVersion: 'v1', kind: 'Secret', type: 'helm.sh/release.v1', metadata }]
    },
  },
  {
    what: 'a Service of its name with Endpoints',
    by: 'edit',
    things: ({ manager, namespace }) => [
      { apiVersion: 'v1', kind: 'Service', metadata: { name: manager, namespace }, spec: { ports: [{ port: 443 }] } },
    ],
  },
  {
    what: 'an EndpointSlice of its name',
    // Not in the role `edit` since Kubernetes 1.22 (CVE-2021-25740).
    by: 'none',
    things: ({ manager, namespace }) => [
      {
        apiVersion: 'discovery.k8s.io/v1',
        kind: 'EndpointSlice',
        metadata: { name: manager, namespace, labels: { 'kubernetes.io/service-name': manager } },
        addressType: 'IPv4',
        endpoints: [{ addresses: ['10.1.1.1'] }],
        ports: [{ port: 443 }],
      },
    ],
  },
  {
    what: 'a ControllerRevision of its name',
    by: 'none',
    things: ({ manager, namespace }) => [
      {
        apiVersion: 'apps/v1',
        kind: 'ControllerRevision',
        metadata: { name: manager, namespace },
        revision: 1,
        data: {},
      },
    ],
  },
  {
    what: 'a ServiceAccount of its name',
    by: 'edit',
    things: ({ manager, namespace }) => [
      { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: manager, namespace } },
    ],
  },
  {
    // The garbage collector soon deletes it: no owner of this uid exists.
    what: 'a Pod that names a Deployment of its name as owner',
    by: 'edit',
    things: aim => {
      const owner = {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        name: aim.manager,
        uid: '3f0e5a52-0000-4000-8000-000000000000',
      }
      return [pod(aim, { ownerReferences: [{ ...owner, controller: true }] })]
    },
  },
]

const RANK: readonly (Role | 'none')[] = ['view', 'edit', 'admin', 'none']

/** Whether the server lets this tenant write it: every other attempt is answered by 403. */
export async function forge(forgery: Forgery, aim: Aim, tenant: Tenant): Promise<boolean> {
  const codes: number[] = []
  for (const thing of forgery.things(aim)) codes.push(await createAs(tenant, thing, forgery.asManager && aim.manager))
  const isAllowed = RANK.indexOf(tenant.role) >= RANK.indexOf(forgery.by)
  if (!codes.every(code => code === (isAllowed ? 201 : 403)))
    throw new Error(`${forgery.what}, as ${tenant.role}: answered by ${codes.join(', ')}`)
  if (isAllowed) await forgery.afterwards?.(aim, tenant)
  return isAllowed
}

/** Takes a forgery away again. */
export async function withdraw(forgery: Forgery, aim: Aim): Promise<void> {
  for (const thing of forgery.things(aim)) {
    const now = await api.get(thing as Thing & { metadata: { name: string } })
    if (now === undefined) continue
    if (now.metadata.finalizers !== undefined) await api.patch(now, { metadata: { finalizers: null } })
    if (now.metadata.deletionTimestamp === undefined) await api.delete(now, { gracePeriodSeconds: 0 })
    await api.waitGone(now)
  }
}
