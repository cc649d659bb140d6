import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Cause } from '../../src/render/words/explanation.ts'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { deployment } from '../../src/sandbox/incidents/parts/workload.ts'
import type { Sandbox } from '../../src/sandbox/sandbox.ts'
import { explained } from './explained.ts'
import { clusterOfThings, thing } from './things.ts'
import { configuration, service, webhook } from './webhook-configuration.ts'

const test = suite('what the API server calls is followed to its end')

const HOME = 'guard-system'
const API = 'v1.admission.guard.example.com'
const SELF = {
  namespace: 'default',
  name: 'kubernetes',
  path: '/apis/admission.guard.example.com/v1/guards',
  port: 443,
}

/** A webhook for things, called like this; its Service `guard` is there without an address, unless it is to be another one. */
function called(clientConfig: object = { service: { namespace: HOME, name: 'guard', port: 443 } }): Sandbox {
  const sandbox = clusterOfThings()
  configuration(sandbox, 'guard', [webhook('guard.example.com', { clientConfig })])
  thing(sandbox, 'acme')
  return sandbox
}

function empty(): Sandbox {
  const sandbox = called()
  service(sandbox, 'guard', { address: false })
  return sandbox
}

async function causeOf(sandbox: Sandbox, user?: string): Promise<Cause | undefined> {
  const { causes } = await explained(sandbox, user === undefined ? {} : { user })
  return causes.find(({ code }) => code === 'WebhookUnavailable')
}

const commandsOf = (cause: Cause | undefined): readonly string[] => cause?.remedies.flatMap(each => each.commands) ?? []

function apiService(sandbox: Sandbox, status: 'True' | 'False', home: string | undefined = HOME): void {
  sandbox.put({
    apiVersion: 'apiregistration.k8s.io/v1',
    kind: 'APIService',
    metadata: { name: API },
    spec: {
      group: 'admission.guard.example.com',
      version: 'v1',
      groupPriorityMinimum: 100,
      versionPriority: 100,
      service: { name: 'guard', namespace: home, port: 443 },
    },
    status: { conditions: [{ type: 'Available', status, reason: 'As', message: 'it is' }] },
  })
}

/** A Pod that the Service selects, not ready. */
function pod(sandbox: Sandbox, name: string, { node, waiting }: { node?: string; waiting?: string } = {}): void {
  const containerStatuses = [{ name: 'main', restartCount: 7, state: { waiting: { reason: waiting } } }]
  sandbox.put({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: HOME, labels: { app: 'guard' } },
    spec: { ...(node && { nodeName: node }), containers: [{ name: 'main', image: 'none' }] },
    status: {
      phase: 'Running',
      conditions: [{ type: 'Ready', status: 'False' }],
      ...(waiting && { containerStatuses }),
    },
  })
}

function node(sandbox: Sandbox, name: string, status: 'True' | 'Unknown'): void {
  const conditions = [{ type: 'Ready', status, reason: 'NodeStatusUnknown' }]
  sandbox.put({ apiVersion: 'v1', kind: 'Node', metadata: { name }, status: { conditions } })
}

/** Unready, as a Deployment is whose Pods do not come up. */
function failing(sandbox: Sandbox, conditions: readonly object[] = []): void {
  deployment(sandbox, HOME, 'guard', { replicas: 0 })
  const known = sandbox.get('apps/v1', 'Deployment', 'guard', HOME)!
  sandbox.put({ ...known, spec: { ...(known.spec as object), replicas: 1 }, status: { conditions } })
}

test('a webhook of default/kubernetes below /apis is its APIService, and what is behind that', async () => {
  const sandbox = called({ service: SELF })
  apiService(sandbox, 'False')
  service(sandbox, 'guard', { address: false })
  deployment(sandbox, HOME, 'guard', { replicas: 0 })
  const cause = await causeOf(sandbox)
  assert.is(cause!.subject.name, 'guard')
  assert.match(cause!.summary, API)
  assert.ok(cause!.evidence.some(({ source, fact }) => source === 'apiservices' && fact.includes('Available=False')))
  assert.equal(commandsOf(cause), [`kubectl scale deployment/guard -n ${HOME} --replicas=1`])
})

test('an APIService without its Service, or that is gone, is removed with the webhook', async () => {
  const absent = called({ service: SELF })
  apiService(absent, 'False')
  assert.equal((await causeOf(absent))!.remedies.at(-1)!.commands, [
    'kubectl delete validatingwebhookconfiguration guard',
    `kubectl delete apiservice ${API}`,
  ])
  const cause = await causeOf(called({ service: SELF }))
  assert.match(cause!.summary, `there is no APIService ${API}`)
  assert.equal(cause!.remedies.at(-1)!.commands, ['kubectl delete validatingwebhookconfiguration guard'])
})

test('an APIService that is available, of a webhook that is not about it, or that could not be read proves nothing', async () => {
  const reader = (sandbox: Sandbox, hidden = 'nothing') => {
    sandbox.authorize = (user, verb, resource) =>
      user.name !== 'reader' || (['get', 'list'].includes(verb) && !resource.startsWith(hidden))
    return sandbox
  }
  const available = called({ service: SELF })
  apiService(available, 'True')
  assert.is(await causeOf(reader(available), 'reader'), undefined)
  const hidden = called({ service: SELF })
  apiService(hidden, 'False')
  assert.is(await causeOf(reader(hidden, 'apiservices'), 'reader'), undefined)
  const down = called({ service: SELF })
  apiService(down, 'False')
  assert.ok(await causeOf(reader(down), 'reader'))
})

