import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { buildIncident } from '../../src/sandbox/incidents/index.ts'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { deployment } from '../../src/sandbox/incidents/parts/workload.ts'
import type { Sandbox } from '../../src/sandbox/sandbox.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { explained } from './explained.ts'
import { clusterOfThings, thing } from './things.ts'
import { configuration, GROUP, type HookOptions, service, webhook } from './webhook-configuration.ts'

const test = suite('a webhook that nothing answers')

const CODE = 'WebhookUnavailable'

async function codes(sandbox: Sandbox, user?: string, name = 'acme'): Promise<readonly string[]> {
  return (await explained(sandbox, user === undefined ? {} : { user })).codesOf('Thing', name)
}

/** A user who may read everything and patch nothing: the dry run says 403. */
function reader(sandbox: Sandbox): string {
  sandbox.authorize = (user, verb) => user.name !== 'reader' || ['get', 'list', 'watch'].includes(verb)
  return 'reader'
}

function deadWebhook(options: HookOptions = {}): Sandbox {
  const sandbox = clusterOfThings()
  configuration(sandbox, 'guard', [webhook('guard.example.com', options)], options.kind)
  thing(sandbox, 'acme')
  return sandbox
}

test("rejects the removal, by the server's own dry run", async () => {
  const answer = await explained(deadWebhook())
  const cause = answer.causes.find(({ code }) => code === CODE)!
  assert.is(answer.object('Thing', 'acme').verdict, 'stuck')
  assert.is(cause.subject.kind, 'ValidatingWebhookConfiguration')
  assert.is(cause.subject.name, 'guard')
  assert.equal(
    cause.blocks.map(({ name }) => name),
    ['acme'],
  )
  assert.ok(cause.evidence.some(({ source, fact }) => source === 'dry run' && fact.includes('guard.example.com')))
  assert.ok(cause.evidence.some(({ source, fact }) => source === 'services' && fact.includes('no Service guard')))
})

test('is shown in the incident that people can practise on', async () => {
  const answer = await explained(buildIncident('webhook-dead', manualClock())!)
  assert.ok(answer.codesOf('Tenant', 'acme').includes(CODE))
})

test('may be a mutating one', async () => {
  const answer = await explained(deadWebhook({ kind: 'MutatingWebhookConfiguration' }))
  const cause = answer.causes.find(({ code }) => code === CODE)!
  assert.is(cause.subject.kind, 'MutatingWebhookConfiguration')
  assert.equal(cause.remedies.at(-1)!.commands, ['kubectl delete mutatingwebhookconfiguration guard'])
})

test('is one cause for all that it holds, after one look', async () => {
  const sandbox = clusterOfThings()
  configuration(sandbox, 'guard', [webhook('guard.example.com')])
  for (let index = 0; index < 200; index++) thing(sandbox, `thing-${index}`)
  let probes = 0
  sandbox.onRequest = ({ method }) => {
    if (method === 'PATCH') probes++
    return undefined
  }
  const found = (await explained(sandbox)).causes.filter(({ code }) => code === CODE)
  assert.is(found.length, 1)
  assert.is(found[0]!.blocks.length, 200)
  assert.is(probes, 1)
})

test('holds only those of a like that its objectSelector selects', async () => {
  const sandbox = clusterOfThings()
  configuration(sandbox, 'guard', [
    webhook('guard.example.com', { objectSelector: { matchLabels: { guarded: 'yes' } } }),
  ])
  thing(sandbox, 'acme', { labels: { guarded: 'yes' } })
  thing(sandbox, 'other')
  const answer = await explained(sandbox)
  assert.ok(answer.codesOf('Thing', 'acme').includes(CODE))
  assert.not.ok(answer.codesOf('Thing', 'other').includes(CODE))
})

