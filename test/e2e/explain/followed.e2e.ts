import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../../control-plane/until.ts'
import type { Api, Draft, Field, Thing } from '../rig/api.ts'
import { apiServiceDraft } from '../rig/api-service.ts'
import { createCrd, type OwnType } from '../rig/crd.ts'
import { createNamespace } from '../rig/namespace.ts'
import { kubectlAvailable, target, unique } from '../rig/rig.ts'
import { carryOut } from './carry-out.ts'
import { explained } from './explained-e2e.ts'
import { httpsServer, review } from './https-server.ts'
import { ownCluster, ownClusterAvailable } from './own-cluster.ts'

/** An API that is not available stops every namespace of a cluster: each test has one of its own. */
const suited = suite('explain follows what the API server calls to its end')
const test = kubectlAvailable() && ownClusterAvailable() ? suited : suited.skip
const onRealServers = target().name === 'control-plane' ? test : suited.skip

const SELF = { namespace: 'default', name: 'kubernetes' }

/** A webhook for updates of the type, called like this. */
async function watched(api: Api, { group }: OwnType, clientConfig: object): Promise<Thing> {
  const name = unique('followed')
  return api.create({
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingWebhookConfiguration',
    metadata: { name },
    webhooks: [
      {
        name: `${name}.example.com`,
        clientConfig,
        rules: [{ apiGroups: [group], apiVersions: ['*'], resources: ['*'], operations: ['UPDATE'], scope: '*' }],
        failurePolicy: 'Fail',
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
        timeoutSeconds: 5,
      },
    ],
  })
}

async function deleted(api: Api, type: OwnType, place: string): Promise<Thing> {
  const thing = await api.create(type.draft('held', place, { metadata: { finalizers: ['example.com/hold'] } }))
  await api.delete(thing)
  return api.waitFor(thing, ({ metadata }) => metadata.deletionTimestamp)
}

/** Waits until an update is answered as wanted: the server learns of webhooks, and of APIs, at a time of its own. */
async function updateAnswers(api: Api, thing: Thing, wanted: (status: number, body: string) => boolean): Promise<void> {
  const path = `${await api.pathOf(thing)}?dryRun=All`
  const headers = { 'content-type': 'application/merge-patch+json' }
  const tried = async () => {
    const { status, body } = await api.raw('PATCH', path, { metadata: { finalizers: null } }, headers)
    return wanted(status, body) ? true : undefined
  }
  await until(tried, { what: `an update to be answered as ${wanted}`, deadlineSeconds: 120 })
}

const service = (namespace: string, name: string, spec: object): Draft => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name, namespace },
  spec,
})

function deployment(namespace: string, name: string, replicas: number): Draft {
  const labels = { app: name }
  const containers = [{ name: 'main', image: 'none' }]
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace },
    spec: { replicas, selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { containers } } },
  }
}

const availability = ({ status }: Thing): string | undefined =>
  status?.conditions?.find(({ type }: Field) => type === 'Available')?.status

test('a webhook that is an aggregated API: its APIService, and the Deployment behind that, which is scaled up', async () => {
  await using cluster = await ownCluster()
  const { api, env } = cluster
  const [place, home] = [await createNamespace(api), await createNamespace(api)]
  const type = await createCrd(api)
  const held = await deleted(api, type, place)
  await api.create(service(home, 'reviewer', { selector: { app: 'reviewer' }, ports: [{ port: 443 }] }))
  await api.create(deployment(home, 'reviewer', 0))
  const own = apiServiceDraft('admission.reviewer.example.com', { namespace: home, name: 'reviewer', port: 443 })
  await api.create(own)
  await api.waitFor(own, now => availability(now) === 'False')
  const path = '/apis/admission.reviewer.example.com/v1/reviews'
  const hooks = await watched(api, type, { service: { ...SELF, path } })
  await updateAnswers(api, held, (status, body) => status === 500 && body.includes(hooks.metadata.name))
  const answer = await explained(['-n', place], { env })
  const cause = answer.causesOf('Widget', 'held').find(({ code }) => code === 'WebhookUnavailable')!
  assert.is(answer.object('Widget', 'held').verdict, 'stuck')
  assert.is(cause.subject.name, hooks.metadata.name)
  assert.match(cause.summary, `APIService ${own.metadata.name}`)
  assert.match(cause.summary, `deployment ${home}/reviewer is scaled to zero`)
  assert.equal(
    cause.remedies.map(({ kind, commands }) => [kind, ...commands]),
    [['repair', `kubectl scale deployment/reviewer -n ${home} --replicas=1`]],
  )
  await carryOut(cause.remedies[0]!.commands[0]!, env)
  await api.waitFor(deployment(home, 'reviewer', 1) as Thing, ({ spec }) => spec.replicas === 1)
  assert.ok(await api.get(held))
})

