import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { KubeObject } from '../../src/api/object.ts'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { node } from '../../src/sandbox/incidents/parts/node.ts'
import { operator } from '../../src/sandbox/incidents/parts/operator.ts'
import { pod } from '../../src/sandbox/incidents/parts/pod.ts'
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { explained } from './explained.ts'
import { lease } from './stuck-objects.ts'
import { clusterOfThings, thing } from './things.ts'
import { configuration, GROUP, service, webhook } from './webhook-configuration.ts'

const test = suite('an update that admission makes invalid')

const KIND = 'MutatingWebhookConfiguration'

const rulesFor = (group: string, resource: string) => [
  { apiGroups: [group], apiVersions: ['*'], resources: [resource], operations: ['CREATE', 'UPDATE'], scope: '*' },
]

/** A webhook that answers and changes what it is asked about. */
function changing(
  sandbox: Sandbox,
  name: string,
  {
    group = '',
    resource = 'pods',
    change,
  }: { group?: string; resource?: string; change: (object: KubeObject) => object },
): void {
  service(sandbox, name)
  const hook = webhook(`${name}.example.com`, { service: name, rules: rulesFor(group, resource) })
  configuration(sandbox, name, [hook], KIND)
  sandbox.admission.push({
    name: `${name}.example.com`,
    phase: 'mutating',
    resources: [group === '' ? resource : `${resource}.${group}`],
    operations: ['UPDATE'],
    review: ({ object }) => ({ allowed: true, object: change(object!) as KubeObject }),
  })
}

const withSidecar = (object: KubeObject) => {
  const spec = object.spec as { containers: readonly object[] }
  return { ...object, spec: { ...spec, containers: [...spec.containers, { name: 'sidecar', image: 'x' }] } }
}

/** A Pod that only a finalizer holds. */
function clusterOfPod(): Sandbox {
  const sandbox = createSandbox({ clock: manualClock() })
  namespace(sandbox, 'shop')
  namespace(sandbox, 'guard-system')
  node(sandbox, 'worker-1')
  pod(sandbox, 'shop', 'held', { deleted: 600, graceSeconds: 0, finalizers: ['batch.kubernetes.io/job-tracking'] })
  return sandbox
}

test('is the only cause from the first second: kube-controller-manager is not at work on what is rejected', async () => {
  const sandbox = createSandbox({ clock: manualClock() })
  for (const name of ['shop', 'guard-system']) namespace(sandbox, name)
  lease(sandbox, 1)
  const finalizers = ['batch.kubernetes.io/job-tracking']
  pod(sandbox, 'shop', 'held', { deleted: 2, graceSeconds: 0, finalizers, phase: 'Succeeded' })
  assert.equal((await explained(sandbox)).codesOf('Pod', 'held'), ['CleanupInProgress'])
  changing(sandbox, 'injector', { change: withSidecar })
  assert.equal((await explained(sandbox)).codesOf('Pod', 'held'), ['RequestDenied'])
})

test('is its webhook’s, and never the object’s', async () => {
  const sandbox = clusterOfPod()
  changing(sandbox, 'injector', { change: withSidecar })
  const answer = await explained(sandbox)
  const cause = answer.causes.find(({ code }) => code === 'RequestDenied')!
  assert.equal([cause.subject.kind, cause.subject.name, cause.verdict], [KIND, 'injector', 'stuck'])
  assert.not.ok(answer.codesOf('Pod', 'held').includes('ObjectInvalid'))
  const commands = cause.remedies.flatMap(remedy => remedy.commands)
  assert.ok(commands.some(command => command.startsWith('kubectl patch mutatingwebhookconfiguration injector')))
  assert.not.ok(commands.some(command => command.includes('edit') || command.includes('pod')))
})

test('of several that may have done it names all, and blames none', async () => {
  const sandbox = clusterOfPod()
  changing(sandbox, 'injector', { change: withSidecar })
  changing(sandbox, 'labeller', { change: object => object })
  changing(sandbox, 'elsewhere', { resource: 'services', change: object => object })
  const cause = (await explained(sandbox)).causes.find(({ code }) => code === 'RequestDenied')!
  assert.equal([cause.subject.kind, cause.verdict], ['Pod', 'stuck'])
  const facts = cause.evidence.map(({ fact }) => fact).join('\n')
  assert.ok(facts.includes('injector.example.com') && facts.includes('labeller.example.com'))
  assert.not.ok(facts.includes('elsewhere'))
})

