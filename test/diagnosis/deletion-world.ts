import type { KubeObject, OwnerReference } from '../../src/api/object.ts'
import { clientFor, MERGE_PATCH, pathOf } from '../../src/sandbox/controllers/client.ts'
import type { Controller } from '../../src/sandbox/controllers/controller.ts'
import { customResource } from '../../src/sandbox/incidents/parts/custom-resource.ts'
import { definition } from '../../src/sandbox/incidents/parts/definition.ts'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { operator } from '../../src/sandbox/incidents/parts/operator.ts'
import { pod } from '../../src/sandbox/incidents/parts/pod.ts'
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { type ManualClock, manualClock } from '../sandbox/manual-clock.ts'

/** A generated cluster: what is in it, and what of it may be deleted. */
export interface World {
  readonly sandbox: Sandbox
  readonly clock: ManualClock
  /** `TYPE/NAME` with its namespace. */
  readonly targets: readonly { readonly word: string; readonly namespace: string }[]
  /** For messages: what was chosen. */
  readonly what: readonly string[]
}

/** Who removes the finalizer of a type. */
const STATES = ['runs', 'runs', 'runs', 'missing', 'scaledDown', 'nobody'] as const
const PLACES = ['red', 'blue'] as const
const RBAC = 'rbac.authorization.k8s.io'
const ADMISSION = 'admissionregistration.k8s.io/v1'

/** The same for the same numbers: types, operators that run or do not, owners, webhooks, policies, claims. */
export function worldOf(random: () => number): World {
  const clock = manualClock()
  const sandbox = createSandbox({ clock })
  const what: string[] = []
  const targets: { word: string; namespace: string }[] = []
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!
  const chance = (share: number): boolean => random() < share
  node(sandbox, 'worker-1', 'True')
  for (const place of PLACES) {
    namespace(sandbox, place)
    targets.push({ word: `ns/${place}`, namespace: place })
  }
  const types = ['lakes', 'ponds', 'rivers'].slice(0, 1 + Math.floor(random() * 3))
  const states = new Map(types.map(plural => [plural, pick(STATES)]))
  for (const [plural, state] of states) type(sandbox, plural, state)
  for (const [plural, state] of states) {
    what.push(`${plural}: ${state}`)
    targets.push({ word: `crd/${plural}.${plural}.example.com`, namespace: 'default' })
    if (state === 'runs') targets.push({ word: `ns/${plural}-op-system`, namespace: 'default' })
    if (state === 'runs' && chance(0.3)) served(sandbox, `${plural}-op-system`, plural, { chance, what })
    const places = state === 'runs' && chance(0.3) ? [...PLACES, `${plural}-op-system`] : PLACES
    for (const place of places) {
      if (!chance(0.6)) continue
      const made = instance(sandbox, plural, place, { isHeld: chance(0.8) })
      if (chance(0.2)) {
        const { name, uid } = made.metadata
        const owner = { apiVersion: made.apiVersion, kind: made.kind, name, uid, blockOwnerDeletion: chance(0.5) }
        instance(sandbox, pick(types), place, { isHeld: chance(0.8), name: `part-of-${plural}`, owner })
        what.push(`a part of ${plural} in ${place}`)
      }
      what.push(`${plural} in ${place}`)
      targets.push({ word: `${plural}.${plural}.example.com/one`, namespace: place })
    }
  }
  for (const place of PLACES) {
    things(sandbox, place, { chance, what, targets })
    if (chance(0.3)) served(sandbox, place, pick(types), { chance, what })
  }
  return { sandbox, clock, targets, what }
}

function node(sandbox: Sandbox, name: string, status: 'True' | 'Unknown'): void {
  const conditions = [{ type: 'Ready', status }]
  sandbox.put({ apiVersion: 'v1', kind: 'Node', metadata: { name }, status: { conditions } })
}

function type(sandbox: Sandbox, plural: string, state: (typeof STATES)[number]): void {
  const group = `${plural}.example.com`
  definition(sandbox, { group, plural, kind: kindOf(plural) })
  const name = `${plural}-op`
  if (state === 'runs' || state === 'scaledDown') {
    operator(sandbox, { name, group, plural, replicas: state === 'runs' ? 1 : 0 })
    sandbox.controllers.push(working(name, `${plural}.${group}`, `${group}/hold`))
  }
  if (state !== 'missing') return
  sandbox.put({
    apiVersion: `${RBAC}/v1`,
    kind: 'ClusterRoleBinding',
    metadata: { name },
    roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name },
    subjects: [{ kind: 'ServiceAccount', name, namespace: `${name}-system` }],
  })
}

function kindOf(plural: string): string {
  return plural[0]!.toUpperCase() + plural.slice(1, -1)
}

/** An operator that works while one of its Pods is there and not ending. */
function working(name: string, storage: string, finalizer: string): Controller {
  return {
    name,
    async reconcile(server) {
      const pods = server.store.list('pods').filter(each => each.metadata.namespace === `${name}-system`)
      if (!pods.some(({ metadata }) => metadata.deletionTimestamp === undefined)) return
      const type = server.types.stored().find(candidate => candidate.storage === storage)
      if (type === undefined) return
      for (const object of server.store.list(storage)) {
        const { deletionTimestamp, finalizers = [] } = object.metadata
        if (deletionTimestamp === undefined || !finalizers.includes(finalizer)) continue
        const metadata = { finalizers: finalizers.filter(each => each !== finalizer) }
        await clientFor(server, name).send('PATCH', pathOf(type, object), { metadata }, MERGE_PATCH)
      }
    },
  }
}

