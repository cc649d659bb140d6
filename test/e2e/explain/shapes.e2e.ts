import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../../control-plane/until.ts'
import type { Thing } from '../rig/api.ts'
import { createNode, podDraft } from '../rig/node.ts'
import { api, crd, kubectlAvailable, namespace, unique } from '../rig/rig.ts'
import { carryOut } from './carry-out.ts'
import { type Explained, explained } from './explained-e2e.ts'
import { installOperator } from './operator.ts'

/**
 * Causes in forms that no table knows, many at once, and what looks alike and is none. The product is fake: a Pod that is
 * ready and does nothing, and conditions written by hand.
 */
const test = suite('explain of forms that no table knows')

interface Incident {
  readonly finalizer?: string
  readonly kind?: 'Database' | 'Pool' | 'Server' | 'Realm'
  readonly spec?: object
  readonly annotations?: Record<string, string>
  /** What its controller says in the condition Ready=False. */
  readonly says?: string
  readonly status?: object
  /** `CODE Kind/name` of its cause; undefined: none of the codes that were tempting. */
  readonly cause?: string
  readonly verdict?: string
}

const TEMPTING = new Set(['ReferenceMissing', 'Paused', 'InstanceAlive', 'DrainBlocked', 'FinalizerUnhandled'])

/** Causes whose first remedy is a command that ends them. */
const TURNED_OFF = new Set(['Paused', 'InstanceAlive'])

/** The product's types, with the operator of each. */
async function product(group: string) {
  const place = await namespace()
  const make = async (kind: string, scope: 'Namespaced' | 'Cluster' = 'Namespaced') => {
    const type = await crd({ kind, group, scope })
    await installOperator({ type, namespace: place, name: unique('acme-operator'), state: 'running' })
    return type
  }
  const [Database, Pool, Server, Realm, Store, Binding, ClusterStore, Credential] = await Promise.all([
    make('Database'),
    make('Pool'),
    make('Server'),
    make('Realm', 'Cluster'),
    crd({ kind: 'Store', group }),
    crd({ kind: 'Binding', group }),
    crd({ kind: 'ClusterStore', group, scope: 'Cluster' }),
    crd({ kind: 'Credential', group }),
  ])
  return { Database, Pool, Server, Realm, Store, Binding, ClusterStore, Credential }
}

type Types = Awaited<ReturnType<typeof product>>

/** Creates all of them, deletes them and explains all at once. */
async function explainedAll(types: Types, place: string, incidents: Readonly<Record<string, Incident>>) {
  const made = await Promise.all(
    Object.entries(incidents).map(
      async ([name, { kind = 'Database', finalizer = 'cleanup', spec = {}, annotations, says, status }]) => {
        const type = types[kind]
        const metadata = { finalizers: [`${type.group}/${finalizer}`], ...(annotations && { annotations }) }
        const where = kind === 'Realm' ? undefined : place
        const thing = await api.create(type.draft(name, where, { metadata, spec }))
        await api.delete(thing)
        return { thing, says, status }
      },
    ),
  )
  // Times are whole seconds: what a controller says in the second of the deletion, it may have said before.
  const deleted = Date.now()
  await until(() => Promise.resolve(Date.now() - deleted > 1_000 || undefined), {
    what: 'the next second',
    deadlineSeconds: 10,
  })
  await Promise.all(
    made.map(async ({ thing, says, status }) => {
      const lastTransitionTime = new Date().toISOString().replace(/\.\d+/, '')
      const ready = { type: 'Ready', status: 'False', reason: 'ReconcileError', message: says, lastTransitionTime }
      const whole = { ...status, ...(says && { conditions: [ready] }) }
      if (says ?? status) await api.patch(thing, { status: whole }, { subresource: '/status' })
    }),
  )
  const answer = await explained([])
  return { made: made.map(({ thing }) => thing), answer }
}

