import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { customResource } from '../../src/sandbox/incidents/parts/custom-resource.ts'
import { definition } from '../../src/sandbox/incidents/parts/definition.ts'
import { event } from '../../src/sandbox/incidents/parts/event.ts'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { operator } from '../../src/sandbox/incidents/parts/operator.ts'
import { ago, HOUR, MINUTE } from '../../src/sandbox/incidents/parts/time.ts'
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { type Explained, explained } from './explained.ts'
import { deleted } from './stuck-objects.ts'

const test = suite('ReferenceMissing')

const GROUP = 'objectstore.example.com'
const FINALIZER = `${GROUP}/bucket`

/** A cluster with the type Bucket and its operator. */
function setup({ replicas = 1, installed = true } = {}): Sandbox {
  const sandbox = createSandbox({ clock: manualClock() })
  definition(sandbox, { group: GROUP, plural: 'buckets', kind: 'Bucket' })
  definition(sandbox, { group: GROUP, plural: 'stores', kind: 'Store' })
  definition(sandbox, { group: GROUP, plural: 'quotas', kind: 'Quota' })
  namespace(sandbox, 'shop')
  if (installed) operator(sandbox, { name: 'objectstore', group: GROUP, plural: 'buckets', replicas })
  return sandbox
}

interface Options {
  readonly name?: string
  readonly deleted?: number
  readonly status?: Record<string, unknown>
  readonly finalizers?: readonly string[]
}

function bucket(sandbox: Sandbox, spec: Record<string, unknown>, options: Options = {}) {
  const { name = 'logs', deleted = HOUR, finalizers = [FINALIZER], status } = options
  const rest = { namespace: 'shop', name, manager: 'objectstore', finalizers, deleted, spec, ...(status && { status }) }
  return customResource(sandbox, { apiVersion: `${GROUP}/v1`, kind: 'Bucket', ...rest })
}

function put(sandbox: Sandbox, kind: string, name: string, apiVersion = 'v1'): void {
  sandbox.put({ apiVersion, kind, metadata: { name, namespace: 'shop' } })
}

function subjects({ causes }: Explained): string[] {
  return causes.map(({ code, subject }) => `${code} ${subject.kind} ${subject.namespace ?? ''}/${subject.name}`)
}

test('fields that name a Secret, a ServiceAccount, a kubeconfig, a scale target or a kind of the product', async () => {
  const shapes: readonly [Record<string, unknown>, string][] = [
    [{ credentials: { secretRef: { name: 'aws', key: 'id' } } }, 'Secret shop/aws'],
    [{ credentialsSecretName: 'aws' }, 'Secret shop/aws'],
    [{ auth: { secretName: 'aws' } }, 'Secret shop/aws'],
    [{ passwordSecretName: 'aws' }, 'Secret shop/aws'],
    [{ env: 'a', secret: { name: 'aws', key: 'p' } }, 'Secret shop/aws'],
    [{ auth: [{ passwordSecretKeyRef: { name: 'aws', key: 'p' } }] }, 'Secret shop/aws'],
    [{ kubeConfig: { secretRef: { name: 'remote' } } }, 'Secret shop/remote'],
    [{ serviceAccountName: 'deployer' }, 'ServiceAccount shop/deployer'],
    [{ scaleTargetRef: { name: 'web' } }, 'Deployment shop/web'],
    [{ scaleTargetRef: { apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'db' } }, 'StatefulSet shop/db'],
    [{ storeRef: { name: 'main' } }, 'Store shop/main'],
    [{ storeReference: { name: 'main' } }, 'Store shop/main'],
    [{ store: { name: 'main', namespace: 'other' } }, 'Store other/main'],
    [{ storeName: 'main' }, 'Store shop/main'],
    [{ serviceAccount: { name: 'deployer' } }, 'ServiceAccount shop/deployer'],
    [{ rootPasswordSecret: { name: 'aws', key: 'p' } }, 'Secret shop/aws'],
    [{ existingSecret: 'aws' }, 'Secret shop/aws'],
    [{ api: { tokenRef: { name: 'aws', key: 't' } } }, 'Secret shop/aws'],
    [{ storeRefs: [{ name: 'main', kind: 'Store' }] }, 'Store shop/main'],
    [{ storeRef: 'main' }, 'Store shop/main'],
    [{ storeRef: 'other/main' }, 'Store other/main'],
    [{ configRef: { apiVersion: `${GROUP}/v1`, kind: 'Store', name: 'main' } }, 'Store shop/main'],
    [{ from: { apiVersion: `${GROUP}/v1`, kind: 'Store', name: 'main', namespace: 'other' } }, 'Store other/main'],
  ]
  for (const [spec, subject] of shapes) {
    const sandbox = setup()
    bucket(sandbox, spec)
    const answer = await explained(sandbox)
    assert.equal(subjects(answer), [`ReferenceMissing ${subject}`], JSON.stringify(spec))
  }
})

test('to create a custom object again that is no mere means begins its own work: no low risk', async () => {
  const riskOf = async (spec: Record<string, unknown>, message?: string) => {
    const sandbox = setup()
    const conditions = [{ type: 'Ready', status: 'False', reason: 'DeleteFailed', message }]
    bucket(sandbox, spec, message === undefined ? {} : { status: { conditions } })
    const { causes } = await explained(sandbox)
    return causes[0]!.remedies.find(({ kind }) => kind === 'repair')!.risk
  }
  assert.is(await riskOf({ storeRef: { name: 'main' } }), 'low')
  assert.is(await riskOf({}, `quotas.${GROUP} "big" not found`), 'medium')
})

