import { relative, resolve } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { temporaryFolder } from '../../cluster/temporary-folder.ts'
import { freePorts } from '../../control-plane/free-port.ts'
import { until } from '../../control-plane/until.ts'
import { manifestsOf, podSpecOf } from '../../deploy/manifests.ts'
import { untilAllowed } from '../rig/allowed.ts'
import type { Api, Thing } from '../rig/api.ts'
import { createCrd } from '../rig/crd.ts'
import { ownControlPlane, ownControlPlaneAvailable } from '../rig/own-control-plane.ts'
import { kubectl as kubectlAt, type RunOptions } from '../rig/rig.ts'
import { podsAvailable, runInPod } from './in-pod.ts'

const KUSTOMIZE = resolve(import.meta.dirname, '../../../deploy/kustomize')
const NAME = 'kubectl-finalize'
const ACCOUNT = `system:serviceaccount:${NAME}:${NAME}`
const MONITORING = 'monitoring.coreos.com'

// The sandbox aggregates no ClusterRoles and has no tokens of ServiceAccounts.
const test = suite('deploy/kustomize in a cluster')
const onControlPlane = ownControlPlaneAvailable() && podsAvailable() ? test : test.skip

type Kubectl = (args: readonly string[], options?: RunOptions) => Promise<string>

/** Every manifest of every component, with server-side apply as a dry run; and its Pods, by the restricted Pod Security of the Namespace. */
async function takesEverything(kubectl: Kubectl, api: Api): Promise<void> {
  const manifests = manifestsOf(await kubectl(['kustomize', `${KUSTOMIZE}/all`]))
  const args = ['apply', '--server-side', '--dry-run=server', '--force-conflicts', '-k', `${KUSTOMIZE}/all`]
  const applied = (await kubectl(args)).trim().split('\n')
  assert.equal(
    [applied.length, applied.filter(line => !line.endsWith('serverside-applied (server dry run)'))],
    [manifests.length, []],
  )
  const pods = `/api/v1/namespaces/${NAME}/pods?dryRun=All`
  const pod = (spec: object) => ({ apiVersion: 'v1', kind: 'Pod', metadata: { generateName: 'tried-' }, spec })
  const specs = manifests.flatMap(each => podSpecOf(each) ?? [])
  assert.is(specs.length, 2)
  for (const spec of specs) {
    assert.is((await api.raw('POST', pods, pod(spec))).status, 201)
    const { status, body } = await api.raw('POST', pods, pod({ ...spec, securityContext: {} }))
    assert.equal([status, body.includes('violates PodSecurity')], [403, true])
  }
}

/** An operator that shows its custom resources to who has the ClusterRole `view`, as most do. */
async function operatorShows(api: Api, group: string): Promise<void> {
  await api.create({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata: { name: `view-${group}`, labels: { 'rbac.authorization.k8s.io/aggregate-to-view': 'true' } },
    rules: [{ apiGroups: [group], resources: ['*'], verbs: ['get', 'list', 'watch'] }],
  })
}

/** Three objects that stay terminating: of a type of Kubernetes, a custom resource, and a Secret. */
async function stuckObjects(api: Api, group: string): Promise<readonly Thing[]> {
  const metadata = { name: 'held', namespace: 'default', finalizers: ['example.com/hold'] }
  const objects = [
    await api.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata }),
    await api.create({ apiVersion: `${group}/v1`, kind: 'Widget', metadata }),
    await api.create({ apiVersion: 'v1', kind: 'Secret', metadata }),
  ]
  for (const object of objects) await api.delete(object)
  return objects
}

async function tokenOf(api: Api): Promise<string> {
  const path = `/api/v1/namespaces/${NAME}/serviceaccounts/${NAME}/token`
  const spec = { expirationSeconds: 3600 }
  return (await api.send('POST', path, { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec })).status
    .token
}

/** The base with the component advice. */
function withAdvice(): { readonly path: string } & Disposable {
  const folder = temporaryFolder()
  const from = (name: string): string => relative(folder.path, `${KUSTOMIZE}/${name}`)
  folder.write(
    'kustomization.yaml',
    JSON.stringify({
      apiVersion: 'kustomize.config.k8s.io/v1beta1',
      kind: 'Kustomization',
      namespace: NAME,
      resources: [from('base')],
      components: [from('components/advice')],
    }),
  )
  return folder
}

const ADVICE = { apiVersion: 'kubectl-finalize.io/v1', kind: 'DeletionAdvice', metadata: { name: `${NAME}-advice` } }