function judge(answer: Explained, incidents: Readonly<Record<string, Incident>>): void {
  const wrong: string[] = []
  for (const [name, { kind = 'Database', cause, verdict }] of Object.entries(incidents)) {
    const found = answer.causesOf(kind, name).map(({ code, subject }) => `${code} ${subject.kind}/${subject.name}`)
    const tempting = found.filter(text => TEMPTING.has(text.split(' ')[0]!))
    const object = answer.object(kind, name)
    const right = cause === undefined ? tempting.length === 0 : found.length === 1 && found[0] === cause
    if (!right) wrong.push(`${name}: ${found.join(', ')} instead of ${cause ?? 'none of that'}`)
    else if (verdict !== undefined && object.verdict !== verdict)
      wrong.push(`${name}: ${object.verdict} instead of ${verdict}`)
  }
  assert.equal(wrong, [])
}

async function end(things: readonly Thing[]): Promise<void> {
  await Promise.all(things.map(thing => api.patch(thing, { metadata: { finalizers: null } }).catch(() => undefined)))
}

const secret = (name: string, namespace: string) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name, namespace },
})

test('references, switches, users and drains: each found by its form', async () => {
  const group = `${unique('acme')}.example.com`
  const types = await product(group)
  const [place, other] = [await namespace(), await namespace()]
  const node = await createNode('True')
  const pod = await api.create(podDraft('web', place, { node, metadata: { labels: { app: 'web' } } }))
  await api.create(secret('here', place))
  await api.create(types.Binding.draft('tenant-a', place, { spec: { poolRef: { name: 'bound' } } }))
  await api.create(types.Binding.draft('tenant-b', place, { spec: { uses: 'named' } }))
  await api.create(types.Binding.draft('tenant-c', place, { spec: { pool: 'by-a-word' } }))
  await api.create(types.Binding.draft('tenant-d', place, { spec: { network: { poolName: 'by-a-name' } } }))
  await api.create(types.Binding.draft('tenant-e', place, { spec: { pools: [{ name: 'in-a-list-of-pools' }] } }))
  const evicting =
    "Cannot evict pod as it would violate the pod's disruption budget. The disruption budget web needs 1 healthy pods and has 1 currently"
  const incidents: Readonly<Record<string, Incident>> = {
    'in-a-list': {
      spec: { backends: [{ auth: { secretRef: { name: 'gone-1' } } }] },
      cause: 'ReferenceMissing Secret/gone-1',
    },
    'a-plural-field': { spec: { credentialsRef: { name: 'gone-2' } }, cause: 'ReferenceMissing Credential/gone-2' },
    'a-parent': {
      spec: { parent: { kind: 'Store', name: 'gone-3', apiGroup: group } },
      cause: 'ReferenceMissing Store/gone-3',
    },
    'a-cluster-kind': {
      spec: { storeRef: { kind: 'ClusterStore', name: 'gone-4' } },
      cause: 'ReferenceMissing ClusterStore/gone-4',
    },
    'a-cluster-field': { spec: { clusterStoreRef: 'gone-5' }, cause: 'ReferenceMissing ClusterStore/gone-5' },
    'another-namespace': {
      spec: { secretRef: { name: 'here', namespace: other } },
      cause: 'ReferenceMissing Secret/here',
    },
    'an-account': { spec: { serviceAccount: { name: 'gone-6' } }, cause: 'ReferenceMissing ServiceAccount/gone-6' },
    'an-object-called-secret': {
      spec: { admin: { passwordSecret: { name: 'gone-7', key: 'p' } } },
      cause: 'ReferenceMissing Secret/gone-7',
    },
    'a-string-called-secret': { spec: { existingSecret: 'gone-8' }, cause: 'ReferenceMissing Secret/gone-8' },
    'a-credential-with-a-key': {
      spec: { api: { tokenRef: { name: 'gone-9', key: 'token' } } },
      cause: 'ReferenceMissing Secret/gone-9',
    },
    'a-name-of-a-store': { spec: { storeName: 'gone-10' }, cause: 'ReferenceMissing Store/gone-10' },
    'a-scale-target': {
      spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'gone-11' } },
      cause: 'ReferenceMissing StatefulSet/gone-11',
    },
    'a-class-that-is-told': {
      spec: { storageClassName: 'gone-12' },
      says: 'storageclass.storage.k8s.io "gone-12" not found',
      cause: 'ReferenceMissing StorageClass/gone-12',
      verdict: 'stuck',
    },
    'a-class-without-a-group': {
      spec: { priorityClassName: 'gone-13' },
      says: 'PriorityClass "gone-13" not found',
      cause: 'ReferenceMissing PriorityClass/gone-13',
      verdict: 'stuck',
    },
    'a-kubeconfig-that-is-told': {
      spec: { clusterName: 'edge' },
      says: 'failed to retrieve kubeconfig secret: secrets "edge-kubeconfig" not found',
      cause: 'ReferenceMissing Secret/edge-kubeconfig',
      verdict: 'stuck',
    },
    'a-store-that-is-told': {
      spec: { storeRef: { name: 'gone-14' } },
      says: 'could not get Store shop/gone-14: no such object',
      cause: 'ReferenceMissing Store/gone-14',
      verdict: 'stuck',
    },
    'a-cluster-scoped-one': {
      kind: 'Realm',
      spec: { secretRef: { name: 'gone-15', namespace: place } },
      cause: 'ReferenceMissing Secret/gone-15',
    },
    suspended: { spec: { suspend: true }, cause: 'Paused Database/suspended' },
    'paused-by-a-word': { spec: { reconcile: 'Paused' }, cause: 'Paused Database/paused-by-a-word' },
    unmanaged: { spec: { managementState: 'Unmanaged' }, cause: 'Paused Database/unmanaged' },
    'protected-by-a-field': { spec: { deletionProtection: true }, cause: 'Paused Database/protected-by-a-field' },
    'protected-below': {
      spec: { forProvider: { deletionProtection: true } },
      cause: 'Paused Database/protected-below',
    },
    'refused-by-its-provider': {
      spec: { deletionProtection: true },
      says: 'Cannot delete protected Cluster, please disable deletion protection and try again',
      cause: 'Paused Database/protected-by-a-field',
      verdict: 'stuck',
    },
    'protected-by-its-lifecycle': {
      spec: { lifecycle: { preventDestroy: true } },
      cause: 'Paused Database/protected-by-its-lifecycle',
    },
    'paused-by-an-annotation': {
      annotations: { [`${group}/paused`]: 'true' },
      cause: 'Paused Database/paused-by-an-annotation',
    },
    'not-reconciled': { annotations: { [`${group}/reconcile`]: 'disabled' }, cause: 'Paused Database/not-reconciled' },
    'a-loop-that-is-off': {
      annotations: { [`${group}/reconciliationLoop`]: 'disabled' },
      cause: 'Paused Database/a-loop-that-is-off',
    },
    'says-that-it-is-paused': {
      spec: { paused: true },
      says: 'reconciliation is paused',
      cause: 'Paused Database/says-that-it-is-paused',
    },
    bound: { kind: 'Pool', says: 'still referenced by 1 Binding', cause: 'InstanceAlive Binding/tenant-a' },
    named: {
      kind: 'Pool',
      says: `cannot be deleted: in use by Binding ${place}/tenant-b`,
      cause: 'InstanceAlive Binding/tenant-b',
      verdict: 'stuck',
    },
    'by-a-word': { kind: 'Pool', finalizer: 'in-use', cause: 'InstanceAlive Binding/tenant-c' },
    'by-a-name': { kind: 'Pool', finalizer: 'pool-protection', cause: 'InstanceAlive Binding/tenant-d' },
    'in-a-list-of-pools': { kind: 'Pool', finalizer: 'used-by', cause: 'InstanceAlive Binding/tenant-e' },
    'told-evicting': {
      kind: 'Server',
      status: { nodeName: 'elsewhere' },
      says: evicting,
      cause: 'DrainBlocked PodDisruptionBudget/web',
    },
  }
  const { made, answer } = await explainedAll(types, place, incidents)
  try {
    judge(answer, incidents)
    if (kubectlAvailable()) {
      // A command of one cause may do for several objects.
      const turned = answer.causes.filter(
        ({ code, blocks }) => TURNED_OFF.has(code) && blocks.some(({ namespace }) => namespace === place),
      )
      for (const { remedies } of turned) for (const command of remedies[0]!.commands) await carryOut(command)
      const after = await explained(['-n', place])
      assert.equal(
        // One still says that it is paused, for its controller is fake: no switch of it is left.
        after.causes
          .filter(({ code, remedies }) => TURNED_OFF.has(code) && remedies[0]!.kind === 'repair')
          .map(({ id }) => id),
        [],
      )
    }
  } finally {
    await end([...made, node])
    await api.delete(node).catch(() => undefined)
    await api.delete(pod, { gracePeriodSeconds: 0 }).catch(() => undefined)
  }
})