test('what an error names without its namespace is where an object that this one names has it', async () => {
  const told = async (secretRef: object) => {
    const sandbox = setup()
    put(sandbox, 'Store', 'main', `${GROUP}/v1`)
    const store = sandbox.get(`${GROUP}/v1`, 'Store', 'main', 'shop')!
    sandbox.put({ ...store, spec: { credentials: { secretRef } } } as typeof store)
    const message = 'cannot get credentials: secrets "aws" not found'
    const status = { conditions: [{ type: 'Synced', status: 'False', reason: 'ReconcileError', message }] }
    bucket(sandbox, { storeRef: { name: 'main' } }, { status })
    const answer = await explained(sandbox)
    const facts = answer.causes.flatMap(({ evidence }) => evidence.map(({ fact }) => fact)).join('\n')
    return [subjects(answer)[0], facts.includes('no namespace is named')]
  }
  assert.equal(await told({ name: 'aws', namespace: 'team-x' }), ['ReferenceMissing Secret team-x/aws', false])
  assert.is((await told({ name: 'others', namespace: 'team-x' }))[0], 'ReferenceMissing Secret shop/aws')
})

test('what is there is innocent, and so is what is optional, made by the controller, carried, or no name', async () => {
  const innocent: readonly Record<string, unknown>[] = [
    { credentials: { secretRef: { name: 'there' } }, serviceAccountName: 'there', storeRef: { name: 'there' } },
    { secretRef: { name: 'gone', optional: true } },
    { writeConnectionSecretToRef: { name: 'gone', namespace: 'shop' }, outputSecretName: 'gone' },
    { template: { spec: { serviceAccountName: 'gone', secretName: 'gone' } } },
    { tls: { secretName: 'gone' } },
    { secretName: 'gone', dnsNames: ['a.example.com'] },
    { adminSecretName: 'gone', configMapName: 'gone', secret: { name: 'gone' } },
    { target: { secretRef: { name: 'gone' } }, destinationSecretRef: { name: 'gone' } },
    { storeRef: { name: 'gone', uid: 'u' } },
    { store: { name: 'gone', size: '1Gi' }, quotaName: 'gone', bucketName: 'gone' },
    { clientSecret: 'gone', tokenRef: { name: 'gone' } },
    { replicas: 1, serviceAccountName: 'gone' },
    { pipelineRef: { kind: 'Quota', name: 'gone' }, sourceRef: { kind: 'Store', name: 'gone' } },
    { targetCluster: 'edge', serviceAccountName: 'gone', secretRef: { name: 'gone' } },
    { acme: { privateKeySecretRef: { name: 'gone' } } },
    { secretName: '{{ .name }}', roleArn: 'arn:aws:iam::1:role/gone', clusterName: 'gone' },
    { ownerRef: { kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'gone' } },
    { kubeConfig: { secretRef: { name: 'there' } }, serviceAccountName: 'gone' },
    { infrastructureRef: { apiVersion: `${GROUP}/v1`, kind: 'Store', name: 'gone' } },
  ]
  for (const spec of innocent) {
    const sandbox = setup()
    put(sandbox, 'Secret', 'there')
    put(sandbox, 'ServiceAccount', 'there')
    put(sandbox, 'Store', 'there', `${GROUP}/v1`)
    bucket(sandbox, spec)
    const { codes } = await explained(sandbox)
    assert.equal(codes, ['CleanupInProgress logs'], JSON.stringify(spec))
  }
})

test('it is stuck when the object says that just this was not found; else unknown', async () => {
  const ready = (message: string) => ({ conditions: [{ type: 'Ready', status: 'False', reason: 'Error', message }] })
  const cases: readonly [Record<string, unknown>, Options, string][] = [
    [{ secretRef: { name: 'aws' } }, {}, 'unknown'],
    [{ secretRef: { name: 'aws' } }, { deleted: 20 }, 'unknown'],
    [{ secretRef: { name: 'aws' } }, { deleted: 20, status: ready('secrets "aws" not found') }, 'stuck'],
    [{ secretName: 'aws' }, { status: ready('secrets "aws" not found') }, 'stuck'],
    [{ quotaRef: { name: 'big' } }, {}, 'unknown'],
    [{ quotaRef: { name: 'big' } }, { status: { message: 'cannot find quota big' } }, 'stuck'],
  ]
  for (const [spec, options, verdict] of cases) {
    const sandbox = setup()
    bucket(sandbox, spec, options)
    const answer = await explained(sandbox)
    assert.is(answer.causes[0]!.code, 'ReferenceMissing')
    assert.is(answer.object('Bucket', 'logs').verdict, verdict, JSON.stringify([spec, options]))
  }
})

test('an error from before the deletion counts no more once another is told of the deletion (rabbitmq/messaging-topology-operator#195)', async () => {
  const told = async (since: number, message: string | undefined) => {
    const sandbox = setup()
    const condition = {
      type: 'Ready',
      status: 'False',
      reason: 'FailedCreateOrUpdate',
      message: 'Secret "aws" not found',
    }
    const status = { conditions: [{ ...condition, lastTransitionTime: ago(sandbox, since) }] }
    const object = bucket(sandbox, { secretRef: { name: 'aws' } }, { status })
    if (message !== undefined)
      event(sandbox, object, { reason: 'FailedDelete', message, component: 'objectstore', first: MINUTE, last: MINUTE })
    return subjects(await explained(sandbox))[0]
  }
  const [missing, failing] = ['ReferenceMissing Secret shop/aws', 'CleanupFailing Bucket shop/logs']
  assert.is(await told(2 * HOUR, 'failed to retrieve user from status'), failing)
  assert.is(await told(MINUTE, 'failed to retrieve user from status'), missing)
  assert.is(await told(2 * HOUR, 'failed: Secret "aws" not found'), missing)
  assert.is(await told(2 * HOUR, 'failed to delete'), missing)
  assert.is(await told(2 * HOUR, undefined), missing)
})

test('what an error names without its namespace is where what names the object has it (cloudfoundry/korifi#880)', async () => {
  const told = async (spec: Record<string, unknown>): Promise<readonly string[]> => {
    const sandbox = setup()
    const conditions = [{ type: 'Ready', status: 'False', message: 'Quota.objectstore.example.com "gold" not found' }]
    bucket(sandbox, {}, { status: { conditions } })
    sandbox.put({ apiVersion: `${GROUP}/v1`, kind: 'Store', metadata: { namespace: 'shop', name: 'main' }, spec })
    return subjects(await explained(sandbox))
  }
  const [quotaRef, users] = [{ name: 'gold', namespace: 'ops' }, [{ bucketRef: { name: 'logs' } }]]
  assert.equal(await told({ quotaRef, users }), ['ReferenceMissing Quota ops/gold'])
  assert.equal(await told({ quotaRef }), ['ReferenceMissing Quota shop/gold'])
  assert.equal(await told({ diskRef: quotaRef, users }), ['ReferenceMissing Quota shop/gold'])
})

