import { readdirSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { reached, space } from '../namespace/ended.ts'
import type { Thing } from '../rig/api.ts'
import { api, namespace, target } from '../rig/rig.ts'
import { core, ownedBy } from './family.ts'
import { folder, isDone, rescued, told } from './rescued.ts'
import { bound } from './storage.ts'

const test = suite('rescue of namespaces')

/** What binds a claim to a volume is a part of kube-controller-manager. */
const onRealServers = target().name === 'control-plane' ? test : test.skip

const HOLD = ['example.com/hold']

onRealServers(
  'what is left of one that was deleted is kept, and comes back in the right order with its volume',
  async () => {
    const place = await namespace()
    await api.patch(space(place), { metadata: { labels: { team: 'shop' } } })
    const storage = await bound(place, 'data', HOLD)
    const kept = core('ConfigMap', 'kept', place, { data: { a: 'b' } })
    const owner = await api.create({ ...kept, metadata: { ...kept.metadata, finalizers: HOLD } })
    const child = core('Secret', 'child', place, { stringData: { password: 'x' } })
    const metadata = { ...child.metadata, finalizers: HOLD, ownerReferences: [ownedBy(owner)] }
    const secret = await api.create({ ...child, metadata })
    const gone = await api.create(core('ConfigMap', 'gone', place))
    const role = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'Role', metadata: { name: 'r', namespace: place } }
    await api.create({ ...role, metadata: { ...role.metadata, finalizers: HOLD }, rules: [] })
    await api.delete(space(place))
    await reached(place)
    await api.waitGone(gone)

    const directory = folder()
    for (const mode of ['client', 'server']) {
      const planned = await rescued([`namespace/${place}`, `--dry-run=${mode}`, '--backup-dir', directory])
      assert.equal([planned.code, [...new Set(planned.steps.map(({ result }) => result))]], [0, ['planned']])
      assert.equal(readdirSync(directory), [])
    }
    const answer = await rescued([`namespace/${place}`, '--backup-dir', directory])
    isDone(answer)
    const volume = storage.volume.metadata.name
    for (const name of [place, 'kept', 'child', 'r', 'data', volume])
      assert.ok(told(answer).includes(`Keep ${name} done`), `${name}: ${told(answer)}`)
    assert.ok(told(answer).includes(`Retain ${volume} done`))
    assert.is((await api.get(storage.volume))!.spec.persistentVolumeReclaimPolicy, 'Retain')
    // Once more, as after an interrupt: what the volume was before is not forgotten.
    isDone(await rescued([`namespace/${place}`, '--backup-dir', directory]))
    const [from] = readdirSync(directory).filter(name => name.startsWith(`namespace_${place}_`))
    const words = [`namespace/${place}`, '--from-backup', `${directory}/${from}`, '--backup-dir', folder()]
    const early = await rescued(words)
    assert.equal([early.code, ...told(early)], [3, `Create ${place} refused`])

    const old = (await api.get(space(place)))!
    for (const thing of [owner, secret, storage.claim, role as Thing])
      await api.patch(thing, { metadata: { finalizers: null } }).catch(() => undefined)
    await api.waitGone(old)
    for (const mode of ['client', 'server']) {
      const planned = await rescued([...words, `--dry-run=${mode}`])
      assert.equal([planned.code, [...new Set(planned.steps.map(({ result }) => result))]], [0, ['planned']])
      assert.is(await api.get(space(place)), undefined)
    }
    isDone(await rescued(words))
    assert.is((await api.get(space(place)))!.metadata.labels.team, 'shop')
    const again = (await api.get(owner))!
    assert.equal([again.data, again.metadata.finalizers], [owner.data, HOLD])
    const childNow = (await api.get(secret))!
    assert.is(childNow.metadata.ownerReferences[0].uid, again.metadata.uid)
    assert.equal(childNow.data, secret.data)
    const claim = (await api.get(storage.claim))!
    const now = (await api.get(storage.volume))!
    assert.equal([claim.status.phase, claim.spec.volumeName], ['Bound', volume])
    assert.equal([now.spec.claimRef.uid, now.spec.persistentVolumeReclaimPolicy], [claim.metadata.uid, 'Delete'])
    assert.is(await api.get(gone), undefined)
    // Once more: everything is there, and nothing is doubled.
    isDone(await rescued(words))
    assert.is((await api.get(owner))!.metadata.uid, again.metadata.uid)
  },
)

test('what went before is told, as far as something that is left names it', async () => {
  const place = await namespace()
  const owner = await api.create(core('ConfigMap', 'owner', place))
  const child = core('ConfigMap', 'child', place)
  const metadata = { ...child.metadata, finalizers: HOLD, ownerReferences: [ownedBy(owner)] }
  const held = await api.create({ ...child, metadata })
  await api.delete(space(place))
  await reached(place)
  await api.waitGone(owner)
  const answer = await rescued([`namespace/${place}`, '--backup-dir', folder()])
  assert.equal([answer.code, answer.complete], [0, false])
  assert.match(answer.stderr, /writes +configmap\/child to a file, to be created again/)
  assert.match(answer.stderr, /lost +configmap\/owner/)
  assert.match(answer.stderr, /gone +configmap\/owner, which owned configmap\/child/)
  await api.patch(held, { metadata: { finalizers: null } })
})

test('one that nobody deleted is refused', async () => {
  const place = await namespace()
  const answer = await rescued([`ns/${place}`, '--backup-dir', folder()])
  assert.equal([answer.code, ...told(answer)], [3, `Keep ${place} refused NotTerminating`])
})

test.run()
