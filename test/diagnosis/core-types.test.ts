import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { KubeObject } from '../../src/api/object.ts'
import { customResource } from '../../src/sandbox/incidents/parts/custom-resource.ts'
import { definition } from '../../src/sandbox/incidents/parts/definition.ts'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { ago, DAY, HOUR, MINUTE } from '../../src/sandbox/incidents/parts/time.ts'
import { deployment } from '../../src/sandbox/incidents/parts/workload.ts'
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { explained } from './explained.ts'
import { servedLogs } from './pod-logs.ts'

const test = suite('a controller of core types that is gone')

const INGRESS = { apiVersion: 'networking.k8s.io/v1', kind: 'Ingress' }
const BALANCER = 'ingress.k8s.aws/resources'

interface Given {
  readonly apiVersion: string
  readonly kind: string
  readonly manager?: string
  readonly wrote?: number
}

/** A terminating object of the core, by default one whose writer has no telling name. */
function setup(finalizer: string, { manager = 'manager', wrote = DAY, ...type }: Given): Sandbox {
  const sandbox = createSandbox({ clock: manualClock() })
  namespace(sandbox, 'shop')
  const metadata = {
    name: 'w',
    namespace: 'shop',
    creationTimestamp: ago(sandbox, wrote),
    deletionTimestamp: ago(sandbox, 10),
    deletionGracePeriodSeconds: 0,
    finalizers: [finalizer],
  }
  sandbox.put({ ...type, metadata }, { manager })
  return sandbox
}

function lease(sandbox: Sandbox, name: string, renewed: number): void {
  const renewTime = ago(sandbox, renewed).replace('Z', '.000000Z')
  const spec = { holderIdentity: `${name}-6f9c_1a`, leaseDurationSeconds: 15, renewTime }
  const metadata = { name, namespace: 'kube-system' }
  sandbox.put({ apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata, spec })
}

/** A controller that may change Ingresses, and runs. */
function ofIngresses(
  sandbox: Sandbox,
  place: string,
  name: string,
  image: string,
  resources: readonly string[] = ['ingresses'],
): void {
  deployment(sandbox, place, name, { replicas: 1, serviceAccount: name, image })
  const rbac = 'rbac.authorization.k8s.io'
  const rules = [{ apiGroups: ['networking.k8s.io'], resources, verbs: ['update', 'patch'] }]
  sandbox.put({ apiVersion: `${rbac}/v1`, kind: 'ClusterRole', metadata: { name }, rules })
  sandbox.put({
    ...{ apiVersion: `${rbac}/v1`, kind: 'ClusterRoleBinding', metadata: { name } },
    roleRef: { apiGroup: rbac, kind: 'ClusterRole', name },
    subjects: [{ kind: 'ServiceAccount', name, namespace: place }],
  })
}

test('an image that is only called operator is of the product before that, under whatever name it runs (VictoriaMetrics/operator#442)', async () => {
  const of = (image: string) => {
    const sandbox = setup('apps.victoriametrics.com/finalizer', INGRESS)
    ofIngresses(sandbox, 'vmop', 'vm-operator', image)
    return answerOf(sandbox)
  }
  assert.is(await of('victoriametrics/operator:v0.23.0'), 'CleanupInProgress w')
  assert.is(await of('registry.example.org:5000/victoriametrics/operator@sha256:0a'), 'CleanupInProgress w')
  assert.not.equal(await of('acme/operator:v1'), 'CleanupInProgress w')
  assert.not.equal(await of('victoriametrics/vmagent:v1'), 'CleanupInProgress w')
})

async function answerOf(sandbox: Sandbox): Promise<string> {
  const { causes } = await explained(sandbox)
  assert.is(causes.length, 1)
  return `${causes[0]!.code} ${causes[0]!.subject.name}`
}