test('an object of any namespace that names a cluster-scoped one tells not where what an error names is', async () => {
  const told = async (place?: string): Promise<readonly string[]> => {
    const sandbox = setup()
    for (const name of ['buckets', 'stores']) {
      const crd = sandbox.get('apiextensions.k8s.io/v1', 'CustomResourceDefinition', `${name}.${GROUP}`)!
      const scope = name === 'buckets' || place === undefined ? 'Cluster' : 'Namespaced'
      sandbox.put({ ...crd, spec: { ...(crd.spec as object), scope } })
    }
    const conditions = [{ type: 'Ready', status: 'False', message: 'Quota.objectstore.example.com "gold" not found' }]
    const metadata = { name: 'logs', ...deleted(sandbox, HOUR, FINALIZER) }
    sandbox.put({ apiVersion: `${GROUP}/v1`, kind: 'Bucket', metadata, status: { conditions } })
    const spec = { quotaRef: { name: 'gold', namespace: 'ops' }, users: [{ bucketRef: { name: 'logs' } }] }
    const named = { name: 'main', ...(place !== undefined && { namespace: place }) }
    sandbox.put({ apiVersion: `${GROUP}/v1`, kind: 'Store', metadata: named, spec })
    return subjects(await explained(sandbox))
  }
  assert.equal(await told(), ['ReferenceMissing Quota ops/gold'])
  assert.equal(await told('shop'), ['ReferenceMissing Quota objectstore-system/gold'])
})

test('the Secret that a volume has in its spec, which its status says could not be had, and nothing else of that', async () => {
  const told = async (secret: string, isThere = false): Promise<readonly string[]> => {
    const sandbox = setup()
    const metadata = { name: 'pv', ...deleted(sandbox, HOUR, 'external-provisioner.volume.kubernetes.io/finalizer') }
    const azureFile = { secretName: 'share', secretNamespace: 'shop', shareName: 'a' }
    const claimRef = { kind: 'PersistentVolumeClaim', namespace: 'shop', name: 'data', uid: 'gone' }
    const status = {
      phase: 'Failed',
      message: `failed to create deleter for volume "pv": Couldn't get secret ${secret}`,
    }
    sandbox.put({ apiVersion: 'v1', kind: 'PersistentVolume', metadata, spec: { azureFile, claimRef }, status })
    if (isThere) put(sandbox, 'Secret', 'share')
    return subjects(await explained(sandbox)).filter(each => each.startsWith('ReferenceMissing'))
  }
  assert.equal(await told('shop/share'), ['ReferenceMissing Secret shop/share'])
  assert.equal(await told('shop/share', true), [])
  assert.equal(await told('shop/other'), [])
})

test('a kind of a group above the own one, and a project of Argo CD in any namespace', async () => {
  const sandbox = createSandbox({ clock: manualClock() })
  const types = [
    ['acme.issuers.example', 'challenges', 'Challenge'],
    ['issuers.example', 'issuers', 'Issuer'],
    ['argoproj.io', 'applications', 'Application'],
    ['argoproj.io', 'appprojects', 'AppProject'],
  ] as const
  for (const [group, plural, kind] of types) definition(sandbox, { group, plural, kind })
  for (const name of ['shop', 'argocd']) namespace(sandbox, name)
  operator(sandbox, { name: 'issuers', group: 'acme.issuers.example', plural: 'challenges' })
  operator(sandbox, { name: 'argocd', group: 'argoproj.io', plural: 'applications' })
  const whole = (kind: string, group: string, name: string, finalizer: string, spec: Record<string, unknown>) => {
    const rest = { namespace: 'shop', name, manager: 'operator', finalizers: [finalizer], deleted: HOUR, spec }
    customResource(sandbox, { apiVersion: `${group}/v1`, kind, ...rest })
  }
  const cascade = 'resources-finalizer.argocd.argoproj.io'
  whole('Challenge', 'acme.issuers.example', 'one', 'acme.issuers.example/challenge', { issuerRef: { name: 'gone' } })
  whole('Application', 'argoproj.io', 'app', cascade, { project: 'gone' })
  whole('Application', 'argoproj.io', 'other', cascade, { project: 'there' })
  sandbox.put({ apiVersion: 'argoproj.io/v1', kind: 'AppProject', metadata: { name: 'there', namespace: 'argocd' } })
  const answer = await explained(sandbox)
  assert.equal(
    subjects(answer)
      .filter(text => text.startsWith('ReferenceMissing'))
      .toSorted(),
    ['ReferenceMissing AppProject argocd-system/gone', 'ReferenceMissing Issuer shop/gone'],
  )
})

test('what is told without a namespace is sought in all, also where the names of all are read', async () => {
  const sandbox = setup()
  for (let index = 0; index < 30; index += 1) {
    put(sandbox, 'Secret', `s-${index}`)
    bucket(sandbox, { secretRef: { name: `s-${index}` } }, { name: `b-${index}` })
  }
  sandbox.put({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'elsewhere', namespace: 'objectstore-system' } })
  const conditions = [{ type: 'Ready', status: 'False', reason: 'E', message: 'secrets "elsewhere" not found' }]
  bucket(sandbox, {}, { name: 'told', status: { conditions } })
  assert.not.ok((await explained(sandbox)).codesOf('Bucket', 'told').includes('ReferenceMissing'))
})

test('a thing that only the words of an error name is sought in every namespace', async () => {
  const status = {
    conditions: [{ type: 'Synced', status: 'False', reason: 'E', message: 'cannot get: Secret "aws" not found' }],
  }
  const gone = setup()
  bucket(gone, {}, { status })
  assert.equal(subjects(await explained(gone)), ['ReferenceMissing Secret shop/aws'])
  const elsewhere = setup()
  bucket(elsewhere, {}, { status })
  namespace(elsewhere, 'other')
  elsewhere.put({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'aws', namespace: 'other' } })
  assert.not.ok((await explained(elsewhere)).codes.some(code => code.startsWith('ReferenceMissing')))
})