test('one whose APIService is gone, or has no Service: what is left is removed with it, and the update passes', async () => {
  await using cluster = await ownCluster()
  const { api, env } = cluster
  const [place, home] = [await createNamespace(api), await createNamespace(api)]
  for (const group of ['gone.reviewer.example.com', 'empty.reviewer.example.com']) {
    const type = await createCrd(api)
    const held = await deleted(api, type, place)
    const own = apiServiceDraft(group, { namespace: home, name: 'nosuch', port: 443 })
    if (group.startsWith('empty')) {
      await api.create(own)
      await api.waitFor(own, now => availability(now) === 'False')
    }
    const hooks = await watched(api, type, { service: { ...SELF, path: `/apis/${group}/v1/reviews` } })
    await updateAnswers(api, held, (status, body) => status === 500 && body.includes(hooks.metadata.name))
    const answer = await explained([`${type.resource}/held`, '-n', place], { env })
    const cause = answer.causes.find(({ code }) => code === 'WebhookUnavailable')!
    assert.is(cause.subject.name, hooks.metadata.name)
    const last = cause.remedies.at(-1)!
    assert.equal(last.commands, [
      `kubectl delete validatingwebhookconfiguration ${hooks.metadata.name}`,
      ...(group.startsWith('empty') ? [`kubectl delete apiservice v1.${group}`] : []),
    ])
    for (const command of last.commands) await carryOut(command, env)
    await updateAnswers(api, held, status => status === 200)
    await api.patch(held, { metadata: { finalizers: null } })
    await api.waitGone(held)
  }
})

onRealServers(
  'a Service that is another name for a host: the host, and that no object shows what answers there',
  async () => {
    await using cluster = await ownCluster()
    const { api, env } = cluster
    const place = await createNamespace(api)
    const type = await createCrd(api)
    const held = await deleted(api, type, place)
    const server = await httpsServer((_path, body) => review(body, { allowed: true }))
    const { port, caBundle } = server
    await server[Symbol.asyncDispose]()
    await api.create(service(place, 'outside', { type: 'ExternalName', externalName: 'localhost' }))
    const hooks = await watched(api, type, { service: { namespace: place, name: 'outside', port }, caBundle })
    await updateAnswers(api, held, (status, body) => status === 500 && body.includes('connection refused'))
    const answer = await explained(['-n', place], { env })
    const cause = answer.causesOf('Widget', 'held').find(({ code }) => code === 'WebhookUnavailable')!
    assert.is(cause.subject.name, hooks.metadata.name)
    assert.match(cause.summary, `Service ${place}/outside is another name for localhost`)
    assert.match(cause.remedies[0]!.summary, `localhost, port ${port}`)
    assert.equal(
      cause.remedies.map(({ commands }) => commands),
      [[`kubectl get service outside -n ${place} -o yaml`]],
    )
  },
)

onRealServers('a Service without the port that is called: the port', async () => {
  await using cluster = await ownCluster()
  const { api, env } = cluster
  const place = await createNamespace(api)
  const type = await createCrd(api)
  const held = await deleted(api, type, place)
  await api.create(service(place, 'other', { selector: { app: 'other' }, ports: [{ port: 9443 }] }))
  await watched(api, type, { service: { namespace: place, name: 'other' } })
  await updateAnswers(api, held, (status, body) => status === 500 && body.includes('no service port 443 found'))
  const answer = await explained(['-n', place], { env })
  const cause = answer.causesOf('Widget', 'held').find(({ code }) => code === 'WebhookUnavailable')!
  assert.match(cause.summary, `Service ${place}/other has no port 443`)
})

suited.run()