test('is not known, and an error about the object in the log of one of the few that may change it is told first (nolar/kopf#798)', async () => {
  const told = async (...names: readonly string[]) => {
    const sandbox = setup('dns.example.net/zone', { ...INGRESS, manager: 'kopf' })
    const ingress = sandbox.get('networking.k8s.io/v1', 'Ingress', 'w', 'shop')!
    sandbox.put({ ...ingress, metadata: { ...ingress.metadata, deletionTimestamp: ago(sandbox, HOUR) } })
    for (const name of ['rdns', 'edge']) ofIngresses(sandbox, name, name, 'i', ['ingresses', 'ingresses/status'])
    const line = `[2026-06-12 10:00:00,1] kopf.objects [ERROR   ] [shop/w] Handler 'delete_fn' failed: 422`
    const { logs } = servedLogs(sandbox)
    for (const { metadata } of sandbox.server.store.list('pods')) {
      const { namespace: place = '', name } = metadata
      logs.set(`${place}/${name}/app`, { lines: names.includes(place) ? [`${ago(sandbox, MINUTE)} ${line}`] : [] })
    }
    const { causes } = await explained(sandbox)
    const { code, verdict, evidence, remedies } = causes[0]!
    return `${code} ${verdict} ${evidence[0]!.source} ${remedies[0]!.commands[0]!.slice(0, 20)}`
  }
  assert.is(await told('rdns'), 'ControllerUnknown unknown logs kubectl logs -n rdns')
  assert.match(await told('rdns', 'edge'), /^ControllerUnknown unknown (?!logs)/)
  assert.match(await told(), /^ControllerUnknown unknown (?!logs)/)
})

test('is what alone looks after types of the owner of the finalizer, where its log names the object (matrixorigin/matrixone#25045)', async () => {
  const told = async (others: readonly string[], isNaming = true) => {
    const sandbox = setup('dns.example.net/zone', { ...INGRESS, manager: 'manager' })
    const ingress = sandbox.get('networking.k8s.io/v1', 'Ingress', 'w', 'shop')!
    const finalizers = ['dns.example.net/zone', 'dns.example.net/record']
    const metadata = { ...ingress.metadata, finalizers, deletionTimestamp: ago(sandbox, HOUR) }
    sandbox.put({ ...ingress, metadata }, { manager: 'manager' })
    definition(sandbox, { group: 'core.example.net', plural: 'zones', kind: 'Zone' })
    customResource(sandbox, {
      ...{ apiVersion: 'core.example.net/v1', kind: 'Zone', namespace: 'shop', name: 'main', manager: 'manager' },
      status: { conditions: [{ type: 'Ready', status: 'False', reason: 'NoEnoughReadyStores' }] },
    })
    const rights = ['ingresses', 'ingresses/status']
    for (const name of ['rdns', ...others]) ofIngresses(sandbox, name, name, 'i', rights)
    const grant = (name: string, apiGroups: readonly string[]) => {
      const role = sandbox.get('rbac.authorization.k8s.io/v1', 'ClusterRole', name)!
      const rules = [...(role.rules as readonly object[]), { apiGroups, resources: ['*'], verbs: ['*'] }]
      sandbox.put({ ...role, rules })
    }
    grant('rdns', ['core.example.net'])
    definition(sandbox, { group: 'other.example.net', plural: 'pools', kind: 'Pool' })
    if (others.includes('sibling')) grant('sibling', ['other.example.net'])
    const { logs } = servedLogs(sandbox)
    const error = '"error":"zone is not ready for Ingress w, retry after 5s"'
    const line = `{"level":"error","msg":"Reconciler error","namespace":"shop","name":"w","object":{"name":"w","namespace":"shop"},${error}}`
    for (const { metadata } of sandbox.server.store.list('pods')) {
      const { namespace: place = '', name } = metadata
      const lines = isNaming && place === 'rdns' ? [`${ago(sandbox, MINUTE)} ${line}`] : []
      logs.set(`${place}/${name}/app`, { lines })
    }
    const { causes } = await explained(sandbox)
    const { evidence } = causes[0]!
    const isTold = evidence.some(({ fact }) =>
      fact.startsWith('Zone main, which the error names in logs, reports: condition Ready=False'),
    )
    assert.is(isTold, causes[0]!.code === 'CleanupFailing')
    return causes.map(({ code, verdict }) => `${code} ${verdict}`).join()
  }
  assert.is(await told([]), 'CleanupFailing stuck')
  assert.is(await told(['edge']), 'CleanupFailing stuck')
  assert.match(await told(['sibling']), /^ControllerUnknown/, 'of the same owner')
  assert.match(await told([], false), /^ControllerUnknown/)
})

