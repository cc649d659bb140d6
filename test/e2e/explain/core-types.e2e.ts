import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { isRefused } from '../remove/removed.ts'
import type { Thing } from '../rig/api.ts'
import { api, kubectlAvailable, namespace, unique } from '../rig/rig.ts'
import { carryOut } from './carry-out.ts'
import { explained } from './explained-e2e.ts'
import { leaveAccount, writtenBefore } from './operator.ts'

const test = suite('explain of core types whose controller is gone')
// The printed commands are carried out with the stock kubectl.
const withKubectl = kubectlAvailable() ? test : test.skip

/** An object that was written two hours ago by this program, and deleted. */
async function stuck(draft: Thing, path: string, manager: string): Promise<Thing> {
  const created = await api.send('POST', `${path}?fieldManager=${manager}`, draft)
  await writtenBefore(created, 7200)
  await api.delete(created)
  return (await api.get(created))!
}

/** Shows that it is held by a controller that is gone, and that the printed command frees it. */
async function isMissing(thing: Thing, subject: string): Promise<void> {
  const { name, namespace: place, uid } = thing.metadata
  const answer = await explained(['-n', place])
  const [cause, ...others] = answer.causesOf(thing.kind, name)
  assert.equal(
    [others.length, cause!.code, cause!.verdict, cause!.subject.name],
    [0, 'ControllerMissing', 'stuck', subject],
  )
  assert.ok(cause!.blocks.some(each => each.uid === uid))
  const removal = cause!.remedies.at(-1)!
  assert.equal([cause!.remedies[0]!.kind, removal.kind], ['repair', 'remove'])
  await carryOut(`${removal.commands[0]} --yes`)
  await api.waitGone(thing)
}

withKubectl('that the catalogue knows: its workload is named, and is missing when none has the name', async () => {
  const place = await namespace()
  const ingress = await stuck(
    {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'Ingress',
      metadata: { name: 'web', namespace: place, finalizers: ['ingress.k8s.aws/resources'] },
      spec: { defaultBackend: { service: { name: 'web', port: { number: 80 } } } },
    },
    `/apis/networking.k8s.io/v1/namespaces/${place}/ingresses`,
    'controller',
  )
  await isMissing(ingress, 'aws-load-balancer-controller')
  const settings = await stuck(
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'settings', namespace: place, finalizers: ['finalizers.gatekeeper.sh/sync'] },
    },
    `/api/v1/namespaces/${place}/configmaps`,
    'gatekeeper',
  )
  await isMissing(settings, 'gatekeeper-controller-manager')
})

test('that the catalogue knows and that wrote a moment ago: it is not missing', async () => {
  const place = await namespace()
  const metadata = { name: 'settings', namespace: place, finalizers: ['finalizers.gatekeeper.sh/sync'] }
  const path = `/api/v1/namespaces/${place}/configmaps?fieldManager=gatekeeper-controller-manager`
  const created = await api.send('POST', path, { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { a: 'b' } })
  await api.delete(created)
  const answer = await explained(['-n', place])
  assert.equal(
    answer.causesOf('ConfigMap', 'settings').map(({ code }) => code),
    ['ControllerUnknown'],
  )
  await isRefused((await api.get(created))!, 'ControllerUnknown', ['configmaps/settings', '-n', place])
})

withKubectl(
  'that nobody knows: a Lease that lapsed proves nothing in a namespace of users, and does where only administrators write',
  async () => {
    const place = await namespace()
    const manager = unique('zwitscher-buoy')
    const workload = await stuck(
      {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'web', namespace: place, finalizers: ['tides.example.com/finalizer'] },
        spec: {
          replicas: 0,
          selector: { matchLabels: { app: 'web' } },
          template: {
            metadata: { labels: { app: 'web' } },
            spec: { containers: [{ name: 'web', image: 'registry.example.com/web:v1' }] },
          },
        },
      },
      `/apis/apps/v1/namespaces/${place}/deployments`,
      manager,
    )
    const before = await explained(['-n', place])
    assert.equal(
      before.causesOf('Deployment', 'web').map(({ code }) => code),
      ['ControllerUnknown'],
    )
    const lapsed = (namespace: string) =>
      api.create({
        apiVersion: 'coordination.k8s.io/v1',
        kind: 'Lease',
        metadata: { name: `${manager}-leader`, namespace },
        spec: {
          holderIdentity: `${manager}-5d8f_1b`,
          leaseDurationSeconds: 15,
          renewTime: new Date(Date.now() - 3_600_000).toISOString().replace('Z', '000Z'),
        },
      })
    await lapsed(place)
    const [hinted] = (await explained(['-n', place])).causesOf('Deployment', 'web')
    assert.is(hinted!.code, 'ControllerUnknown')
    assert.ok(
      hinted!.evidence.some(({ fact }) => fact.includes(`${manager}-leader`)),
      JSON.stringify(hinted),
    )
    await lapsed('kube-system')
    await isMissing(workload, manager)
  },
)

withKubectl('of a CRD under k8s.io: what it leaves is proof there as elsewhere', async () => {
  const place = await namespace()
  const group = 'snapshot.storage.k8s.io'
  const metadata = {
    name: `volumesnapshots.${group}`,
    annotations: { 'api-approved.kubernetes.io': 'unapproved, of a test' },
  }
  const names = {
    plural: 'volumesnapshots',
    singular: 'volumesnapshot',
    kind: 'VolumeSnapshot',
    listKind: 'VolumeSnapshotList',
  }
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } }
  const definition = await api.create({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata,
    spec: { group, scope: 'Namespaced', names, versions: [{ name: 'v1', served: true, storage: true, schema }] },
  })
  await api.waitFor(definition, now =>
    now.status?.conditions?.some(
      (each: { type: string; status: string }) => each.type === 'Established' && each.status === 'True',
    ),
  )
  await leaveAccount({ group, plural: 'volumesnapshots' }, { manager: 'snapshot-controller' })
  const finalizers = ['snapshot.storage.kubernetes.io/volumesnapshot-bound-protection']
  const snapshot = await stuck(
    { apiVersion: `${group}/v1`, kind: 'VolumeSnapshot', metadata: { name: 'nightly', namespace: place, finalizers } },
    `/apis/${group}/v1/namespaces/${place}/volumesnapshots`,
    'snapshot-controller',
  )
  await isMissing(snapshot, metadata.name)
})

test.run()
