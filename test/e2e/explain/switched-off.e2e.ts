import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../../control-plane/until.ts'
import type { Draft, Thing } from '../rig/api.ts'
import { ownControlPlane, ownControlPlaneAvailable } from '../rig/own-control-plane.ts'
import { kubectlAvailable } from '../rig/rig.ts'
import { target } from '../rig/target.ts'
import { carryOut } from './carry-out.ts'
import { explained } from './explained-e2e.ts'

const test = suite('explain with controllers switched off')
// The controllers of the sandbox cannot be switched off.
const realTest = ownControlPlaneAvailable() && kubectlAvailable() ? test : test.skip

const OFF = [
  'garbage-collector-controller',
  'namespace-controller',
  'persistentvolumeclaim-protection-controller',
  'persistentvolume-protection-controller',
  'volumeattributesclass-protection-controller',
  'service-cidr-controller',
  'resourceclaim-controller',
  'job-controller',
]

const configMap = (name: string, finalizers: string[] = []): Draft => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'default', finalizers },
})

/** One object of each kind of work, with nothing else in its way. */
const drafts: readonly Draft[] = [
  { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'empty' } },
  {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'unused', namespace: 'default', finalizers: ['kubernetes.io/pvc-protection'] },
    spec: { accessModes: ['ReadWriteOnce'], storageClassName: 'none', resources: { requests: { storage: '1Gi' } } },
  },
  {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: 'unbound', finalizers: ['kubernetes.io/pv-protection'] },
    spec: { accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' }, hostPath: { path: '/tmp/nowhere' } },
  },
  {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'uncounted', namespace: 'default', finalizers: ['batch.kubernetes.io/job-tracking'] },
    spec: { containers: [{ name: 'main', image: 'busybox' }] },
  },
  {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'VolumeAttributesClass',
    metadata: { name: 'idle', finalizers: ['kubernetes.io/vac-protection'] },
    driverName: 'disk.csi.example.com',
    parameters: { tier: 'fast' },
  },
  {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'ServiceCIDR',
    metadata: { name: 'spare', finalizers: ['networking.k8s.io/service-cidr-finalizer'] },
    spec: { cidrs: ['198.18.7.0/24'] },
  },
  {
    apiVersion: 'resource.k8s.io/v1',
    kind: 'ResourceClaim',
    metadata: { name: 'idle', namespace: 'default', finalizers: ['resource.kubernetes.io/delete-protection'] },
    spec: { devices: { requests: [{ name: 'gpu', exactly: { deviceClassName: 'gpu.example.com' } }] } },
  },
  configMap('orphaning', ['orphan']),
]

/** Which controllers the release has: it refuses to switch off any other. */
async function isKnownController(): Promise<(name: string) => boolean> {
  const { stdout } = await promisify(execFile)(join(target().programs!, 'kube-controller-manager'), ['--help'])
  return name => stdout.includes(name)
}

realTest('ControllerManagerDown with a fresh Lease, for each work that stands still; owners are let go', async () => {
  const off = OFF.filter(await isKnownController())
  await using plane = await ownControlPlane({
    controllerManager: [`--controllers=*,${off.map(name => `-${name}`).join(',')}`],
  })
  const { api, kubeconfig } = plane
  const env = { KUBECONFIG: kubeconfig }
  const made: Thing[] = []
  for (const draft of drafts) {
    // 1.30 does not serve all of them.
    if (await api.serves(draft.apiVersion, draft.kind)) made.push(await api.create(draft))
  }
  // What comes with a namespace comes a moment later, and to none that terminates.
  await api.waitFor(
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'kube-root-ca.crt', namespace: 'empty' } },
    () => true,
  )
  for (const each of made) await api.delete(each)
  const owner = await api.create(configMap('owner'))
  await api.delete(owner, { propagationPolicy: 'Foreground' })
  const expected = [...made, owner].map(({ kind, metadata }) => `${kind}/${metadata.name}`).toSorted()

  // At first a controller is only late.
  const look = async () => {
    const answer = await explained([], { env })
    const down = answer.causes.filter(({ code }) => code === 'ControllerManagerDown')
    const blocked = new Set(down.flatMap(({ blocks }) => blocks.map(({ kind, name }) => `${kind}/${name}`)))
    return expected.every(each => blocked.has(each)) ? { answer, down } : undefined
  }
  const { answer, down } = await until(look, {
    what: `${expected} to be called left undone`,
    deadlineSeconds: 150,
    everyMilliseconds: 2000,
  })
  assert.equal(
    answer.causes.map(({ code, subject, verdict }) => [code, subject.name, verdict]),
    [['ControllerManagerDown', 'kube-controller-manager', 'unknown']],
  )
  assert.is(answer.object('ConfigMap', 'kube-root-ca.crt').verdict, 'unknown')
  const release = down[0]!.remedies.find(({ kind }) => kind === 'repair')!
  assert.equal(release.commands, ['kubectl delete configmaps owner -n default --cascade=background --wait=false'])
  await carryOut(release.commands[0]!, env)
  await api.waitGone(owner)
})

test.run()
