import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../../control-plane/until.ts'
import { ownCluster, ownClusterAvailable } from '../explain/own-cluster.ts'
import type { Api, Thing } from '../rig/api.ts'
import { apiServiceDraft } from '../rig/api-service.ts'
import { setNamespaceFinalizers } from '../rig/namespace.ts'
import { expireLease, ownControlPlane, ownControlPlaneAvailable } from '../rig/own-control-plane.ts'
import { run } from '../rig/rig.ts'
import { ended, ending, essence, isRefused, PATIENT, space, told, toldOfOthers } from './ended.ts'

const all = suite('namespace whose controller is stopped')
const test = ownClusterAvailable() ? all : all.skip
/** A sandbox that is served does not lose its controllers. */
const realTest = ownControlPlaneAvailable() ? all : all.skip

/** Whether a condition of this type has this status. */
const has =
  (type: string, status: string) =>
  (thing: Thing): boolean =>
    (thing.status?.conditions ?? []).some((each: Thing) => each.type === type && each.status === status)

/** An API of a Service that does not exist: discovery is incomplete, and no namespace ends. */
async function deadApi(api: Api): Promise<ReturnType<typeof apiServiceDraft>> {
  const dead = apiServiceDraft('dead.example.com', { namespace: 'default', name: 'nosuch', port: 443 })
  await api.create(dead)
  await api.waitFor(dead, has('Available', 'False'))
  return dead
}

/** Discovery follows an APIService that was deleted a moment later. */
async function isForgotten(api: Api): Promise<true | undefined> {
  const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'
  const { body } = await api.raw('GET', '/apis', undefined, { accept })
  return body.includes('dead.example.com') ? undefined : true
}

test('by a dead API: RepairFirst and IncompleteRead, each both ways; another name in its spec comes off first', async () => {
  await using cluster = await ownCluster()
  const { api, env } = cluster
  const dead = await deadApi(api)
  const kept = { labels: { team: 'a' }, annotations: { note: 'b' } }
  const place = await ending([], { metadata: kept, on: api })
  await setNamespaceFinalizers(api, place, ['kubernetes', 'example.com/late', 'example.com/first'])
  const other = await ending([], { on: api })
  const owned = await ending([], { metadata: { finalizers: ['example.com/own'] }, on: api })
  for (const name of [place, other, owned]) {
    await api.waitFor(space(name), has('NamespaceDeletionDiscoveryFailure', 'True'))
  }

  const refused = await isRefused(place, 'RepairFirst', [], { env }, api)
  assert.match(refused.steps[0]!.message!, 'kubectl delete apiservice v1.dead.example.com')
  assert.match(refused.steps[0]!.message!, '--override RepairFirst,IncompleteRead')
  await isRefused(place, 'RepairFirst', ['--override=IncompleteRead'], { env }, api)
  const unread = await isRefused(place, 'IncompleteRead', ['--override=RepairFirst'], { env }, api)
  assert.match(unread.steps[0]!.message!, 'dead.example.com')

  // Another name in its spec would hold it all the same: that comes off before, and keeps kubernetes.
  const known = '--override=RepairFirst,IncompleteRead'
  const late = await isRefused(place, 'ControllerUnknown', [known], { env }, api)
  assert.match(late.steps[0]!.message!, 'its own finalizer example.com/late would hold it')
  const passed = `${known},ControllerUnknown`
  const before = (await api.get(space(place)))!
  for (const dryRun of ['client', 'server']) {
    const planned = await ended([place, passed, `--dry-run=${dryRun}`], { env })
    const steps = [`RemoveFinalizer ${place} planned`, `RemoveFinalizer ${place} planned`]
    assert.equal([planned.code, ...told(planned)], [0, ...steps])
  }
  assert.equal(essence(await api.get(space(place))), essence(before))
  const first = [
    'remove',
    `ns/${place}`,
    '--finalizer',
    'example.com/first',
    '--override=RepairFirst,ControllerUnknown',
    '--yes',
  ]
  assert.is((await run(first, { env })).code, 0)
  const after = (await api.get(space(place)))!
  assert.equal(after.spec.finalizers, ['kubernetes', 'example.com/late'])
  assert.equal(after.metadata.annotations, kept.annotations)
  assert.equal(after.metadata.labels, before.metadata.labels)
  assert.equal([after.metadata.uid, after.status.phase], [before.metadata.uid, 'Terminating'])
  const answer = await ended([place, passed], { env })
  const both = [`RemoveFinalizer ${place} done`, `FinalizeNamespace ${place} done`]
  assert.equal([answer.code, ...told(answer)], [0, ...both])
  assert.is(await api.get(space(place)), undefined)

  // With a finalizer of its own it would stand all the same: that comes off first, by the guards of `remove`.
  const own = await isRefused(owned, 'ControllerUnknown', [known], { env }, api)
  assert.match(own.steps[0]!.message!, /example\.com\/own would hold it: .*--override ControllerUnknown/)
  const gone = await ended([owned, passed], { env })
  const steps = [`RemoveFinalizer ${owned} done`, `FinalizeNamespace ${owned} done`]
  assert.equal([gone.code, ...told(gone)], [0, ...steps])
  assert.is(await api.get(space(owned)), undefined)

  // What is advised ends the other one.
  await api.delete(dead)
  await until(() => isForgotten(api), { what: 'the dead API to leave discovery', deadlineSeconds: 60 })
  const repaired = await run(['namespace', other, '--yes', PATIENT], { env, timeoutSeconds: 240 })
  // Its controller may be the quicker one.
  const isOver = repaired.stderr.includes('(NotFound)') || repaired.stdout.includes('it was deleted in the meantime')
  assert.ok(isOver || (repaired.code === 0 && repaired.stdout.includes('nothing was forced')), JSON.stringify(repaired))
  await api.waitGone(space(other))
})

