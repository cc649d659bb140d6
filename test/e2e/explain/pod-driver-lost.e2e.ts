import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../../control-plane/until.ts'
import type { Thing } from '../rig/api.ts'
import { kubectl } from '../rig/kubectl.ts'
import { createNode, podDraft } from '../rig/node.ts'
import { api, namespace, target, unique } from '../rig/rig.ts'
import { explained } from './explained-e2e.ts'

const test = suite('explain of a Pod whose CSI driver is gone from its node')

// The sandbox's kubelets end the Pods of ready nodes; the control plane has none, like one that cannot unmount.
const withoutKubelets = target().name === 'control-plane' ? test : test.skip

function csiNode(node: Thing, drivers: readonly string[]) {
  const { name, uid } = node.metadata
  return {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'CSINode',
    metadata: { name, ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name, uid }] },
    spec: { drivers: drivers.map(each => ({ name: each, nodeID: name })) },
  }
}

/** The node plugin of a driver, which runs on nodes with this label. */
function plugin(place: string, driver: string, label: string) {
  const labels = { app: 'disk-node' }
  const paths = ['/var/lib/kubelet/plugins_registry', `/var/lib/kubelet/plugins/${driver}`]
  const volumes = paths.map((path, index) => ({ name: `v${index}`, hostPath: { path } }))
  const spec = { nodeSelector: { [label]: 'yes' }, containers: [{ name: 'driver', image: 'none' }], volumes }
  return {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name: 'disk-node', namespace: place },
    spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec } },
  }
}

/** A Pod with a claim of the driver's and an inline volume, whose container ran and has ended, past its grace. */
async function overdue(place: string, node: Thing, driver: string): Promise<Thing> {
  const name = unique('vol')
  const size = { accessModes: ['ReadWriteOnce'], storageClassName: '' }
  const claimRef = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', name: 'data', namespace: place }
  const csi = { driver, volumeHandle: name }
  const rest = { csi, claimRef, capacity: { storage: '1Gi' }, persistentVolumeReclaimPolicy: 'Retain' }
  await api.create({ apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name }, spec: { ...size, ...rest } })
  const resources = { requests: { storage: '1Gi' } }
  await api.create({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'data', namespace: place },
    spec: { ...size, resources, volumeName: name },
  })
  const draft = podDraft('web', place, { node, graceSeconds: 1, claims: ['data'] })
  draft.spec.volumes.push({ name: 'inline', csi: { driver } } as never)
  const pod = await api.create(draft)
  const time = new Date().toISOString().replace(/\.\d+Z$/, 'Z')
  const state = { terminated: { exitCode: 0, startedAt: time, finishedAt: time } }
  const container = { name: 'main', image: 'none', imageID: '', ready: false, restartCount: 0, state }
  await api.patch(pod, { status: { containerStatuses: [container] } }, { subresource: '/status' })
  await api.delete(pod)
  return api.waitFor(pod, ({ metadata }) => Date.parse(metadata.deletionTimestamp) < Date.now())
}

withoutKubelets(
  'is stuck by the driver; its DaemonSet is let run there, and then the kubelet ends the Pod',
  async () => {
    const place = await namespace()
    const node = await createNode('True')
    const [driver, label] = [`${unique('disk')}.example.com`, `example.com/${unique('disk')}`]
    try {
      const pod = await overdue(place, node, driver)
      // Without its CSINode, as before a kubelet has registered, nothing is known of its drivers.
      assert.equal((await explained(['-n', place])).codes, ['PodTerminating web'])
      const drivers = await api.create(csiNode(node, ['other.example.com']))
      const missing = await explained(['-n', place])
      assert.equal(missing.codes, [`ControllerMissing ${driver}`])
      assert.is(missing.object('Pod', 'web').verdict, 'stuck')
      await api.create(plugin(place, driver, label))
      const answer = await explained(['-n', place])
      assert.equal(answer.codes, ['ControllerUnhealthy disk-node'])
      const [cause] = answer.causes
      assert.equal([cause!.subject.kind, cause!.verdict], ['DaemonSet', 'stuck'])
      assert.not.match(JSON.stringify(answer.causes), '--force')
      const [command] = cause!.remedies[0]!.commands
      assert.is(command, `kubectl label nodes ${node.metadata.name} ${label}=yes`)
      const labelled = await kubectl(command!.split(' ').slice(1))
      assert.is(labelled.code, 0, labelled.stderr)
      const scheduled = async () => {
        const set = await api.get(plugin(place, driver, label) as unknown as Thing)
        return (set?.status as { desiredNumberScheduled?: number })?.desiredNumberScheduled === 1 ? true : undefined
      }
      await until(scheduled, { what: 'the DaemonSet to want the node', deadlineSeconds: 60 })
      // The driver comes up and is registered: the rest is the kubelet's.
      await api.delete(drivers)
      await api.create(csiNode(node, [driver]))
      await api.delete({ ...plugin(place, driver, label) } as unknown as Thing)
      const registered = async () => {
        const { codes } = await explained(['-n', place])
        return codes.includes('PodTerminating web') ? true : undefined
      }
      await until(registered, { what: 'the driver to be no cause any more', deadlineSeconds: 60 })
      await api.raw('DELETE', `${await api.pathOf(pod)}?gracePeriodSeconds=0`)
      await api.waitGone(pod)
    } finally {
      await api.delete(node)
    }
  },
)

test.run()