test('is missing when the catalogue names its workload and no workload has the name', async () => {
  assert.is(await answerOf(setup(BALANCER, INGRESS)), 'ControllerMissing aws-load-balancer-controller')
  const pod = { apiVersion: 'v1', kind: 'ConfigMap' }
  assert.is(
    await answerOf(setup('finalizers.gatekeeper.sh/sync', pod)),
    'ControllerMissing gatekeeper-controller-manager',
  )
})

test('is not missing while anything speaks against it', async () => {
  const against: readonly [string, Given, (sandbox: Sandbox) => void][] = [
    ['it wrote a moment ago', { ...INGRESS, manager: 'aws-load-balancer-controller', wrote: MINUTE }, () => {}],
    [
      'it wrote another object of the type a moment ago',
      INGRESS,
      sandbox =>
        sandbox.put(
          {
            ...INGRESS,
            metadata: { name: 'alive', namespace: 'shop', creationTimestamp: ago(sandbox, MINUTE) },
            spec: {},
          },
          { manager: 'aws-load-balancer-controller' },
        ),
    ],
    ['another program wrote it', { ...INGRESS, manager: 'pond-keeper' }, () => {}],
    [
      'its image runs',
      INGRESS,
      sandbox => deployment(sandbox, 'kube-system', 'lb', { image: 'r/aws-load-balancer-controller:v2' }),
    ],
    ['its Lease is renewed', INGRESS, sandbox => lease(sandbox, 'aws-load-balancer-controller-leader', 1)],
    [
      'workloads cannot be read',
      INGRESS,
      sandbox => {
        sandbox.authorize = (_user, _verb, resource) => resource !== 'deployments.apps' && resource !== 'deployments'
      },
    ],
  ]
  for (const [what, given, arrange] of against) {
    const sandbox = setup(BALANCER, given)
    arrange(sandbox)
    assert.is(await answerOf(sandbox), 'ControllerUnknown w', what)
  }
})

test('and that the catalogue does not know: only what an uninstall leaves is proof', async () => {
  const finalizer = 'runners.pond.example/pod'
  const given = { apiVersion: 'v1', kind: 'ConfigMap', manager: 'pond-runner' }
  const release = { 'meta.helm.sh/release-name': 'pond', 'meta.helm.sh/release-namespace': 'shop' }
  const group = 'runners.pond.example'
  const cases: readonly [string, (sandbox: Sandbox) => void, string][] = [
    ['nothing', () => {}, 'ControllerUnknown w'],
    [
      'CRDs that stay',
      sandbox => definition(sandbox, { group, plural: 'runners', kind: 'Runner' }),
      'ControllerUnknown w',
    ],
    [
      'CRDs of a release that is gone',
      sandbox => definition(sandbox, { group, plural: 'runners', kind: 'Runner', annotations: release }),
      'ControllerMissing pond-runner',
    ],
    [
      'CRDs of another domain',
      sandbox =>
        definition(sandbox, { group: 'lake.example', plural: 'runners', kind: 'Runner', annotations: release }),
      'ControllerUnknown w',
    ],
    ['its Lease lapsed', sandbox => lease(sandbox, 'pond-runner', DAY), 'ControllerMissing pond-runner'],
    ['the Lease of another lapsed', sandbox => lease(sandbox, 'lake-runner', DAY), 'ControllerUnknown w'],
    [
      'its Lease lapsed and kin runs',
      sandbox => {
        lease(sandbox, 'pond-runner', DAY)
        deployment(sandbox, 'shop', 'pond-api')
      },
      'ControllerUnknown w',
    ],
  ]
  for (const [what, arrange, code] of cases) {
    const sandbox = setup(finalizer, given)
    arrange(sandbox)
    assert.is(await answerOf(sandbox), code, what)
  }
})