function instance(
  sandbox: Sandbox,
  plural: string,
  place: string,
  { isHeld, name = 'one', owner }: { isHeld: boolean; name?: string; owner?: OwnerReference },
): KubeObject {
  const made = customResource(sandbox, {
    apiVersion: `${plural}.example.com/v1`,
    kind: kindOf(plural),
    namespace: place,
    name,
    manager: `${plural}-op`,
    ...(isHeld && { finalizers: [`${plural}.example.com/hold`] }),
  })
  return owner === undefined ? made : sandbox.put({ ...made, metadata: { ...made.metadata, ownerReferences: [owner] } })
}

interface Chosen {
  readonly chance: (share: number) => boolean
  readonly what: string[]
}

/** What is in a namespace beside instances. */
function things(sandbox: Sandbox, place: string, { chance, what, targets }: Chosen & Pick<Mutable, 'targets'>): void {
  const owner = configMap(sandbox, place, 'owner')
  targets.push({ word: 'cm/owner', namespace: place })
  if (chance(0.5)) {
    const { name, uid } = owner.metadata
    const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name, uid, blockOwnerDeletion: true }]
    configMap(sandbox, place, 'owned', { ownerReferences })
    what.push(`an owned object in ${place}`)
  }
  if (chance(0.1)) {
    configMap(sandbox, place, 'odd', { finalizers: ['example.org/unheard-of'] })
    what.push(`an unknown finalizer in ${place}`)
  }
  if (chance(0.3)) {
    const lost = chance(0.4)
    if (lost) node(sandbox, 'lost-1', 'Unknown')
    claim(sandbox, place)
    pod(sandbox, place, 'web', { node: lost ? 'lost-1' : 'worker-1', claim: 'data' })
    what.push(`a Pod with a claim on a ${lost ? 'lost' : 'healthy'} node in ${place}`)
    targets.push({ word: 'pvc/data', namespace: place })
  }
  if (chance(0.1)) {
    policy(sandbox, place)
    what.push(`a policy for ConfigMaps in ${place}`)
  }
}

interface Mutable {
  readonly targets: { word: string; namespace: string }[]
}

function configMap(sandbox: Sandbox, place: string, name: string, metadata: object = {}): KubeObject {
  return sandbox.put({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: place, ...metadata } })
}

function claim(sandbox: Sandbox, place: string): void {
  sandbox.put({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'data', namespace: place, finalizers: ['kubernetes.io/pvc-protection'] },
    status: { phase: 'Bound' },
  })
}

/** It denies the deletion of ConfigMaps called `owner`. */
function policy(sandbox: Sandbox, place: string): void {
  const resourceRules = [{ apiGroups: [''], apiVersions: ['*'], resources: ['configmaps'], operations: ['DELETE'] }]
  const namespaceSelector = { matchLabels: { 'kubernetes.io/metadata.name': place } }
  sandbox.put({
    apiVersion: ADMISSION,
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name: `keep-${place}` },
    spec: {
      matchConstraints: { resourceRules, namespaceSelector },
      validations: [{ expression: "oldObject.metadata.name != 'owner'", message: 'keep it' }],
    },
  })
  sandbox.put({
    apiVersion: ADMISSION,
    kind: 'ValidatingAdmissionPolicyBinding',
    metadata: { name: `keep-${place}` },
    spec: { policyName: `keep-${place}`, validationActions: ['Deny'] },
  })
}

/** A webhook that is served from this namespace. */
function served(sandbox: Sandbox, place: string, plural: string, { chance, what }: Chosen): void {
  const isDead = chance(0.2)
  const failurePolicy = chance(0.7) ? 'Fail' : 'Ignore'
  const operations = chance(0.5) ? ['UPDATE'] : ['DELETE']
  const rules = [{ apiGroups: [`${plural}.example.com`], apiVersions: ['*'], resources: [plural], operations }]
  const metadata = { name: 'guard', namespace: place }
  if (!isDead) {
    sandbox.put({
      apiVersion: 'v1',
      kind: 'Service',
      metadata,
      spec: { selector: { app: 'guard' }, ports: [{ port: 443 }] },
    })
    sandbox.put({
      apiVersion: 'discovery.k8s.io/v1',
      kind: 'EndpointSlice',
      metadata: { name: 'guard-1', namespace: place, labels: { 'kubernetes.io/service-name': 'guard' } },
      addressType: 'IPv4',
      endpoints: [{ addresses: ['10.0.0.1'], conditions: { ready: true } }],
    })
  }
  sandbox.put({
    apiVersion: ADMISSION,
    kind: 'ValidatingWebhookConfiguration',
    metadata: { name: `guard-${place}` },
    webhooks: [
      {
        name: `${place}.guard.example.com`,
        clientConfig: { service: { ...metadata, path: '/', port: 443 } },
        rules,
        failurePolicy,
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
      },
    ],
  })
  what.push(`a ${isDead ? 'dead' : 'living'} webhook (${failurePolicy}, ${operations[0]} of ${plural}) in ${place}`)
}