test('what an error says of the world outside, or of what it deletes itself, is no thing of this cluster', async () => {
  const told = async (message: string) => {
    const sandbox = setup()
    const status = { conditions: [{ type: 'Synced', status: 'False', reason: 'DeleteFailed', message }], id: 'w-17' }
    bucket(sandbox, { bucketName: 'acme-photos-prod', storageClassName: 'fast' }, { status })
    return subjects(await explained(sandbox))
  }
  for (const message of [
    'bucket "acme-photos-prod" not found',
    `buckets.${GROUP} "acme-photos-prod" not found`,
    'role "deleter" not found',
    'Role "deleter" not found',
    'node "n-4" not found in ring',
    'nodes "n-4" not found',
    'service "billing" not found in subscription 17',
    'deployment "ingest" not found in region eu-2',
    'secrets "aws" not found in account 17',
    'waypoint w-17 not found',
    'store "w-17" not found',
    'secret aws not found',
    'deployments.apps "web" not found',
    'cannot delete Secret: secrets "aws" not found',
    'deleting secret aws: Secret "aws" not found',
  ]) {
    assert.equal(await told(message), ['CleanupFailing Bucket shop/logs'], message)
  }
  const sandbox = setup()
  const message = 'namespaces "team-a" not found'
  const status = { conditions: [{ type: 'Synced', status: 'False', reason: 'DeleteFailed', message }] }
  bucket(sandbox, { targetCluster: 'edge' }, { status })
  assert.equal(subjects(await explained(sandbox)), ['CleanupFailing Bucket shop/logs'])
  assert.equal(await told(message), ['ReferenceMissing Namespace /team-a'])
  assert.equal(await told('storageclass.storage.k8s.io "fast" not found'), ['ReferenceMissing StorageClass /fast'])
  for (const [message, subject] of [
    ['cannot delete bucket: secrets "aws" not found', 'Secret'],
    ['serviceaccounts "aws" not found', 'ServiceAccount'],
    ['configmaps "aws" not found', 'ConfigMap'],
    [`stores.${GROUP} "aws" not found`, 'Store'],
    [`Store.${GROUP} "aws" not found`, 'Store'],
  ] as const) {
    assert.equal(await told(message), [`ReferenceMissing ${subject} shop/aws`], message)
  }
})

test('another kind of its group that is named in the spec, by its name or alone, and does not exist', async () => {
  const told = async (spec: Record<string, unknown>, message: string, there?: string) => {
    const sandbox = setup()
    const status = { conditions: [{ type: 'Synced', status: 'False', reason: 'RefNotFound', message }] }
    bucket(sandbox, spec, { status })
    if (there !== undefined) put(sandbox, 'Store', there, `${GROUP}/v1`)
    return subjects(await explained(sandbox))[0]
  }
  const named = { clusterRef: { name: 'main' } }
  const typed = { backend: { apiVersion: `${GROUP}/v1`, kind: 'Store', name: 'main' } }
  for (const [spec, message, expected] of [
    [named, 'Store "main" not found in namespace "shop"', 'ReferenceMissing Store shop/main'],
    [named, 'Store "other" not found', 'CleanupFailing Bucket shop/logs'],
    [named, 'store "main" not found', 'CleanupFailing Bucket shop/logs'],
    [typed, 'Store resource not found', 'ReferenceMissing Store shop/main'],
    [typed, 'Store not found in region b', 'CleanupFailing Bucket shop/logs'],
    [{ ...typed, other: { ...typed.backend, name: 'b' } }, 'Store not found', 'CleanupFailing Bucket shop/logs'],
  ] as const) {
    assert.is(await told(spec, message), expected, message)
  }
  assert.is(await told(named, 'Store "main" not found', 'main'), 'CleanupFailing Bucket shop/logs')
})

test('kind, namespace and name as one path are those of the spec, of whichever product (flux-iac/tofu-controller#122)', async () => {
  const told = async (message: string, sourceRef: object, more: readonly string[] = []) => {
    const sandbox = setup()
    for (const group of ['source.flux.example.org', ...more])
      definition(sandbox, { group, plural: 'gitrepositories', kind: 'GitRepository' })
    const status = { conditions: [{ type: 'Ready', status: 'False', reason: 'ArtifactFailed', message }] }
    bucket(sandbox, { sourceRef }, { status })
    return subjects(await explained(sandbox))[0]
  }
  const infra = { kind: 'GitRepository', name: 'infra' }
  const message = "Source 'GitRepository/shop/infra' not found"
  const missing = 'ReferenceMissing GitRepository shop/infra'
  assert.is(await told(message, infra), missing)
  assert.is(await told("Source 'GitRepository/ops/infra' not found", infra), missing.replace('shop/', 'ops/'))
  assert.is(await told("Source 'GitRepository/shop/other' not found", infra), 'CleanupFailing Bucket shop/logs')
  assert.is(await told(message, { ...infra, kind: 'Bucket' }), 'CleanupFailing Bucket shop/logs')
  // Of two products either may be meant.
  assert.is(await told(message, infra, ['git.example.com']), 'CleanupFailing Bucket shop/logs')
})