test('is missing where the catalogue gives a name that many have, and none of its product has it (tailscale/tailscale#15662)', async () => {
  const finalizer = 'tailscale.com/finalizer'
  const service = { apiVersion: 'v1', kind: 'Service', manager: 'operator' }
  const answerWith = (place: string, name: string, serviceAccount = name) => {
    const sandbox = setup(finalizer, service)
    namespace(sandbox, place)
    deployment(sandbox, place, name, { replicas: 1, serviceAccount })
    return answerOf(sandbox)
  }
  assert.is(await answerWith('acme', 'acme-operator'), 'ControllerMissing w')
  assert.is(await answerWith('tailscale', 'ts-grafana'), 'ControllerMissing w')
  assert.is(await answerWith('acme', 'tailscale-operator'), 'ControllerUnknown w')
  assert.is(await answerWith('tailscale', 'operator'), 'ControllerUnknown w')
})

test('runs where a workload of the product has that name and the right (tailscale/tailscale#9773)', async () => {
  const answerWith = async (place: string, image: string) => {
    const sandbox = setup('tailscale.com/finalizer', { ...INGRESS, manager: 'operator' })
    namespace(sandbox, place)
    ofIngresses(sandbox, place, 'operator', image)
    return answerOf(sandbox)
  }
  assert.is(await answerWith('tailscale', 'registry.example.com/acme:1'), 'CleanupInProgress w')
  assert.is(await answerWith('net', 'tailscale/k8s-operator:v1.50'), 'CleanupInProgress w')
  assert.is(await answerWith('net', 'registry.example.com/acme:1'), 'ControllerMissing w')
})

test('may wait for the class that an Ingress names, which is gone (kubernetes-sigs/aws-load-balancer-controller#4341)', async () => {
  const answerWith = async (name: string) => {
    const sandbox = setup(BALANCER, INGRESS)
    const held = sandbox.get(INGRESS.apiVersion, INGRESS.kind, 'w', 'shop')!
    sandbox.put({ ...held, spec: { ingressClassName: name } })
    sandbox.put({ apiVersion: INGRESS.apiVersion, kind: 'IngressClass', metadata: { name: 'alb' } })
    ofIngresses(sandbox, 'kube-system', 'aws-load-balancer-controller', 'registry.example.com/lb:1')
    return answerOf(sandbox)
  }
  assert.is(await answerWith('gone'), 'ReferenceMissing gone')
  assert.is(await answerWith('alb'), 'CleanupInProgress w')
})

test('an error of an object with one finalizer is told beside a workload that has only a word in common (gardener/gardener#7762)', async () => {
  const sandbox = createSandbox({ clock: manualClock() })
  namespace(sandbox, 'team')
  definition(sandbox, { group: 'core.gardener.cloud', plural: 'shoots', kind: 'Shoot' })
  customResource(sandbox, {
    ...{ apiVersion: 'core.gardener.cloud/v1', kind: 'Shoot', namespace: 'team', name: 'w', manager: 'gardenlet' },
    ...{ finalizers: ['gardener'], deleted: HOUR },
    status: {
      conditions: [
        {
          type: 'Ready',
          status: 'False',
          reason: 'DeletionFailed',
          message: 'cannot delete the network: access denied',
          lastTransitionTime: ago(sandbox, MINUTE),
        },
      ],
    },
  })
  const codes = async () => (await explained(sandbox)).causes.map(({ code }) => code)
  assert.equal(await codes(), ['CleanupFailing'])
  deployment(sandbox, 'team', 'cloud-shop', { replicas: 1 })
  assert.equal(await codes(), ['CleanupFailing'])
})