onControlPlane('is taken as a whole, sees all but Secrets with its own rights, and leaves nothing', async () => {
  await using plane = await ownControlPlane()
  const { api, kubeconfig, server, admin } = plane
  const kubectl: Kubectl = async (args, options) => {
    const ran = await kubectlAt(args, { ...options, env: { KUBECONFIG: kubeconfig } })
    assert.is(ran.code, 0, ran.stderr)
    return ran.stdout
  }
  await createCrd(api, { group: MONITORING, kind: 'ServiceMonitor' })
  await createCrd(api, { group: MONITORING, kind: 'PrometheusRule' })
  const { group } = await createCrd(api)
  for (const each of [MONITORING, group]) await operatorShows(api, each)
  using installed = withAdvice()
  await kubectl(['apply', '-k', installed.path])
  await takesEverything(kubectl, api)
  const objects = await stuckObjects(api, group)
  await untilAllowed(ACCOUNT, { verb: 'list', group, resource: 'widgets' }, api)
  await untilAllowed(ACCOUNT, { verb: 'list', group: 'apps', resource: 'deployments' }, api)

  using folder = temporaryFolder()
  for (const [name, text] of Object.entries({ token: await tokenOf(api), 'ca.crt': admin.ca!, namespace: NAME }))
    folder.write(name, String(text))
  const [port] = await freePorts(1)
  const [container] = podSpecOf(
    (await api.get({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: NAME, namespace: NAME } }))!,
  )!.containers
  const words = container!.args.map(word => word.replace(':9180', `127.0.0.1:${port}`))
  let kill: (signal: NodeJS.Signals) => void = () => {}
  const running = runInPod(
    [...words, '--after=1s', '--every=1s'],
    { folder: folder.path, server },
    {
      onStart: signals => {
        kill = signals
      },
    },
  )
  const isWhole = (text: string) => text.includes('finalize_stuck_objects{') && text.includes('"widgets.')
  const died = running.then(({ stderr }) => Promise.reject(new Error(`it ended: ${stderr}`)))
  const scrape = async (): Promise<string | undefined> => {
    const text = await fetch(`http://127.0.0.1:${port}/metrics`).then(
      answer => answer.text(),
      () => '',
    )
    return isWhole(text) && /^kubectl_finalize_scan_complete 1$/m.test(text) ? text : undefined
  }
  const lease = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name: NAME, namespace: NAME } }
  try {
    const text = await Promise.race([until(scrape, { what: 'complete metrics', deadlineSeconds: 60 }), died])
    assert.ok(text.includes('terminating_objects{resource="configmaps",namespace="default"} 1'), text)
    assert.ok(text.includes(`terminating_objects{resource="widgets.${group}",namespace="default"} 1`), text)
    assert.match(text, /^kubectl_finalize_unreadable_types 0$/m)
    assert.match(text, /^kubectl_finalize_skipped_types 1$/m)
    assert.not.match(text, /resource="secrets"/)
    await api.waitFor(lease, ({ spec }) => spec.holderIdentity)
    const written = async () => {
      const events = await api.list({ apiVersion: 'events.k8s.io/v1', kind: 'Event', namespace: 'default' })
      return events.find(({ reportingController = '' }) => reportingController.includes(NAME))
    }
    await until(written, { what: 'an Event of it', deadlineSeconds: 60 })
    const advised = async () => (await api.get(ADVICE))?.spec?.texts
    await until(advised, { what: 'the object of its advice', deadlineSeconds: 60 })
  } finally {
    kill('SIGTERM')
  }
  const { code, stderr } = await running
  assert.is(code, 130, stderr)
  // The interrupt may cut an Event short, of which it warns.
  assert.not.match(stderr, /forbidden/)
  assert.is(await api.get(ADVICE), undefined, 'its texts are gone with it')
  const may = await api.raw('GET', '/api/v1/secrets', undefined, {
    'impersonate-user': ACCOUNT,
    'impersonate-group': 'system:authenticated',
  })
  assert.is(may.status, 403)

  for (const object of objects) await api.patch(object, { metadata: { finalizers: null } })
  await api.create({ ...ADVICE, spec: { texts: { left: 'by one that was killed' } } })
  await kubectl(['delete', '-k', installed.path, '--timeout=60s'])
  const policies = 'validatingadmissionpolicies,validatingadmissionpolicybindings,customresourcedefinitions'
  const kinds = `namespaces,clusterroles,clusterrolebindings,leases,roles,deployments,services,serviceaccounts,${policies}`
  const left = await kubectl(['get', kinds, '-A', '-l', `app.kubernetes.io/name=${NAME}`, '-o', 'name'])
  assert.is(left, '')
  assert.is(await kubectl(['get', 'namespace', NAME, '--ignore-not-found']), '')
})

test.run()