test('a kind that is not served any more: unknown, or stuck when the object says so; only where discovery is complete', async () => {
  const engineRef = { apiVersion: 'engines.example.com/v1', kind: 'Engine', name: 'main' }
  const says = { message: 'no matches for kind "Engine" in version "engines.example.com/v1"' }
  const cases: readonly [Record<string, unknown>, Options, string][] = [
    [{ engineRef }, {}, 'ReferenceMissing Engine /main unknown'],
    [
      { engine: { group: 'engines.example.com', kind: 'Engine', name: 'main' } },
      {},
      'ReferenceMissing Engine /main unknown',
    ],
    [{ engineRef: { ...engineRef, namespace: 'other' } }, { status: says }, 'ReferenceMissing Engine other/main stuck'],
    [
      { configRef: { apiVersion: 'wind.turbine.works/v1', kind: 'WindConfig', name: 'north' } },
      {},
      'ReferenceMissing WindConfig /north unknown',
    ],
    [{ engineRef: { kind: 'Engine', name: 'main' } }, {}, 'CleanupInProgress Bucket shop/logs unknown'],
    [{ engineRef, targetCluster: 'edge' }, {}, 'CleanupInProgress Bucket shop/logs unknown'],
    [{ template: { engineRef } }, {}, 'CleanupInProgress Bucket shop/logs unknown'],
  ]
  for (const [spec, options, expected] of cases) {
    const sandbox = setup()
    bucket(sandbox, spec, options)
    const answer = await explained(sandbox)
    const verdict = answer.object('Bucket', 'logs').verdict
    assert.equal(
      subjects(answer).map(text => `${text} ${verdict}`),
      [expected],
      JSON.stringify(spec),
    )
    const [cause] = answer.causes
    if (cause!.code !== 'ReferenceMissing') continue
    assert.equal(
      cause!.remedies.map(({ kind, commands }) => [kind, commands.length]),
      [
        ['repair', 0],
        ['remove', 1],
      ],
    )
  }
  const served = setup()
  definition(served, { group: 'engines.example.com', plural: 'engines', kind: 'Engine' })
  put(served, 'Engine', 'main', 'engines.example.com/v1')
  bucket(served, { engineRef })
  assert.equal((await explained(served)).codes, ['CleanupInProgress logs'])
})

test('an API that is down hides only the kinds of its own group', async () => {
  const engineRef = { apiVersion: 'engines.example.com/v1', kind: 'Engine', name: 'main' }
  for (const [group, expected] of [
    ['metrics.example.com', 'ReferenceMissing main'],
    ['engines.example.com', 'CleanupInProgress logs'],
  ] as const) {
    const sandbox = setup()
    bucket(sandbox, { engineRef })
    sandbox.put({
      apiVersion: 'apiregistration.k8s.io/v1',
      kind: 'APIService',
      metadata: { name: `v1.${group}` },
      spec: {
        group,
        version: 'v1',
        groupPriorityMinimum: 100,
        versionPriority: 100,
        service: { name: 'api', namespace: 'shop', port: 443 },
      },
      status: { conditions: [{ type: 'Available', status: 'False', reason: 'ServiceNotFound', message: '' }] },
    })
    assert.equal((await explained(sandbox)).codesOf('Bucket', 'logs'), [expected.split(' ')[0]], group)
  }
})

test('a controller that reports another error, or works, is not judged by what is missing', async () => {
  const failing = setup()
  const one = bucket(failing, { secretRef: { name: 'aws' } })
  event(failing, one, {
    reason: 'DeleteFailed',
    message: 'BucketNotEmpty',
    component: 'objectstore',
    count: 1,
    first: MINUTE,
    last: MINUTE,
  })
  assert.equal((await explained(failing)).codes, ['CleanupFailing logs'])
  const working = setup()
  const two = bucket(working, { secretRef: { name: 'aws' } })
  event(working, two, {
    type: 'Normal',
    reason: 'Deleting',
    message: 'page 7',
    component: 'objectstore',
    count: 1,
    first: MINUTE,
    last: MINUTE,
  })
  assert.equal((await explained(working)).codes, ['CleanupInProgress logs'])
})

test('an operator that is not there, or not ready, comes first', async () => {
  const missing = setup({ installed: false })
  bucket(missing, { secretRef: { name: 'aws' } })
  assert.equal((await explained(missing)).codes, [`ControllerMissing buckets.${GROUP}`])
  const unhealthy = setup({ replicas: 0 })
  bucket(unhealthy, { secretRef: { name: 'aws' } })
  assert.equal((await explained(unhealthy)).codes, ['ControllerUnhealthy objectstore'])
})

test('a finalizer of another product on the object waits for something else', async () => {
  const sandbox = setup()
  operator(sandbox, { name: 'backup', group: GROUP, plural: 'buckets' })
  const made = bucket(sandbox, { secretRef: { name: 'aws' } })
  const holders = { [FINALIZER]: 'objectstore', 'backup.example.org/hold': 'backup' }
  const managedFields = Object.entries(holders).map(([finalizer, manager]) => ({
    manager,
    operation: 'Update',
    time: ago(sandbox, 2 * HOUR),
    fieldsV1: { 'f:metadata': { 'f:finalizers': { [`v:${JSON.stringify(finalizer)}`]: {} } } },
  }))
  sandbox.put({ ...made, metadata: { ...made.metadata, finalizers: Object.keys(holders), managedFields } })
  const { causes } = await explained(sandbox)
  const missing = causes.filter(({ code }) => code === 'ReferenceMissing')
  assert.equal(
    missing.map(({ finalizer }) => finalizer),
    [FINALIZER],
  )
  assert.is(causes.length, 2)
})

test('what could not be read is not missing', async () => {
  const sandbox = setup()
  bucket(sandbox, { secretRef: { name: 'aws' } })
  sandbox.authorize = (_user, _verb, resource) => resource !== 'secrets'
  const { codes } = await explained(sandbox, { user: 'tenant' })
  assert.not.ok(codes.some(code => code.startsWith('ReferenceMissing')))
})

test('many objects that name a thing each are a bounded number of requests, for metadata alone', async () => {
  const requests = async (count: number) => {
    const sandbox = setup()
    for (let index = 0; index < count; index++) {
      bucket(sandbox, { secretRef: { name: `aws-${index}` } }, { name: `b-${index}` })
    }
    const accepted: string[] = []
    sandbox.onRequest = ({ path, headers }) => {
      if (path.includes('/secrets')) accepted.push(headers?.accept ?? '')
      return undefined
    }
    const { causes } = await explained(sandbox)
    assert.is(causes.filter(({ code }) => code === 'ReferenceMissing').length, count)
    assert.ok(accepted.every(accept => accept.includes('PartialObjectMetadata') || accept.includes('protobuf')))
    return accepted.length
  }
  assert.ok((await requests(200)) <= (await requests(40)))
})