test('is missing where another finalizer of it, on a type of its own, proves that: one cause (piraeusdatastore/piraeus-operator#402)', async () => {
  const secret = { apiVersion: 'v1', kind: 'Secret', manager: 'pond-operator', wrote: 40 * DAY }
  const causesOf = async (manager: string, group: string) => {
    const sandbox = setup('pond.example.com/keep', secret)
    definition(sandbox, { group, plural: 'ponds', kind: 'Pond' })
    customResource(sandbox, {
      ...{ apiVersion: `${group}/v1`, kind: 'Pond', namespace: 'shop', name: 'p', manager },
      ...{ finalizers: [`finalizer.${group}`], deleted: 3 * HOUR },
    })
    const { causes } = await explained(sandbox)
    return causes.map(({ code, verdict, blocks }) => `${code} ${verdict} ${blocks.map(({ kind }) => kind)}`)
  }
  assert.equal(await causesOf('pond-operator', 'pond.example.com'), ['ControllerMissing stuck Pond,Secret'])
  const apart = ['ControllerMissing stuck Pond', 'ControllerUnknown unknown Secret']
  assert.equal(await causesOf('otter-operator', 'pond.example.com'), apart)
  assert.equal(await causesOf('pond-operator', 'pond.example.org'), apart)
})

test('and of which nothing is proven is one cause for what it put on objects of several types (bpfman/bpfman-operator#432)', async () => {
  const manager = 'pond-operator'
  const sandbox = setup('pond.example.com/keep', { apiVersion: 'v1', kind: 'Secret', manager })
  const { metadata } = sandbox.get('v1', 'Secret', 'w', 'shop')!
  const { name, namespace: place, creationTimestamp, deletionTimestamp, finalizers } = metadata
  const same = { name, namespace: place, creationTimestamp, deletionTimestamp, finalizers }
  sandbox.put(
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { ...same, deletionGracePeriodSeconds: 0 } } as KubeObject,
    { manager },
  )
  assert.is((await explained(sandbox)).causes[0]!.blocks.length, 2)
  assert.is(await answerOf(sandbox), 'ControllerUnknown w')
})

test('a Helm release of which neither record nor workload is left is told, and proves nothing (tmforum-oda/oda-canvas#599)', async () => {
  const marks = { 'meta.helm.sh/release-name': 'canvas', 'meta.helm.sh/release-namespace': 'shop' }
  const told = async (change: (sandbox: Sandbox) => void): Promise<string | undefined> => {
    const sandbox = setup('kopf.zalando.org/KopfFinalizerMarker', { apiVersion: 'v1', kind: 'ConfigMap' })
    const held = sandbox.get('v1', 'ConfigMap', 'w', 'shop')!
    sandbox.put({ ...held, metadata: { ...held.metadata, annotations: marks } } as typeof held)
    change(sandbox)
    const [cause] = (await explained(sandbox)).causes
    assert.is(cause?.code, 'ControllerUnknown')
    return cause!.evidence.find(({ source }) => source === 'metadata.annotations')?.fact
  }
  assert.match(String(await told(() => {})), /Helm release shop\/canvas, of which no workload and no record is left/)
  const record = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'sh.helm.release.v1.canvas.v1', namespace: 'shop' },
  }
  assert.is(await told(sandbox => sandbox.put(record)), undefined)
  const workload = (sandbox: Sandbox): void => {
    deployment(sandbox, 'shop', 'web')
    const web = sandbox.get('apps/v1', 'Deployment', 'web', 'shop')!
    sandbox.put({ ...web, metadata: { ...web.metadata, annotations: marks } } as typeof web)
  }
  assert.is(await told(workload), undefined)
})

test.run()