test('a Service that selects nothing: that, and a workload of its name whose Pods have other labels', async () => {
  const cause = await causeOf(empty())
  assert.match(cause!.summary, `Service ${HOME}/guard selects no Pod`)
  const other = empty()
  const selector = { app: 'another' }
  other.put({
    ...other.get('v1', 'Service', 'guard', HOME)!,
    spec: { selector, ports: [{ port: 443 }] },
  })
  deployment(other, HOME, 'guard', { replicas: 0 })
  const commands = commandsOf(await causeOf(other))
  assert.ok(commands.includes(`kubectl get service guard -n ${HOME} -o yaml`))
  assert.ok(commands.every(command => !command.includes('scale')))
})

test('a Service without a selector looks for no Pods', async () => {
  const sandbox = called()
  sandbox.put({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'guard', namespace: HOME },
    spec: { ports: [{ port: 443 }] },
  })
  const cause = await causeOf(sandbox)
  assert.match(cause!.summary, 'has no selector')
  assert.ok(commandsOf(cause).some(command => command.includes('kubernetes.io/service-name=guard')))
})

test('a Service without the port that is called', async () => {
  const sandbox = empty()
  const known = sandbox.get('v1', 'Service', 'guard', HOME)!
  sandbox.put({ ...known, spec: { selector: { app: 'guard' }, ports: [{ port: 8443 }] } })
  assert.match((await causeOf(sandbox))!.summary, 'has no port 443')
})

test('Pods that are not ready: their workload, and what they wait for', async () => {
  const sandbox = empty()
  failing(sandbox)
  pod(sandbox, 'guard-1', { waiting: 'ImagePullBackOff' })
  const cause = await causeOf(sandbox)
  assert.match(cause!.summary, `no Pod of deployment ${HOME}/guard is ready`)
  assert.ok(cause!.evidence.some(({ fact }) => fact.includes('ImagePullBackOff')))
  assert.ok(commandsOf(cause).includes(`kubectl describe deployment/guard -n ${HOME}`))
})

test('Pods that cannot be created: what refuses them', async () => {
  const sandbox = empty()
  const message = 'pods "guard-1" is forbidden: exceeded quota: small, requested: pods=1, used: pods=0, limited: pods=0'
  failing(sandbox, [{ type: 'ReplicaFailure', status: 'True', message }])
  const cause = await causeOf(sandbox)
  assert.match(cause!.summary, 'cannot be created')
  assert.ok(commandsOf(cause).includes(`kubectl describe resourcequotas small -n ${HOME}`))
})

test('Pods on a node that is lost: the node, and nothing is started beside it', async () => {
  const sandbox = empty()
  failing(sandbox)
  pod(sandbox, 'guard-1', { node: 'far' })
  node(sandbox, 'far', 'Unknown')
  const cause = await causeOf(sandbox)
  assert.match(cause!.summary, 'node far, which is not ready')
  assert.ok(commandsOf(cause).includes('kubectl describe nodes far'))
  const living = empty()
  failing(living)
  pod(living, 'guard-1', { node: 'far' })
  node(living, 'far', 'True')
  assert.match((await causeOf(living))!.summary, 'is ready')
})

test('a ready address on a lost node is told of a webhook that is proven silent, and is no proof by itself', async () => {
  const sandbox = called()
  service(sandbox, 'guard')
  const known = sandbox.get('discovery.k8s.io/v1', 'EndpointSlice', 'guard-1', HOME)!
  sandbox.put({ ...known, endpoints: [{ addresses: ['10.0.0.1'], conditions: { ready: true }, nodeName: 'far' }] })
  node(sandbox, 'far', 'Unknown')
  assert.is(await causeOf(sandbox), undefined)
})

test('an ExternalName is a host outside; what it names in the cluster is shown, and never started', async () => {
  const sandbox = called()
  const spec = { type: 'ExternalName', externalName: `billing.elsewhere.svc.cluster.local` }
  sandbox.put({ apiVersion: 'v1', kind: 'Service', metadata: { name: 'guard', namespace: HOME }, spec })
  namespace(sandbox, 'elsewhere')
  deployment(sandbox, 'elsewhere', 'billing', { replicas: 0 })
  const labels = { app: 'billing' }
  sandbox.put({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'billing', namespace: 'elsewhere' },
    spec: { selector: labels, ports: [{ port: 443 }] },
  })
  const cause = await causeOf(sandbox)
  assert.match(cause!.summary, 'is another name for billing.elsewhere.svc.cluster.local')
  assert.ok(cause!.evidence.some(({ fact }) => fact.includes('Service billing in namespace elsewhere has no ready')))
  assert.ok(commandsOf(cause).every(command => /^kubectl get /.test(command)))
})

test('an address that has the name of a Service is told of that Service, and is no proof', async () => {
  const sandbox = called({ url: `https://guard.${HOME}.svc:443/validate` })
  sandbox.authorize = (user, verb) => user.name !== 'reader' || ['get', 'list'].includes(verb)
  assert.is(await causeOf(sandbox, 'reader'), undefined)
})

test('Pods in a namespace that is being deleted do not come again: the webhook is removed', async () => {
  const sandbox = empty()
  namespace(sandbox, HOME, { deleted: 600 })
  const commands = commandsOf(await causeOf(sandbox))
  assert.equal(commands, ['kubectl delete validatingwebhookconfiguration guard'])
})

test.run()
