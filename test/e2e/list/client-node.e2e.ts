import {
  ApiextensionsV1Api,
  CoreV1Api,
  CustomObjectsApi,
  KubeConfig,
  type KubernetesObject,
  makeInformer,
  type V1ConfigMap,
} from '@kubernetes/client-node'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../../control-plane/until.ts'
import { api, crd, namespace, run, target } from '../rig/rig.ts'
import { listed, names } from './listed.ts'

const test = suite('@kubernetes/client-node, as a client of its own beside the program')

/** By its own reading of the kubeconfig that the program has. */
function client(): KubeConfig {
  const config = new KubeConfig()
  config.loadFromFile(target().kubeconfig)
  // It speaks plain HTTP, as the sandbox does, only where no certificate is to be checked; kubectl just speaks it.
  config.clusters = config.clusters.map(cluster => ({
    ...cluster,
    skipTLSVerify: cluster.skipTLSVerify || cluster.server.startsWith('http:'),
  }))
  return config
}

const configMap = (place: string, name: string) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: place, finalizers: ['example.com/hold'] },
})

test('its typed clients see the same terminating objects, core and custom, with the same uid, time and finalizers', async () => {
  const place = await namespace()
  const type = await crd()
  for (const name of ['one', 'two']) await api.delete(await api.create(configMap(place, name)))
  await api.create(configMap(place, 'living'))
  await api.delete(await api.create(type.draft('w', place, { metadata: { finalizers: ['example.com/hold'] } })))

  const config = client()
  const maps = await config.makeApiClient(CoreV1Api).listNamespacedConfigMap({ namespace: place })
  const [version] = type.apiVersion.split('/').toReversed() as [string]
  const about = { group: type.group, version, plural: type.plural, namespace: place }
  const widgets: { items: KubernetesObject[] } = await config
    .makeApiClient(CustomObjectsApi)
    .listNamespacedCustomObject(about)
  const seen = [...maps.items, ...widgets.items].flatMap(({ metadata = {} }) =>
    metadata.deletionTimestamp === undefined
      ? []
      : [[metadata.uid, new Date(metadata.deletionTimestamp).getTime(), metadata.finalizers]],
  )
  const { items } = await listed(['-n', place])
  const ours = items
    .filter(({ ref }) => ref.kind !== 'Namespace')
    .map(({ ref, deletionTimestamp, finalizers }) => [
      ref.uid,
      Date.parse(deletionTimestamp),
      finalizers.map(({ name }) => name),
    ])
  assert.equal(ours.toSorted(), seen.toSorted())
  assert.is(ours.length, 3)
  const definition = await config
    .makeApiClient(ApiextensionsV1Api)
    .readCustomResourceDefinition({ name: type.resource })
  assert.is(definition.spec.group, type.group)
})

test('its informer is told of the same that list --watch tells: the deletion, and the end', async () => {
  const place = await namespace()
  const config = client()
  const core = config.makeApiClient(CoreV1Api)
  const informer = makeInformer<V1ConfigMap>(config, `/api/v1/namespaces/${place}/configmaps`, () =>
    core.listNamespacedConfigMap({ namespace: place }),
  )
  const told: string[] = []
  const tell = (verb: string) => (object: V1ConfigMap) => {
    const { name, deletionTimestamp } = object.metadata ?? {}
    if (name !== 'kube-root-ca.crt')
      told.push(`${verb} ${name}${deletionTimestamp === undefined ? '' : ' terminating'}`)
  }
  informer.on('add', tell('add'))
  informer.on('update', tell('update'))
  informer.on('delete', tell('delete'))
  const first = await api.create(configMap(place, 'first'))
  await informer.start()
  try {
    const watching = run(['list', 'configmaps', '-n', place, '--watch'], {
      onOutput: async text => {
        if (!text.includes('first')) return false
        await api.patch(first, { metadata: { finalizers: null } })
        return true
      },
      signalAfterOutput: { text: 'DELETED', signal: 'SIGINT' },
    })
    await api.delete(first)
    const { stdout } = await watching
    assert.match(stdout, /ADDED +configmap\/first/)
    assert.match(stdout, /DELETED +configmap\/first/)
    const all = async () => (told.some(each => each.startsWith('delete first')) ? told : undefined)
    const events = await until(all, { what: 'the informer to be told of the end', deadlineSeconds: 30 })
    assert.is(events[0], 'add first')
    assert.ok(events.includes('update first terminating'), events.join(', '))
  } finally {
    await informer.stop()
  }
})

test('what the program frees is gone for it too', async () => {
  const place = await namespace()
  await api.delete(await api.create(configMap(place, 'held')))
  const core = client().makeApiClient(CoreV1Api)
  const read = () => core.readNamespacedConfigMap({ name: 'held', namespace: place })
  assert.equal((await read()).metadata?.finalizers, ['example.com/hold'])
  const { code, stderr } = await run([
    'remove',
    'configmap/held',
    '-n',
    place,
    '--finalizer',
    'example.com/hold',
    '--yes',
    '--override=ControllerUnknown',
  ])
  assert.is(code, 0, stderr)
  const gone = await read().then(
    () => undefined,
    (error: { code?: number }) => error.code,
  )
  assert.is(gone, 404)
  assert.equal(names(await listed(['-n', place])), [])
})

test.run()
