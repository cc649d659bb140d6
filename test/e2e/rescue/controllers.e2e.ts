import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { installOperator, ownManager } from '../explain/operator.ts'
import type { Thing } from '../rig/api.ts'
import { createNode } from '../rig/node.ts'
import { api, crd, target, unique } from '../rig/rig.ts'
import { type Family, family, isWhole, operator } from './family.ts'
import { deleted, folder, isDone, type Rescued, rescued, told } from './rescued.ts'

const test = suite('rescue while a controller runs that cannot be scaled to zero')

/** What places the Pods of a DaemonSet is a part of kube-controller-manager. */
const onRealServers = target().name === 'control-plane' ? test : test.skip

/** It is refused, and nothing of it was changed. Gives what is to be done by hand. */
async function refusal(all: Family): Promise<string> {
  const { type, owner, dependents } = all
  await deleted(owner)
  const before = await Promise.all([owner, ...dependents].map(each => api.get(each)))
  const answer: Rescued = await rescued([`${type.resource}/${owner.metadata.name}`, '--backup-dir', folder()])
  assert.equal([answer.code, ...told(answer)], [3, `Create ${owner.metadata.name} refused ControllerAlive`])
  assert.equal(await Promise.all([owner, ...dependents].map(each => api.get(each))), before)
  return answer.steps[0]!.message!
}

test('a Pod that nothing keeps', async () => {
  const all = await family(1)
  const name = ownManager(all.type)
  await installOperator({ type: all.type, namespace: all.place, name, state: 'running' })
  assert.match(await refusal(all), `kubectl delete pod ${name} -n ${all.place}`)
})

test('a Deployment of OLM, which scales it up again', async () => {
  const all = await family(1)
  const { group, ...csv } = await crd({ kind: 'ClusterServiceVersion' })
  const version = await api.create(csv.draft(unique('acme'), all.place))
  const { apiVersion, kind, metadata } = version
  const ownerReferences = [{ apiVersion, kind, name: metadata.name, uid: metadata.uid }]
  const name = ownManager(all.type)
  const deployment = await operator(all.type, all.place, name, 1, { ownerReferences })
  const byHand = await refusal(all)
  assert.match(byHand, `kubectl edit csv ${metadata.name} -n ${all.place}`)
  // Done by hand, and run again: what does not run hinders nothing.
  await api.patch(deployment, { spec: { replicas: 0 }, metadata: { ownerReferences: null } })
  await api.waitFor(deployment, (now: Thing) => (now.status?.replicas ?? 0) === 0)
  isDone(await rescued([`${all.type.resource}/${all.owner.metadata.name}`, '--backup-dir', folder()]))
  await isWhole(all)
})

onRealServers('a DaemonSet', async () => {
  const node = await createNode('True')
  try {
    const all = await family(1)
    const name = ownManager(all.type)
    const set = await operator(all.type, all.place, name, 1, { kind: 'DaemonSet' })
    await api.waitFor(set, ({ status }) => status.desiredNumberScheduled > 0)
    const byHand = await refusal(all)
    assert.match(byHand, `kubectl patch daemonset ${name} -n ${all.place} --type merge -p`)
    assert.match(byHand, 'nodeSelector')
  } finally {
    await api.delete(node)
  }
})

test.run()