const NEAR_MISSES: Record<string, HookOptions> = {
  'whose failurePolicy is Ignore': { failurePolicy: 'Ignore' },
  'whose rules are about another type': {
    rules: [{ apiGroups: [GROUP], apiVersions: ['*'], resources: ['others'], operations: ['*'] }],
  },
  'whose rules are about DELETE': {
    rules: [{ apiGroups: [GROUP], apiVersions: ['*'], resources: ['things'], operations: ['CREATE', 'DELETE'] }],
  },
  'whose rules are about a subresource': {
    rules: [{ apiGroups: [GROUP], apiVersions: ['*'], resources: ['things/status'], operations: ['*'] }],
  },
  'whose namespaceSelector selects other namespaces': {
    namespaceSelector: { matchExpressions: [{ key: 'tier', operator: 'NotIn', values: ['gold'] }] },
  },
  'whose objectSelector selects other objects': { objectSelector: { matchLabels: { guarded: 'yes' } } },
}

for (const [which, options] of Object.entries(NEAR_MISSES)) {
  test(`is not one ${which}`, async () => {
    const sandbox = deadWebhook(options)
    assert.not.ok((await codes(sandbox)).includes(CODE))
    assert.not.ok((await codes(sandbox, reader(sandbox))).includes(CODE))
  })
}

test('is not one that answers', async () => {
  const sandbox = deadWebhook()
  service(sandbox, 'guard')
  assert.not.ok((await codes(sandbox)).includes(CODE))
  assert.not.ok((await codes(sandbox, reader(sandbox))).includes(CODE))
})

test('is found by reading the configurations where the user may not patch', async () => {
  const gone = deadWebhook()
  assert.ok((await codes(gone, reader(gone))).includes(CODE))
  const empty = deadWebhook({ namespaceSelector: { matchLabels: { tier: 'gold' } } })
  service(empty, 'guard', { address: false })
  const answer = await explained(empty, { user: reader(empty) })
  assert.ok(answer.codesOf('Thing', 'acme').includes(CODE))
  assert.ok(answer.causes.some(({ evidence }) => evidence.some(({ source }) => source === 'endpointslices')))
})

test('is found by reading where a webhook with side effects cannot be tried', async () => {
  const sandbox = deadWebhook({ sideEffects: 'Unknown' })
  assert.ok((await codes(sandbox)).includes(CODE))
  const healthy = deadWebhook({ sideEffects: 'Unknown' })
  service(healthy, 'guard')
  assert.not.ok((await codes(healthy)).includes(CODE))
})

test('is not guessed by reading where only the server can tell whether it matches', async () => {
  const sandbox = deadWebhook({ matchConditions: [{ name: 'some', expression: 'object.metadata.name != "other"' }] })
  assert.not.ok((await codes(sandbox, reader(sandbox))).includes(CODE))
  assert.ok((await codes(sandbox)).includes(CODE))
})

test('is not guessed where Services, or the namespace that a selector asks for, could not be read', async () => {
  const hidden = deadWebhook()
  hidden.authorize = (user, verb, resource) =>
    user.name !== 'reader' || (['get', 'list'].includes(verb) && resource !== 'services')
  assert.not.ok((await codes(hidden, 'reader')).includes(CODE))
  const selecting = deadWebhook({ namespaceSelector: { matchLabels: { tier: 'gold' } } })
  selecting.authorize = (user, verb, resource) =>
    user.name !== 'reader' || (['get', 'list'].includes(verb) && resource !== 'namespaces')
  assert.not.ok((await codes(selecting, 'reader')).includes(CODE))
})

test('is named by itself where the configurations may not be read', async () => {
  const sandbox = deadWebhook()
  sandbox.authorize = (user, _verb, resource) =>
    user.name !== 'tenant' || !resource.endsWith('webhookconfigurations.admissionregistration.k8s.io')
  const answer = await explained(sandbox, { user: 'tenant' })
  const cause = answer.causes.find(({ code }) => code === CODE)!
  assert.is(cause.subject.name, 'guard.example.com')
  assert.ok(cause.evidence.some(({ fact }) => fact.includes('could not be read')))
  assert.equal(cause.remedies, [])
})

test('whose Pods are scaled to zero is scaled up, and not taken away', async () => {
  const sandbox = deadWebhook()
  service(sandbox, 'guard', { address: false })
  deployment(sandbox, 'guard-system', 'guard', { replicas: 0 })
  const cause = (await explained(sandbox)).causes.find(({ code }) => code === CODE)!
  assert.equal(
    cause.remedies.map(({ commands }) => commands),
    [['kubectl scale deployment/guard -n guard-system --replicas=1']],
  )
})

