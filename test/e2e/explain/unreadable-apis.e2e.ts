import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../../control-plane/until.ts'
import type { Api, Field, Thing } from '../rig/api.ts'
import { apiServiceDraft } from '../rig/api-service.ts'
import { createCrd } from '../rig/crd.ts'
import { createNamespace } from '../rig/namespace.ts'
import { target } from '../rig/rig.ts'
import { deadConversion } from './dead-conversion.ts'
import { explained } from './explained-e2e.ts'
import { httpsServer } from './https-server.ts'
import { ownCluster, ownClusterAvailable } from './own-cluster.ts'

const all = suite('explain tells which API hides what is left')
const test = ownClusterAvailable() ? all : all.skip

const onRealServers = target().name === 'control-plane' ? test : all.skip

const codes = (causes: readonly { code: string }[]): string[] => causes.map(({ code }) => code)

interface Condition {
  readonly type: string
  readonly status: string
  readonly message?: string
}

const conditionOf = (thing: Thing, type: string): Condition | undefined =>
  thing.status?.conditions?.find((each: Condition) => each.type === type)

const condition = (thing: Thing, type: string): string | undefined => conditionOf(thing, type)?.status

/** Waits until discovery says so of a group: it comes to an aggregated API at a time of its own, whatever its condition is. */
async function discovered(api: Api, group: string, freshness: 'Current' | 'Stale'): Promise<void> {
  const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'
  const shown = async () => {
    const { items }: Field = JSON.parse((await api.raw('GET', '/apis', undefined, { accept })).body)
    const found = items.find(({ metadata }: Field) => metadata.name === group)
    return found?.versions[0].freshness === freshness ? true : undefined
  }
  // It looks again every minute at what it has not found.
  await until(shown, { what: `${group} to be ${freshness} in discovery`, deadlineSeconds: 120 })
}

/** A namespace whose deletion was asked for, after the first pass of its controller. */
async function ending(api: Api, name: string): Promise<Thing> {
  const space = { apiVersion: 'v1', kind: 'Namespace', metadata: { name } }
  await api.delete(space)
  return api.waitFor(space, now => (now.status.conditions ?? []).length > 0)
}

/** An aggregated API that answers, where there are servers to ask it: a Service of another name for this machine. */
async function livingApi(api: Api, home: string) {
  const server = await httpsServer(path => {
    if (!path.startsWith('/apis/living.example.com/v1')) return undefined
    return { kind: 'APIResourceList', apiVersion: 'v1', groupVersion: 'living.example.com/v1', resources: [] }
  })
  if (target().name === 'sandbox') return server
  const spec = { type: 'ExternalName', externalName: 'localhost' }
  await api.create({ apiVersion: 'v1', kind: 'Service', metadata: { name: 'living', namespace: home }, spec })
  const living = apiServiceDraft('living.example.com', { namespace: home, name: 'living', port: server.port })
  await api.create(living)
  await api.waitFor(living, now => condition(now, 'Available') === 'True')
  await discovered(api, 'living.example.com', 'Current')
  return server
}

test('an aggregated API without its Service: APIServiceUnavailable, one cause for all namespaces', async () => {
  await using cluster = await ownCluster()
  const { api, env } = cluster
  const [one, two, home, alive] = [
    await createNamespace(api),
    await createNamespace(api),
    await createNamespace(api),
    await createNamespace(api),
  ]
  await using server = await livingApi(api, home!)
  const dead = apiServiceDraft('dead.example.com', { namespace: home, name: 'nosuch', port: 443 })
  await api.create(dead)
  await api.waitFor(dead, now => condition(now, 'Available') === 'False')
  // A namespace whose controller comes before that just goes.
  await discovered(api, 'dead.example.com', 'Stale')
  for (const name of [one, two]) await ending(api, name!)
  const held = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: one! } }
  await api.waitFor(held, now => condition(now, 'NamespaceDeletionDiscoveryFailure') === 'True')
  const answer = await explained([], { env })
  const [cause] = answer.causesOf('Namespace', one!)
  assert.is(cause!.code, 'APIServiceUnavailable')
  assert.is(answer.object('Namespace', one!).verdict, 'stuck')
  assert.is(cause!.subject.name, 'v1.dead.example.com')
  // Its neighbours answer, or are the server's own.
  assert.equal(
    answer.causes.filter(({ code }) => code === 'APIServiceUnavailable').map(({ subject }) => subject.name),
    ['v1.dead.example.com'],
  )
  assert.ok(server.port)
  assert.equal(cause!.blocks.map(({ name }) => name).toSorted(), [one, two].toSorted())
  assert.ok(cause!.evidence.some(({ fact, source }) => source === 'namespaces' && fact.includes('Discovery failed')))
  assert.ok(cause!.remedies.some(({ commands }) => commands.includes('kubectl delete apiservice v1.dead.example.com')))
  assert.ok(answer.objects.every(({ ref }) => ref.name !== alive))

  // The deadlock: the namespace that the API's Service was in is deleted too.
  await ending(api, home!)
  const chain = (await explained([], { env }))
    .causesOf('Namespace', home!)
    .find(({ subject }) => subject.name === 'v1.dead.example.com')!
  assert.ok(chain.evidence.some(({ fact }) => fact.includes(`is in namespace ${home}`)))
  assert.equal(
    chain.remedies.map(({ commands }) => commands),
    [['kubectl delete apiservice v1.dead.example.com']],
  )

  // What is advised ends it; the living one's Service goes with its namespace.
  await api.delete(dead)
  if (target().name === 'control-plane') await api.delete(apiServiceDraft('living.example.com', {}))
  for (const name of [one, two, home]) {
    await api.waitGone({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: name! } }, 120)
  }
})