test('the repair creates what is whole by its name, or the removal is what is left in a namespace that goes', async () => {
  const sandbox = setup()
  bucket(sandbox, { serviceAccountName: 'deployer' })
  const [cause] = (await explained(sandbox)).causes
  assert.equal(
    cause!.remedies.map(({ kind, commands }) => [kind, ...commands]),
    [
      ['repair', 'kubectl create serviceaccount deployer -n shop'],
      [
        'remove',
        `kubectl finalize remove buckets.${GROUP}/logs -n shop --finalizer ${FINALIZER} --override RepairFirst`,
      ],
    ],
  )
  const going = setup()
  namespace(going, 'shop', { deleted: HOUR })
  bucket(going, { serviceAccountName: 'deployer' })
  const missing = (await explained(going)).causes.find(({ code }) => code === 'ReferenceMissing')
  assert.equal(
    missing!.remedies.map(({ kind }) => kind),
    ['inspect', 'remove'],
  )
  assert.equal(missing!.remedies[0]!.commands, ['kubectl finalize rescue namespaces/shop --dry-run=client'])
})

test('that the controller finishes once the thing is there is promised only where the object says that it was sought', async () => {
  const promise = async (status?: Record<string, unknown>) => {
    const sandbox = setup()
    bucket(sandbox, { secretRef: { name: 'aws' } }, status && { status })
    const [cause] = (await explained(sandbox)).causes
    assert.is(cause!.code, 'ReferenceMissing')
    return cause!.remedies[0]!.summary.replace(/^create Secret aws in namespace shop again as it was; /, '')
  }
  const status = { conditions: [{ type: 'Ready', status: 'False', reason: 'Err', message: 'secrets "aws" not found' }] }
  assert.is(await promise(status), 'the controller then finishes by itself')
  assert.is(await promise(), 'if that is what the controller waits for, it then finishes by itself')
})

/** A Gateway or a route of one whose controller runs and says nothing, in a cluster with the class `there`. */
async function routed(kind: 'Gateway' | 'HTTPRoute', spec: Record<string, unknown>): Promise<string[]> {
  const sandbox = createSandbox({ clock: manualClock() })
  const group = 'gateway.networking.k8s.io'
  for (const [plural, each] of [
    ['gateways', 'Gateway'],
    ['gatewayclasses', 'GatewayClass'],
    ['httproutes', 'HTTPRoute'],
  ] as const)
    definition(sandbox, { group, plural, kind: each })
  const crd = sandbox.get('apiextensions.k8s.io/v1', 'CustomResourceDefinition', `gatewayclasses.${group}`)!
  sandbox.put({ ...crd, spec: { ...(crd.spec as object), scope: 'Cluster' } })
  sandbox.put({ apiVersion: `${group}/v1`, kind: 'GatewayClass', metadata: { name: 'there' } })
  namespace(sandbox, 'shop')
  operator(sandbox, { name: 'lattice', group, plural: `${kind.toLowerCase()}s` })
  const finalizers = [`${kind.toLowerCase()}.k8s.aws/resources`]
  const rest = { namespace: 'shop', name: 'web', manager: 'lattice', finalizers, deleted: HOUR, spec }
  customResource(sandbox, { apiVersion: `${group}/v1`, kind, ...rest })
  return subjects(await explained(sandbox))
}

test('a Gateway whose class is gone names what is missing, and one whose class is there does not', async () => {
  assert.equal(await routed('Gateway', { gatewayClassName: 'gone' }), ['ReferenceMissing GatewayClass /gone'])
  assert.equal(await routed('Gateway', { gatewayClassName: 'there' }), ['CleanupInProgress Gateway shop/web'])
})

test('a Service that a route sends to, often deleted with it, is not what its controller waits for', async () => {
  const rules = [{ backendRefs: [{ name: 'web', kind: 'Service', port: 80 }] }]
  assert.equal(await routed('HTTPRoute', { rules }), ['CleanupInProgress HTTPRoute shop/web'])
})

test('the namespace stands beside the name, in whatever form; a thing of another cluster is none of this one', async () => {
  const message = (text: string) => ({ conditions: [{ type: 'Ready', status: 'False', reason: 'Err', message: text }] })
  const missing = message('secrets "admin" not found')
  for (const [spec, status, expected] of [
    [{ admin: { credentials: { name: 'admin', namespace: 'ops' } } }, missing, 'ReferenceMissing Secret ops/admin'],
    [{ secretName: 'admin', secretNamespace: 'ops' }, missing, 'ReferenceMissing Secret ops/admin'],
    [{ tokenRef: { name: 'admin', namespace: 'ops' } }, missing, 'ReferenceMissing Secret ops/admin'],
    [{}, message('patch in remote cluster edge: secrets "admin" not found'), 'CleanupFailing Bucket shop/logs'],
  ] as const) {
    const sandbox = setup()
    namespace(sandbox, 'ops')
    bucket(sandbox, spec, { status })
    assert.equal(subjects(await explained(sandbox)), [expected], JSON.stringify(spec))
  }
})

test('what a list of managed resources has is to be deleted, and what stands beside a cluster is there: neither is needed (kubevela/kubevela#7052)', async () => {
  const named = { apiVersion: `${GROUP}/v1`, kind: 'Store', name: 'main' }
  for (const [spec, isMissing] of [
    [{ from: named }, true],
    [{ from: { ...named, cluster: '' } }, true],
    [{ from: { ...named, cluster: 'spoke-1' } }, false],
    [{ from: { ...named, clusterName: 'spoke-1' } }, false],
    [{ from: { ...named, kind: 'Shelf', cluster: 'spoke-1' } }, false],
    [{ from: { ...named, kind: 'Shelf' } }, true],
    [{ managedResources: [named] }, false],
    [{ resource: named }, false],
  ] as const) {
    const sandbox = setup()
    bucket(sandbox, spec)
    const { causes } = await explained(sandbox)
    assert.is(causes[0]!.code === 'ReferenceMissing', isMissing, JSON.stringify(spec))
  }
})