all('in the sandbox, by a dead kube-controller-manager: RepairFirst, then NamespaceNotEmpty', async () => {
  const words = ['old-project', '--sandbox=controller-manager-down']
  const guards = async (...more: string[]) => told(await ended([...words, ...more]))
  assert.equal(await guards(), ['FinalizeNamespace old-project refused RepairFirst'])
  assert.equal(await guards('--override=RepairFirst'), ['FinalizeNamespace old-project refused NamespaceNotEmpty'])
  assert.equal(await guards('--override=RepairFirst,NamespaceNotEmpty'), ['FinalizeNamespace old-project done'])
})

realTest('by a dead kube-controller-manager: the same, and its return lets the leftovers be cured', async () => {
  await using plane = await ownControlPlane()
  const { api, kubeconfig } = plane
  const env = { KUBECONFIG: kubeconfig }
  const place = 'shop'
  await api.create(space(place))
  const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'kube-root-ca.crt', namespace: place } }
  await api.waitFor(map, () => true)
  await plane.stopControllerManager()
  await api.delete(space(place))
  await expireLease(api)
  const stale = async () => {
    const answer = await ended([place, '--wait=false', '--dry-run=client'], { env })
    return answer.steps[0]?.guard === 'RepairFirst' ? true : undefined
  }
  await until(stale, { what: 'the Lease to grow stale', deadlineSeconds: 120, everyMilliseconds: 1000 })
  const refused = await isRefused(place, 'RepairFirst', [], { env }, api)
  assert.match(refused.steps[0]!.message!, 'start kube-controller-manager again')
  const kept = await isRefused(place, 'NamespaceNotEmpty', ['--override=RepairFirst'], { env }, api)
  assert.match(kept.steps[0]!.message!, 'configmaps/kube-root-ca.crt')
  const forced = await ended([place, '--override=RepairFirst,NamespaceNotEmpty'], { env })
  assert.equal([forced.code, ...told(forced)], [0, `FinalizeNamespace ${place} done`])
  assert.ok(await api.get(map))

  // Nobody would end it: it is not even created.
  const early = await ended([place], { env })
  assert.equal([early.code, ...told(early)].slice(0, 2), [3, `Create ${place} refused RepairFirst`])
  assert.is(await api.get(space(place)), undefined)

  await plane.startControllerManager()
  const back = async () => {
    const planned = await ended([place, '--dry-run=client'], { env })
    return planned.code === 0 ? true : undefined
  }
  await until(back, { what: 'the Lease to be renewed', deadlineSeconds: 120, everyMilliseconds: 1000 })
  const cured = await ended([place, PATIENT], { env })
  assert.equal([cured.code, ...toldOfOthers(cured)], [0, `Create ${place} done`, `Delete ${place} done`])
  for (const each of [space(place), map]) assert.is(await api.get(each), undefined)
})

all.run()