test('beside a living one in its configuration is taken out, never deleted with it', async () => {
  const sandbox = clusterOfThings()
  service(sandbox, 'living')
  configuration(sandbox, 'guard', [
    webhook('guard.example.com'),
    webhook('other.example.com', { service: 'living', rules: [] }),
  ])
  thing(sandbox, 'acme')
  const cause = (await explained(sandbox)).causes.find(({ code }) => code === CODE)!
  const commands = cause.remedies.flatMap(remedy => remedy.commands)
  const out = commands.find(command => command.startsWith('kubectl patch validatingwebhookconfiguration guard'))!
  assert.match(out, /"path":"\/webhooks\/0\/name","value":"guard\.example\.com"/)
  assert.match(out, /"op":"remove","path":"\/webhooks\/0"/)
  assert.ok(commands.every(command => !command.includes('delete')))
})

test('is taken away first where the API server would ask it about the Pods that are to serve it again (kyverno/kyverno#2750)', async () => {
  const told = async (rest: object = {}, pods = 0) => {
    const sandbox = clusterOfThings()
    namespace(sandbox, 'guard-system')
    if (pods > 0) deployment(sandbox, 'guard-system', 'other', {})
    const rule = { apiGroups: [''], apiVersions: ['v1'], resources: ['pods'], operations: ['CREATE'], scope: '*' }
    const rules = [...(webhook('').rules as object[]), rule]
    configuration(sandbox, 'guard', [webhook('guard.example.com', { rules, ...rest })])
    thing(sandbox, 'acme')
    const { remedies } = (await explained(sandbox)).causes.find(({ code }) => code === CODE)!
    return remedies.map(({ commands }) => commands[0]!.split(' ')[1]).join()
  }
  assert.is(await told(), 'delete,get')
  const others = {
    matchExpressions: [{ key: 'kubernetes.io/metadata.name', operator: 'NotIn', values: ['guard-system'] }],
  }
  assert.is(await told({ namespaceSelector: others }), 'get,delete')
  assert.is(await told({}, 1), 'get,delete', 'what serves it may be there')
})

test('rejects the deletions in a terminating namespace, as its controller reports', async () => {
  const sandbox = clusterOfThings()
  const rules = [{ apiGroups: [''], apiVersions: ['*'], resources: ['configmaps'], operations: ['DELETE'] }]
  configuration(sandbox, 'guard', [webhook('guard.example.com', { rules })])
  namespace(sandbox, 'ending', { deleted: 600 })
  namespace(sandbox, 'neighbour', { deleted: 600 })
  sandbox.put({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'kept', namespace: 'ending' } })
  await sandbox.settle()
  const answer = await explained(sandbox)
  assert.ok(answer.codesOf('Namespace', 'ending').includes(CODE))
  assert.ok(answer.objects.every(({ ref }) => ref.name !== 'neighbour'))
})

test('a Service that is missing is told to be in another namespace, where one of its own name answers (projectcapsule/capsule#777)', async () => {
  const told = async (name: string, address = true, place = 'guard-system') => {
    const called = { namespace: 'guard-old', name, path: '/validate', port: 443 }
    const sandbox = deadWebhook({ clientConfig: { service: called } })
    service(sandbox, name, { address })
    sandbox.put({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRoleBinding',
      metadata: { name: 'guard' },
      subjects: [{ kind: 'ServiceAccount', namespace: place, name: 'guard' }],
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'guard' },
    } as never)
    const cause = (await explained(sandbox)).causes.find(({ code }) => code === CODE)!
    assert.match(cause.evidence.map(({ fact }) => fact).join(), `no Service ${name} in namespace guard-old`)
    return cause.remedies[0]!.commands
  }
  const shown = (place: string) => `kubectl get services,endpointslices,pods -n ${place}`
  assert.equal(await told('guard'), [shown('guard-system'), shown('guard-old')])
  assert.equal(await told('guard', false), [shown('guard-old')], 'nothing is behind it')
  assert.equal(await told('webhook-service'), [shown('guard-old')], 'a name of many')
  assert.equal(await told('guard', true, 'other'), [shown('guard-old')], 'whoever may create a Service made it')
})

test.run()