test('an owner that is gone is why the object is deleted: only what says that it was not found needs it (karmada-io/karmada#7474)', async () => {
  const message = `Store.${GROUP} "main" not found`
  const status = { conditions: [{ type: 'Synced', status: 'False', reason: 'DeleteFailed', message }] }
  for (const [owner, options, isMissing] of [
    ['main', {}, false],
    ['other', {}, true],
    ['main', { status }, true],
  ] as const) {
    const sandbox = setup()
    const held = bucket(sandbox, { storeRef: { name: 'main' } }, options)
    const ownerReferences = [{ apiVersion: `${GROUP}/v1`, kind: 'Store', name: owner, uid: 'gone' }]
    sandbox.put({ ...held, metadata: { ...held.metadata, ownerReferences } }, { manager: 'objectstore' })
    const { causes } = await explained(sandbox)
    assert.is(causes[0]!.code === 'ReferenceMissing', isMissing, owner)
  }
})

test('a controller may say it in its own words, of what the spec names with its namespace', async () => {
  const told = async (message: string, spec: Record<string, unknown>) => {
    const sandbox = setup()
    bucket(sandbox, spec, { status: { conditions: [{ type: 'Ready', status: 'False', reason: 'Err', message }] } })
    return subjects(await explained(sandbox))
  }
  for (const [message, spec, subject] of [
    ['referenced Secret shop/pw does not exist', { passwordSecret: 'pw' }, 'Secret shop/pw'],
    ['unable to find ServiceAccount "runner" in namespace "shop"', { runAs: 'runner' }, 'ServiceAccount shop/runner'],
    ['secret shop/creds: not found', { credentials: { secret: 'creds' } }, 'Secret shop/creds'],
    ['could not find configmap shop/ca', { trust: ['ca'] }, 'ConfigMap shop/ca'],
    ['Secret ops/pw does not exist', { password: 'ops/pw', in: 'ops' }, 'Secret ops/pw'],
  ] as const) {
    assert.equal(await told(message, spec), [`ReferenceMissing ${subject}`], message)
  }
  // A secret of a vault, one that the spec does not name, one of another place.
  for (const [message, spec] of [
    ['secret pw does not exist', { passwordSecret: 'pw' }],
    ['secret shop/pw does not exist', {}],
    ['secret kv/pw does not exist', { passwordSecret: 'pw' }],
    ['secret shop/pw does not exist in region eu-2', { passwordSecret: 'pw' }],
    ['cannot delete secret shop/pw: not found', { passwordSecret: 'pw' }],
  ] as const) {
    assert.equal(await told(message, spec), ['CleanupFailing Bucket shop/logs'], message)
  }
})

test('what an error could not find and was created since is told with that, and nothing is certain', async () => {
  const cases: readonly [created: number | undefined, namespace: string, verdict: string][] = [
    [MINUTE, 'shop', 'unknown'],
    // There all the time: it is sought somewhere else.
    [2 * HOUR, 'shop', 'stuck'],
  ]
  for (const [created, place, verdict] of cases) {
    const sandbox = setup()
    const at = ago(sandbox, HOUR / 2)
    const refused = { type: 'Ready', status: 'False', reason: 'NoSecret', message: 'secrets "aws" not found' }
    bucket(
      sandbox,
      { secretRef: { name: 'aws' } },
      { status: { conditions: [{ ...refused, lastTransitionTime: at }] } },
    )
    const creationTimestamp = ago(sandbox, created!)
    sandbox.put({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'aws', namespace: place, creationTimestamp } })
    const { codes, object } = await explained(sandbox)
    assert.equal(codes, ['CleanupFailing logs'])
    assert.is(object('Bucket', 'logs').verdict, verdict)
  }
})

test('a name in a field that is only called after a kind counts where others of the type name objects by it; else it is a hint', async () => {
  const asked = async (
    others: readonly Record<string, unknown>[],
    there: readonly string[] = [],
    field = 'quotaName',
  ) => {
    const sandbox = setup()
    for (const name of there) put(sandbox, 'Quota', name, `${GROUP}/v1`)
    for (const [index, spec] of others.entries()) {
      sandbox.put({
        apiVersion: `${GROUP}/v1`,
        kind: 'Bucket',
        metadata: { name: `b-${index}`, namespace: 'shop' },
        spec,
      })
    }
    bucket(sandbox, { [field]: 'north', nodeSelector: { quota: 'east' } })
    const answer = await explained(sandbox)
    const hints = answer.causes.flatMap(({ evidence }) => evidence).filter(({ source }) => source.startsWith('spec.'))
    return [...subjects(answer), answer.object('Bucket', 'logs').verdict, hints.length]
  }
  const missing = ['ReferenceMissing Quota shop/north', 'unknown', 1]
  assert.equal(await asked([{ quotaName: 'south' }], ['south']), missing)
  const hinted = ['CleanupInProgress Bucket shop/logs', 'unknown', 1]
  assert.equal(await asked([]), hinted)
  assert.equal(await asked([{ quotaName: 'outside' }, { quotaName: 'north' }]), hinted)
  assert.equal(await asked([{ quotaRef: { name: 'south' } }], ['south']), hinted)
  assert.equal(await asked([{ quota: 'south' }], ['south'], 'quota'), missing)
  assert.equal(await asked([], [], 'quota'), hinted)
  assert.equal(await asked([], ['north'], 'quota'), ['CleanupInProgress Bucket shop/logs', 'unknown', 0])
  const own = setup()
  bucket(own, { bucketName: 'north' })
  assert.not.ok((await explained(own)).causes[0]!.evidence.some(({ source }) => source === 'spec.bucketName'))
  assert.equal(await asked([], ['north']), ['CleanupInProgress Bucket shop/logs', 'unknown', 0])
})

test('what an error did not find is missing, and not what else it names', async () => {
  const sandbox = setup()
  const message = `cannot find quota of "Store" "main": Quota.${GROUP} "small" not found`
  const conditions = [
    { type: 'Synced', status: 'False', reason: 'Error', message, lastTransitionTime: ago(sandbox, 60) },
  ]
  bucket(sandbox, { storeRef: { name: 'main' } }, { status: { conditions } })
  const answer = await explained(sandbox)
  assert.equal(subjects(answer), ['ReferenceMissing Quota shop/small'])
  assert.is(answer.object('Bucket', 'logs').verdict, 'stuck')
})

