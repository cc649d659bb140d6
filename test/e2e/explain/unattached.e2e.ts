import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Thing } from '../rig/api.ts'
import { begunTogether } from '../rig/begun-together.ts'
import { api, kubectlAvailable, run, unique } from '../rig/rig.ts'
import { carryOut } from './carry-out.ts'
import { explained } from './explained-e2e.ts'

const test = suite('explain of volumes that nothing attaches any more')
// The printed commands are carried out with the stock kubectl.
const withKubectl = kubectlAvailable() ? test : test.skip

/** A volume of a driver (fake) that was deleted a while ago, with its attacher's finalizer, and no attachment. */
async function unattached(driver: string): Promise<Thing> {
  const name = unique('volume')
  const volume = await api.create({
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name, finalizers: [`external-attacher/${driver.replaceAll('.', '-')}`] },
    spec: {
      accessModes: ['ReadWriteOnce'],
      capacity: { storage: '1Gi' },
      storageClassName: `of-${name}`,
      csi: { driver, volumeHandle: `vol-of-${name}` },
      persistentVolumeReclaimPolicy: 'Retain',
    },
  })
  await api.delete(volume)
  const isLate = ({ metadata }: Thing) =>
    metadata.finalizers.length === 1 && Date.parse(metadata.deletionTimestamp) < Date.now() - 32_000
  return api.waitFor(volume, isLate)
}

/** What a driver leaves on each node that it runs on. */
async function registered(driver: string): Promise<AsyncDisposable> {
  const node = await api.create({
    apiVersion: 'storage.k8s.io/v1',
    kind: 'CSINode',
    metadata: { name: unique('node') },
    spec: { drivers: [{ name: driver, nodeID: 'i-1', topologyKeys: [] }] },
  })
  const remove = async () => {
    await api.delete(node)
  }
  return { [Symbol.asyncDispose]: remove }
}

/** Of a driver that is there, and of one that is not. */
const volumes = begunTogether([true, false], async isThere => {
  const driver = `${unique('disk')}.csi.example.com`
  const node = await registered(isThere ? driver : 'other.csi.example.com')
  return { volume: await unattached(driver), node }
})

for (const [what, isThere, code] of [
  ['whose driver is not installed any more: ControllerMissing', false, 'ControllerMissing'],
  ['whose driver is there: nothing shows its attacher', true, 'ControllerUnknown'],
] as const) {
  withKubectl(`a volume without attachments, ${what}, and the removal, which loses nothing, ends it`, async () => {
    const { volume, node } = await volumes(isThere)
    await using _node = node
    const { name } = volume.metadata
    const [cause, ...others] = (await explained([`persistentvolumes/${name}`])).causesOf('PersistentVolume', name)
    assert.equal([cause!.code, others.length], [code, 0])
    assert.ok(cause!.evidence.some(({ fact }) => fact === `no VolumeAttachment names PersistentVolume ${name}`))
    const removal = cause!.remedies.at(-1)!
    assert.equal([removal.kind, removal.risk], ['remove', 'low'])
    const bare = removal.commands[0]!.split(' --override')[0]!.split(' ').slice(2)
    assert.is((await run([...bare, '--dry-run=client'])).code, isThere ? 3 : 0)
    await carryOut(`${removal.commands[0]} --yes`)
    await api.waitGone(volume)
  })
}

test.run()
