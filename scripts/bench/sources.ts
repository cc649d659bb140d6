import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ControlPlane } from '../../test/control-plane/launch.ts'
import { createApi } from '../../test/e2e/rig/api.ts'
import { createCrd } from '../../test/e2e/rig/crd.ts'
import { withLogs } from '../../test/e2e/rig/kubelet.ts'
import { pairs } from './measure.ts'

const GROUP = 'sources.example.com'
const RBAC = 'rbac.authorization.k8s.io'
/** Lines of about 200 bytes: 1 MiB, of which no more is read. */
const LINES = 5500

/**
 * Measures `explain` of two objects, one of which hangs on the log of its controller and one on who watches its type, in turn with the same
 * without either: `--logs=false`, as a user who may get everything but /metrics.
 */
export async function measureSources(plane: ControlPlane, program: string, runs: number): Promise<string> {
  const api = createApi(plane.admin)
  const [silents, lonelies] = await Promise.all(
    ['Silent', 'Lonely'].map(kind => createCrd(api, { group: GROUP, kind })),
  )
  await api.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'sources' } })
  await using kubelet = await withLogs(api)
  await operator(api)
  const pod = await kubelet.run({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'operator', namespace: 'sources' },
    spec: {
      serviceAccountName: 'operator',
      containers: [{ name: 'manager', image: 'registry.example.com/operator:v1' }],
    },
  })
  const line = `{"level":"info","msg":"Reconciled","controllerKind":"Silent","Silent":{"name":"other","namespace":"sources"},"filler":"${'x'.repeat(60)}"}`
  const at = new Date(Date.now() + 60_000).toISOString()
  kubelet.write(
    pod,
    'manager',
    Array.from({ length: LINES }, () => `${at} ${line}`),
  )
  for (const [type, manager] of [
    [silents!, 'operator'],
    [lonelies!, 'lonely-operator'],
  ] as const) {
    const path = `/apis/${type.apiVersion}/namespaces/sources/${type.plural}`
    const draft = type.draft('one', 'sources', { metadata: { finalizers: [`${GROUP}/cleanup`] } })
    await api.send('POST', `${path}?fieldManager=${manager}`, draft)
    await api.send('DELETE', `${path}/one`)
  }
  await reader(api)
  const without = join(tmpdir(), `finalize-bench-sources-${process.pid}`)
  writeFileSync(
    without,
    readFileSync(plane.kubeconfig, 'utf8').replace(/^current-context: .*$/m, 'current-context: tenant'),
  )
  // Whatever is young proves nothing: then neither source would decide anything.
  await new Promise(resolve => setTimeout(resolve, 130_000))
  const explain = [program, 'explain', '-n', 'sources', '-o', 'json']
  try {
    const commands = {
      both: explain,
      neither: [...explain, '--logs=false', '--kubeconfig', without],
    }
    return await pairs(commands, runs, { KUBECONFIG: plane.kubeconfig })
  } finally {
    rmSync(without)
  }
}

type Api = ReturnType<typeof createApi>

async function operator(api: Api): Promise<void> {
  await api.create({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'operator', namespace: 'sources' } })
  const rules = [{ apiGroups: [GROUP], resources: ['silents'], verbs: ['get', 'list', 'watch', 'update', 'patch'] }]
  await bound(api, 'bench-operator', rules, { kind: 'ServiceAccount', name: 'operator', namespace: 'sources' })
}

/** The tenant may get everything but /metrics. */
async function reader(api: Api): Promise<void> {
  const rules = [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }]
  await bound(api, 'bench-reader', rules, { kind: 'User', name: 'tenant', apiGroup: RBAC })
}

async function bound(api: Api, name: string, rules: readonly object[], subject: object): Promise<void> {
  const apiVersion = `${RBAC}/v1`
  await api.create({ apiVersion, kind: 'ClusterRole', metadata: { name }, rules })
  const roleRef = { apiGroup: RBAC, kind: 'ClusterRole', name }
  await api.create({ apiVersion, kind: 'ClusterRoleBinding', metadata: { name }, roleRef, subjects: [subject] })
}