test('a name that a label of the product has too is one of an object, and comes before what is of another product', async () => {
  const missingBy = async (labels: Record<string, string>, rest: object = {}) => {
    const sandbox = setup()
    const held = bucket(sandbox, { store: 'main', ...rest })
    sandbox.put({ ...held, metadata: { ...held.metadata, labels } }, { manager: 'objectstore' })
    return subjects(await explained(sandbox)).map(each => each.split(' ').slice(0, 2).join(' '))
  }
  const label = { [`${GROUP}/store`]: 'main' }
  const target = { ref: { apiVersion: 'v1', kind: 'Service', name: 'web' } }
  assert.equal(await missingBy(label), ['ReferenceMissing Store'])
  assert.equal(await missingBy(label, { subscriber: target }), ['ReferenceMissing Store'])
  assert.equal(await missingBy({ [`${GROUP}/store`]: 'other' }), ['CleanupInProgress Bucket'])
  assert.equal(await missingBy({}, { subscriber: target }), ['ReferenceMissing Service'])
})

test('what a controller at work passes over is not missing', async () => {
  for (const [message, expected] of [
    ['secrets "aws" not found, continuing with the volume', 'CleanupInProgress Bucket shop/logs'],
    ['secrets "aws" not found', 'ReferenceMissing Secret shop/aws'],
  ] as const) {
    const sandbox = setup()
    const made = bucket(sandbox, { secretRef: { name: 'aws' } }, { status: { phase: 'Deleting', message } })
    const managedFields = made.metadata.managedFields!.map(entry =>
      entry.subresource === 'status' ? { ...entry, time: ago(sandbox, 20) } : entry,
    )
    sandbox.put({ ...made, metadata: { ...made.metadata, managedFields } })
    assert.equal(subjects(await explained(sandbox)), [expected], message)
  }
})

test('a topic whose Kafka is gone, by its label, is not laid at the operator of another Kafka', async () => {
  const sandbox = createSandbox({ clock: manualClock() })
  const group = 'kafka.strimzi.io'
  definition(sandbox, { group, plural: 'kafkatopics', kind: 'KafkaTopic' })
  definition(sandbox, { group, plural: 'kafkas', kind: 'Kafka' })
  namespace(sandbox, 'shop')
  operator(sandbox, { name: 'my-cluster-entity-operator', group, plural: 'kafkatopics' })
  const rest = { namespace: 'shop', name: 'orders', manager: 'strimzi-topic-operator', deleted: 3 * HOUR }
  const finalizers = ['strimzi.io/topic-operator']
  const made = customResource(sandbox, { apiVersion: `${group}/v1`, kind: 'KafkaTopic', finalizers, ...rest })
  sandbox.put({ ...made, metadata: { ...made.metadata, labels: { 'strimzi.io/cluster': 'b-cluster' } } })
  assert.equal(subjects(await explained(sandbox)), ['ReferenceMissing Kafka shop/b-cluster'])
  const place = 'my-cluster-entity-operator-system'
  const other = sandbox.get('apps/v1', 'Deployment', 'my-cluster-entity-operator', place)!
  sandbox.put({ ...other, metadata: { ...other.metadata, labels: { 'strimzi.io/cluster': 'my-cluster' } } })
  put(sandbox, 'Kafka', 'b-cluster', `${group}/v1`)
  const { causes } = await explained(sandbox)
  assert.is(causes[0]!.code, 'ControllerUnknown')
  assert.ok(causes[0]!.evidence.some(({ fact }) => fact.includes('strimzi.io/cluster=my-cluster, and the object')))
})

test('a machine of a provider of Cluster API whose Cluster is gone names it by its label; one of a Cluster that is there does not', async () => {
  const sandbox = createSandbox({ clock: manualClock() })
  const group = 'infrastructure.cluster.x-k8s.io'
  definition(sandbox, { group, plural: 'acmemachines', kind: 'AcmeMachine' })
  definition(sandbox, { group: 'cluster.x-k8s.io', plural: 'clusters', kind: 'Cluster' })
  namespace(sandbox, 'shop')
  operator(sandbox, { name: 'acme', group, plural: 'acmemachines' })
  const rest = { namespace: 'shop', name: 'worker', manager: 'acme', deleted: HOUR }
  const finalizers = [`acmemachine.${group}`]
  const made = customResource(sandbox, { apiVersion: `${group}/v1`, kind: 'AcmeMachine', finalizers, ...rest })
  sandbox.put({ ...made, metadata: { ...made.metadata, labels: { 'cluster.x-k8s.io/cluster-name': 'edge' } } })
  const { causes } = await explained(sandbox)
  const [cause] = causes
  assert.equal([causes.length, cause!.code, cause!.verdict], [1, 'ReferenceMissing', 'unknown'])
  assert.equal(cause!.subject, { kind: 'Cluster', namespace: 'shop', name: 'edge' })
  put(sandbox, 'Cluster', 'edge', 'cluster.x-k8s.io/v1')
  assert.is((await explained(sandbox)).causes[0]!.code, 'CleanupInProgress')
})

test('a bucket claim whose StorageClass is gone: its provisioner reads the class first', async () => {
  const sandbox = createSandbox({ clock: manualClock() })
  const group = 'objectbucket.io'
  definition(sandbox, { group, plural: 'objectbucketclaims', kind: 'ObjectBucketClaim' })
  namespace(sandbox, 'shop')
  operator(sandbox, { name: 'rook-ceph-operator', group, plural: 'objectbucketclaims' })
  customResource(sandbox, {
    apiVersion: `${group}/v1`,
    kind: 'ObjectBucketClaim',
    namespace: 'shop',
    name: 'blocks',
    manager: 'rook',
    finalizers: [`${group}/finalizer`],
    deleted: HOUR,
    spec: { storageClassName: 'buckets', bucketName: 'blocks-1' },
  })
  assert.equal(subjects(await explained(sandbox)), ['ReferenceMissing StorageClass /buckets'])
  sandbox.put({
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name: 'buckets' },
    provisioner: 'x',
  })
  assert.equal(subjects(await explained(sandbox)), ['CleanupInProgress ObjectBucketClaim shop/blocks'])
})

test.run()
