import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { operator } from '../../src/sandbox/incidents/parts/operator.ts'
import { pod } from '../../src/sandbox/incidents/parts/pod.ts'
import type { Sandbox } from '../../src/sandbox/sandbox.ts'
import { codesOf, preflown } from './preflown.ts'
import { storageDriver } from './storage-driver.ts'
import { clusterOfThings } from './things.ts'

const test = suite('what a deletion would do to volumes, and who deletes them')

const DRIVER = 'disk.csi.example.com'
const HOME = 'storage'

/** A claim, its volume of reclaim policy Delete, and a Deployment whose Pod uses it, all made by the driver of `HOME`. */
function usedClaim(sandbox: Sandbox, place: string): void {
  const spec = { volumeName: 'pv-1', accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } }
  const claim = sandbox.put({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'data', namespace: place, finalizers: ['kubernetes.io/pvc-protection'] },
    spec,
    status: { phase: 'Bound' },
  })
  const finalizers = ['kubernetes.io/pv-protection', 'external-provisioner.volume.kubernetes.io/finalizer']
  sandbox.put(
    {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: 'pv-1', finalizers, annotations: { 'pv.kubernetes.io/provisioned-by': DRIVER } },
      spec: {
        persistentVolumeReclaimPolicy: 'Delete',
        claimRef: { namespace: place, name: 'data', uid: claim.metadata.uid },
        csi: { driver: DRIVER, volumeHandle: 'v' },
      },
      status: { phase: 'Bound' },
    },
    { manager: 'csi-provisioner' },
  )
  const owner = { apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'database', controller: true }
  const metadata = { name: 'database', namespace: place }
  const { uid } = sandbox.put({ apiVersion: 'apps/v1', kind: 'StatefulSet', metadata, spec: { replicas: 1 } }).metadata
  pod(sandbox, place, 'database-0', { claim: 'data', owner: { ...owner, uid } })
}

function clusterWithDriver(): Sandbox {
  const sandbox = clusterOfThings()
  namespace(sandbox, HOME)
  storageDriver(sandbox, 'disk', { args: [`--drivername=${DRIVER}`], namespace: HOME })
  return sandbox
}

test('a volume goes after its claim where its provisioner stays', async () => {
  const sandbox = clusterWithDriver()
  usedClaim(sandbox, 'customers')
  const answer = await preflown(sandbox, ['ns/customers'])
  assert.is(answer.verdict, 'clean', JSON.stringify(answer.causes))
})

test('a volume whose provisioner goes with its claim is held, and the claim comes before that, after the Pods that use it', async () => {
  const sandbox = clusterWithDriver()
  usedClaim(sandbox, HOME)
  const answer = await preflown(sandbox, [`ns/${HOME}`])
  assert.is(answer.verdict, 'stuck')
  assert.equal(
    codesOf(answer).filter(code => code.endsWith('stuck')),
    ['ControllerMissing disk stuck'],
  )
  assert.equal(
    answer.order.map(({ reason, refs, awaited = [] }) => `${reason} ${[...refs, ...awaited].map(({ name }) => name)}`),
    ['UsesClaim database', 'NeedsController data,pv-1', 'Namespaces storage'],
  )
})

test('a claim that waits for another controller too is deleted in one wave, with its volume', async () => {
  const sandbox = clusterWithDriver()
  usedClaim(sandbox, HOME)
  operator(sandbox, { name: 'keeper', group: '', plural: 'persistentvolumeclaims' })
  const claim = sandbox.get('v1', 'PersistentVolumeClaim', 'data', HOME)!
  const finalizers = [...claim.metadata.finalizers!, 'keeper.example.com/hold']
  sandbox.put({ ...claim, metadata: { ...claim.metadata, finalizers } }, { manager: 'keeper' })
  const { order } = await preflown(sandbox, [`ns/${HOME}`, 'ns/keeper-system'])
  const names = order.flatMap(({ refs }) => refs.map(({ resource, name }) => `${resource}/${name}`))
  assert.equal(names.toSorted(), [...new Set(names)].toSorted())
  assert.equal(
    order
      .filter(({ refs }) => refs.some(({ name }) => name === 'data'))
      .map(({ awaited }) => awaited?.map(each => each.name)),
    [['pv-1']],
  )
})

test.run()