test('where the webhooks cannot be read is told without a name', async () => {
  const sandbox = clusterOfPod()
  changing(sandbox, 'injector', { change: withSidecar })
  sandbox.authorize = (user, _verb, resource) =>
    user.name !== 'tenant' || !resource.startsWith('mutatingwebhookconfigurations')
  const answer = await explained(sandbox, { user: 'tenant' })
  const cause = answer.causes.find(({ code }) => code === 'RequestDenied')!
  assert.is(cause.subject.kind, 'Pod')
  assert.ok(cause.evidence.some(({ fact }) => fact.includes('could be read')))
})

test('by a new finalizer is the webhook’s that adds it', async () => {
  const sandbox = clusterOfThings()
  const finalizers = [`${GROUP}/hold`, 'guard.example.com/new']
  const change = (object: KubeObject) => ({ ...object, metadata: { ...object.metadata, finalizers } })
  changing(sandbox, 'adder', { group: GROUP, resource: 'things', change })
  thing(sandbox, 'acme')
  const cause = (await explained(sandbox)).causes.find(({ code }) => code === 'RequestDenied')!
  assert.equal([cause.subject.kind, cause.subject.name], [KIND, 'adder'])
})

test('by a new finalizer is the webhook’s also while the controller of the finalizer lives', async () => {
  const sandbox = clusterOfThings()
  operator(sandbox, { name: 'tenancy', group: GROUP, plural: 'things' })
  const finalizers = [`${GROUP}/hold`, 'guard.example.com/new']
  const change = (object: KubeObject) => ({ ...object, metadata: { ...object.metadata, finalizers } })
  changing(sandbox, 'adder', { group: GROUP, resource: 'things', change })
  thing(sandbox, 'acme')
  const { causes } = await explained(sandbox)
  assert.equal(
    causes.map(({ code, subject }) => [code, subject.kind, subject.name]),
    [['RequestDenied', KIND, 'adder']],
  )
})

/** A rule on the root of the schema that everything stored fulfils. */
function demandPlan(sandbox: Sandbox): void {
  const definition = sandbox.get('apiextensions.k8s.io/v1', 'CustomResourceDefinition', `things.${GROUP}`)!
  const spec = structuredClone(definition.spec) as {
    versions: { schema: { openAPIV3Schema: Record<string, unknown> } }[]
  }
  spec.versions[0]!.schema.openAPIV3Schema['x-kubernetes-validations'] = [
    { rule: 'has(self.spec.plan)', message: 'a plan is needed' },
  ]
  sandbox.put({ ...definition, spec })
}

test('of a custom resource is told from one that is not valid by an update that changes nothing', async () => {
  const sandbox = clusterOfThings()
  changing(sandbox, 'stripper', { group: GROUP, resource: 'things', change: object => ({ ...object, spec: {} }) })
  thing(sandbox, 'acme', { spec: { plan: 'gold' } })
  demandPlan(sandbox)
  const stripped = await explained(sandbox)
  assert.ok(stripped.codes.includes('RequestDenied stripper'))
  assert.not.ok(stripped.codesOf('Thing', 'acme').includes('ObjectInvalid'))
})

test('is not what a stored object without the value is, though an innocent webhook watches', async () => {
  const sandbox = clusterOfThings()
  changing(sandbox, 'innocent', { group: GROUP, resource: 'things', change: object => object })
  thing(sandbox, 'acme')
  demandPlan(sandbox)
  const answer = await explained(sandbox)
  assert.ok(answer.codesOf('Thing', 'acme').includes('ObjectInvalid'))
  assert.not.ok(answer.codesOf('Thing', 'acme').includes('RequestDenied'))
})

test('ends where the webhook leaves alone what is being deleted', async () => {
  const sandbox = clusterOfPod()
  changing(sandbox, 'injector', { change: withSidecar })
  const hook = webhook('injector.example.com', {
    service: 'injector',
    rules: rulesFor('', 'pods'),
    matchConditions: [{ name: 'alive', expression: '!has(object.metadata.deletionTimestamp)' }],
  })
  configuration(sandbox, 'injector', [hook], KIND)
  changing(sandbox, 'second', { change: withSidecar })
  assert.ok((await explained(sandbox)).codes.includes('RequestDenied second'))
})

test.run()
