/** `node scripts/setup.mjs scripts/bench/must-gather.ts FOLDER [OBJECTS]`: writes a must-gather with this many Pods in 100 namespaces, 500 of them terminating. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dump } from 'js-yaml'

const [folder, count = '100000'] = process.argv.slice(2)
if (folder === undefined) throw new Error('name a folder to write to')
const NAMESPACES = 100
const objects = Number(count)
const root = join(folder, 'must-gather.local.1/quay-io-openshift-must-gather')

/** Items are not indented, as in the YAML of `oc adm inspect` and kubectl. */
function asPrinted(value: object): string {
  return dump(value, { seqNoIndent: true })
}

function pod(index: number, namespace: string): object {
  const isStuck = index % Math.max(1, Math.floor(objects / 500)) === 0
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      creationTimestamp: '2026-01-15T11:00:00Z',
      ...(isStuck && { deletionTimestamp: '2026-01-15T11:30:00Z', finalizers: ['example.com/hold'] }),
      labels: { app: `app-${index % 50}`, 'pod-template-hash': '6d4b75cb6d' },
      managedFields: [
        {
          apiVersion: 'v1',
          fieldsType: 'FieldsV1',
          fieldsV1: {
            'f:metadata': {
              'f:labels': { '.': {}, 'f:app': {}, 'f:pod-template-hash': {} },
              'f:ownerReferences': { '.': {} },
            },
            'f:spec': {
              'f:containers': { 'k:{"name":"main"}': { '.': {}, 'f:env': {}, 'f:image': {}, 'f:resources': {} } },
            },
          },
          manager: 'kube-controller-manager',
          operation: 'Update',
          time: '2026-01-15T11:00:00Z',
        },
      ],
      name: `pod-${index}`,
      namespace,
      ownerReferences: [
        {
          apiVersion: 'apps/v1',
          blockOwnerDeletion: true,
          controller: true,
          kind: 'ReplicaSet',
          name: `set-${index % 50}`,
          uid: `set-${namespace}-${index % 50}`,
        },
      ],
      resourceVersion: String(1000 + index),
      uid: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    },
    spec: {
      containers: [
        {
          env: [
            { name: 'MODE', value: 'production' },
            { name: 'POD', valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.name' } } },
          ],
          image: 'registry.example.com/team/app:1.2.3',
          name: 'main',
          resources: { limits: { cpu: '1', memory: '1Gi' }, requests: { cpu: '100m', memory: '128Mi' } },
          volumeMounts: [{ mountPath: '/var/run/secrets/kubernetes.io/serviceaccount', name: 'token', readOnly: true }],
        },
      ],
      nodeName: `node-${index % 200}`,
      tolerations: [
        { effect: 'NoExecute', key: 'node.kubernetes.io/not-ready', operator: 'Exists', tolerationSeconds: 300 },
      ],
      volumes: [
        {
          name: 'token',
          projected: {
            defaultMode: 420,
            sources: [{ serviceAccountToken: { expirationSeconds: 3607, path: 'token' } }],
          },
        },
      ],
    },
    status: {
      conditions: ['Initialized', 'Ready', 'ContainersReady', 'PodScheduled'].map(type => ({
        lastProbeTime: null,
        lastTransitionTime: '2026-01-15T11:00:05Z',
        status: 'True',
        type,
      })),
      phase: 'Running',
      podIP: '10.0.0.1',
    },
  }
}

for (let place = 0; place < NAMESPACES; place++) {
  const namespace = `team-${place}`
  const within = join(root, 'namespaces', namespace)
  mkdirSync(join(within, 'core'), { recursive: true })
  const metadata = {
    creationTimestamp: '2026-01-01T00:00:00Z',
    name: namespace,
    resourceVersion: '1',
    uid: `namespace-${place}`,
  }
  writeFileSync(
    join(within, `${namespace}.yaml`),
    `---\n${asPrinted({ apiVersion: 'v1', kind: 'Namespace', metadata, spec: { finalizers: ['kubernetes'] }, status: { phase: 'Active' } })}`,
  )
  const items = Array.from({ length: objects / NAMESPACES }, (_, index) =>
    pod(place * (objects / NAMESPACES) + index, namespace),
  )
  writeFileSync(
    join(within, 'core/pods.yaml'),
    `---\n${asPrinted({ apiVersion: 'v1', items, kind: 'PodList', metadata: { resourceVersion: '9' } })}`,
  )
}
writeFileSync(
  join(root, 'timestamp'),
  '2026-01-15 11:59:00.1 +0000 UTC m=+0.1\n2026-01-15 12:00:00.1 +0000 UTC m=+60.1\n',
)