const CONVERSION = 'conversion webhook for'

/** A CRD that stores in v1 and has an object that was stored in v1beta1, and converts by a webhook that is not there. */
async function unreadableInstances(api: Api, place: string, finalizers?: readonly string[]) {
  const webhook = {
    conversionReviewVersions: ['v1'],
    clientConfig: { service: { namespace: place, name: 'nosuch', path: '/convert', port: 443 } },
  }
  // The first is stored from the beginning: a change of it reaches the server's writes at a time of its own.
  const type = await createCrd(api, { versions: ['v1beta1', 'v1'] })
  const old = await api.create(type.draft('old', place, { metadata: { finalizers } }))
  if (finalizers !== undefined) await api.delete(old)
  const versions = type.definition.spec.versions.map((each: { name: string }) => ({
    ...each,
    storage: each.name === 'v1',
  }))
  await api.patch(type.definition, { spec: { versions, conversion: { strategy: 'Webhook', webhook } } })
  const path = `/apis/${type.group}/v1/widgets`
  // At first the server says no more than that it begins anew.
  const failing = async () => ((await api.raw('GET', path)).body.includes(CONVERSION) ? true : undefined)
  await until(failing, { what: 'the list to fail for the conversion', deadlineSeconds: 120 })
  return type
}

test('a conversion webhook that is not there: ConversionWebhookUnavailable, for the CRD and the namespace', async () => {
  await using cluster = await ownCluster()
  const { api, env } = cluster
  const place = await createNamespace(api)
  const type = await unreadableInstances(api, place)
  await ending(api, place)
  await api.waitFor({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: place } }, now =>
    conditionOf(now, 'NamespaceDeletionContentFailure')?.message?.includes(CONVERSION),
  )
  await api.delete(type.definition)
  const answer = await explained([], { env })
  const cause = answer.causesOf('Namespace', place).find(({ code }) => code === 'ConversionWebhookUnavailable')!
  assert.is(answer.object('Namespace', place).verdict, 'stuck')
  assert.equal([cause.subject.kind, cause.subject.name], ['CustomResourceDefinition', type.resource])
  assert.equal(cause.blocks.map(({ kind }) => kind).toSorted(), ['CustomResourceDefinition', 'Namespace'])
  assert.is(answer.object('CustomResourceDefinition', type.resource).verdict, 'stuck')
  assert.not.ok(codes(answer.causes).includes('Undecodable'))
  assert.is(answer.complete, false)
})

test('an object that can be read as it is stored alone is found, listed, and told of when it is named', async () => {
  await using cluster = await ownCluster()
  const { api, env } = cluster
  const place = await createNamespace(api)
  const type = await unreadableInstances(api, place, ['example.com/hold'])
  for (const words of [['-n', place], [`${type.resource}/old`, '-n', place], []]) {
    const answer = await explained(words, { env })
    assert.is(answer.object('Widget', 'old').ref.apiVersion, `${type.group}/v1beta1`, words.join(' '))
    assert.ok(codes(answer.causesOf('Widget', 'old')).includes('ConversionWebhookUnavailable'), words.join(' '))
  }
})

test('an object that can be read as it is stored, and not be changed, for the same reason', async () => {
  await using cluster = await ownCluster()
  const { api, env } = cluster
  const place = await createNamespace(api)
  const { type } = await deadConversion(api, place)
  const other = await createCrd(api, { kind: 'Gadget' })
  await api.delete(await api.create(other.draft('held', place, { metadata: { finalizers: ['example.com/hold'] } })))
  const answer = await explained(['-n', place], { env })
  assert.ok(codes(answer.causesOf('Widget', 'held')).includes('ConversionWebhookUnavailable'))
  assert.is(answer.object('Widget', 'held').verdict, 'stuck')
  assert.not.ok(codes(answer.causesOf('Gadget', 'held')).includes('ConversionWebhookUnavailable'))
  // The dry run is accepted, and the write is not.
  const removal = `${await api.pathOf(type.draft('held', place))}`
  const headers = { 'content-type': 'application/merge-patch+json' }
  const removed = (query: string) => api.raw('PATCH', removal + query, { metadata: { finalizers: null } }, headers)
  assert.equal([(await removed('?dryRun=All')).status, (await removed('')).status], [200, 500])
})

onRealServers('an object damaged in etcd: Undecodable, for a terminating namespace', async () => {
  await using cluster = await ownCluster()
  const { api, env, etcd } = cluster
  const place = await createNamespace(api)
  const type = await createCrd(api)
  await api.create(type.draft('damaged', place))
  const base64 = (text: string): string => Buffer.from(text).toString('base64')
  const key = base64(`/registry/${type.group}/widgets/${place}/damaged`)
  const put = await fetch(`${etcd}/v3/kv/put`, { method: 'POST', body: JSON.stringify({ key, value: base64('xxxx') }) })
  assert.is(put.status, 200)
  await ending(api, place)
  // The server's cache notices it late, and for some seconds says no more than that it begins anew.
  const told = async () => {
    const answer = await explained([], { env })
    const cause = answer.causesOf('Namespace', place).find(({ code }) => code === 'Undecodable')
    return cause && { answer, cause }
  }
  const { answer, cause } = await until(told, { what: 'the damaged object to be told', deadlineSeconds: 150 })
  assert.equal([cause.subject.kind, cause.subject.name], ['Widget', type.resource])
  assert.is(answer.object('Namespace', place).verdict, 'stuck')
  assert.not.ok(codes(answer.causes).includes('ConversionWebhookUnavailable'))
})

all.run()