test('what looks alike and is none of it', async () => {
  const group = `${unique('acme')}.example.com`
  const types = await product(group)
  const place = await namespace()
  await api.create(secret('here', place))
  await api.create(types.Binding.draft('tenant', place, { spec: { poolRef: { name: 'free', kind: 'Realm' } } }))
  await api.create(
    types.Binding.draft('free', place, { spec: { title: 'free-of-protection', note: { name: 'free' } } }),
  )
  const incidents: Readonly<Record<string, Incident>> = {
    optional: { spec: { secretRef: { name: 'gone', optional: true } } },
    'a-name-that-is-none': {
      spec: { databaseName: 'gone', displayName: 'gone', clusterName: 'gone', hostName: 'gone' },
    },
    'a-class': { spec: { storageClassName: 'gone', priorityClassName: 'gone', ingressClassName: 'gone' } },
    'of-its-pods': {
      spec: { replicas: 3, image: 'db:1', serviceAccountName: 'gone', imagePullSecretRef: { name: 'gone' } },
    },
    'a-source': { spec: { sourceRef: { kind: 'Store', name: 'gone' }, restoreFrom: { storeRef: { name: 'gone' } } } },
    'on-another-cluster': {
      spec: { targetCluster: 'edge-1', serviceAccountName: 'gone', secretRef: { name: 'gone' } },
    },
    'a-secret-value': { spec: { clientSecret: 'abc123', webhookSecret: 'abc123' } },
    'made-by-its-controller': {
      spec: { acme: { privateKeySecretRef: { name: 'gone' } }, writeSecretRef: { name: 'gone' } },
    },
    'fails-at-another': { spec: { secretRef: { name: 'gone' } }, says: 'bucket is not empty' },
    retained: { spec: { deletionPolicy: 'Retain', reclaimPolicy: 'Orphan' } },
    'not-paused': {
      spec: { suspend: false, paused: 'false', reconcile: 'Enabled' },
      annotations: { [`${group}/paused`]: 'false' },
    },
    'paused-for-another': {
      annotations: { 'kustomize.toolkit.fluxcd.io/reconcile': 'disabled', 'argocd.argoproj.io/skip-reconcile': 'true' },
    },
    'fails-though-paused': { spec: { suspend: true }, says: 'bucket is not empty' },
    'reconciled-on-request': {
      annotations: { [`${group}/reconcile`]: '2026-01-01T00:00:00Z', [`${group}/managed`]: 'true' },
    },
    'in-a-template': { spec: { jobTemplate: { spec: { suspend: true } }, defaults: { deletionProtection: false } } },
    'free-of-protection': { kind: 'Pool', finalizer: 'in-use' },
    free: { kind: 'Pool', says: 'not referenced by any Binding' },
    'evicting-ended': { kind: 'Server', status: { nodeName: 'elsewhere' }, says: 'all pods were evicted' },
  }
  const { made, answer } = await explainedAll(types, place, incidents)
  try {
    judge(answer, incidents)
  } finally {
    await end(made)
  }
})

test.run()
