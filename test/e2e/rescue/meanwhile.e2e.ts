import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Thing } from '../rig/api.ts'
import { faultyServer, type Seen } from '../rig/faulty-server.ts'
import { api, target } from '../rig/rig.ts'
import { ALLOW, collected, family } from './family.ts'
import { again, deleted, folder, isDone, rescued, told } from './rescued.ts'
import { beside, custom, storage } from './scenes.ts'

const test = suite('rescue, and what others do meanwhile')

/** What starts and stops Pods, collects garbage and binds claims is a part of kube-controller-manager. */
const onRealServers = target().name === 'control-plane' ? test : test.skip

const isRelease = ({ body }: Seen): boolean => body.includes('ownerReferences')
const isLetGo = ({ body }: Seen): boolean => body.includes('/metadata/finalizers')

/** Another Deployment that runs under the account of the operator. */
async function second({ metadata, spec }: Thing, name: string, replicas: number): Promise<Thing> {
  const labels = { app: name }
  const template = { ...spec.template, metadata: { labels } }
  const draft = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name, namespace: metadata.namespace } }
  return api.create({ ...draft, spec: { replicas, selector: { matchLabels: labels }, template } })
}

onRealServers('a controller that is installed meanwhile: it stops before anything is let go', async () => {
  const scene = await custom()
  const { name, uid } = scene.owner.metadata
  const directory = folder()
  let newer: Thing | undefined
  const install = async () => {
    newer = await second(scene.deployment, `${scene.deployment.metadata.name}-v2`, 1)
  }
  const answer = await beside(scene, isRelease, install, directory)
  assert.equal([answer.code, told(answer).at(-1)], [3, `RemoveFinalizer ${name} refused ControllerAlive`])
  assert.match(answer.steps.at(-1)!.message!, `deployment/${newer!.metadata.name}`)
  assert.is((await api.get(scene.owner))!.metadata.uid, uid)
  const { name: operator, namespace } = scene.deployment.metadata
  const back = `kubectl patch deployments.apps ${operator} -n ${namespace} --type merge -p '{"spec":{"replicas":2}}'`
  assert.ok(answer.stderr.includes(back), answer.stderr)
  // It is no part of the plan that was agreed to, and the next run does not take it for one.
  const next = await rescued([...scene.words, '--backup-dir', directory])
  assert.equal([next.code, told(next).at(-1)], [3, `RemoveFinalizer ${name} refused ControllerAlive`])
  await api.delete(newer!)
  await api.waitGone(newer!)
  isDone(await rescued([...scene.words, '--backup-dir', directory]))
  await scene.isWhole()
  await scene.end()
})

onRealServers(
  'another workload of its account that stood still and is started meanwhile: it stops before anything is let go',
  async () => {
    const scene = await custom()
    const standby = await second(scene.deployment, `${scene.deployment.metadata.name}-standby`, 0)
    const { name, uid } = scene.owner.metadata
    const directory = folder()
    const scale = (replicas: number) => api.patch(standby, { spec: { replicas } })
    const answer = await beside(scene, isRelease, () => scale(1), directory)
    assert.equal([answer.code, told(answer).at(-1)], [3, `RemoveFinalizer ${name} refused ControllerAlive`])
    assert.is((await api.get(scene.owner))!.metadata.uid, uid)
    await scale(0)
    isDone(await rescued([...scene.words, '--backup-dir', directory]))
    assert.is((await api.get(standby))!.spec.replicas, 0)
    await scene.isWhole()
    await scene.end()
  },
)

onRealServers(
  'a controller that comes back and lets the object go itself: all is there again, and nothing is promised of its data',
  async () => {
    const scene = await custom()
    const free = () => api.patch(scene.owner, { metadata: { finalizers: null } })
    const answer = await beside(scene, isLetGo, free, folder())
    isDone(answer)
    const step = answer.steps.find(({ action }) => action === 'RemoveFinalizer')!
    assert.is(step.result, 'gone')
    assert.match(step.message!, 'another client removed its finalizers, and may have deleted what that protected')
    await scene.isWhole()
    await scene.end()
  },
)

onRealServers('a controller that is deployed again meanwhile: the new one stays as it is', async () => {
  const scene = await custom()
  const { apiVersion, kind, metadata, spec } = scene.deployment
  const { name, namespace } = metadata
  const deploy = async () => {
    await api.delete(scene.deployment)
    await api.waitGone(scene.deployment)
    await api.create({ apiVersion, kind, metadata: { name, namespace }, spec: { ...spec, replicas: 1 } })
  }
  const isStatus = ({ path }: Seen): boolean => path.endsWith('/status')
  const answer = await beside(scene, isStatus, deploy, folder())
  isDone(answer)
  assert.is(told(answer).at(-1), `ScaleUp ${name} gone`)
  assert.is((await api.get(scene.deployment))!.spec.replicas, 1)
  await scene.end()
})

onRealServers(
  'what has a second owner that goes between release and adoption is not collected, and belongs to the first again',
  async () => {
    const all = await family(1)
    const [shared] = all.dependents as [Thing]
    const held = await api.patch(all.other, { metadata: { finalizers: ['example.com/hold'] } })
    await deleted(held)
    await deleted(all.owner)
    const end = async () => {
      await api.patch(held, { metadata: { finalizers: null } })
      await api.waitGone(held)
      await collected(all)
    }
    const scene = { words: [`${all.type.resource}/${all.owner.metadata.name}`, ALLOW] }
    isDone(await beside(scene, isLetGo, end, folder()))
    const now = await again(all.owner)
    await collected(all)
    const { uid, ownerReferences } = (await api.get(shared))!.metadata
    assert.equal(
      [uid, ownerReferences.map((each: Thing['metadata']) => each.uid)],
      [shared.metadata.uid, [now.metadata.uid]],
    )
  },
)

onRealServers('a claim that is deleted again before the end: its volume keeps the policy Retain', async () => {
  const scene = await storage()
  const directory = folder()
  let isCreated = false
  let isOver = false
  await using server = await faultyServer(seen => {
    isCreated ||= seen.isWrite && seen.method === 'POST' && seen.path.endsWith('/persistentvolumeclaims')
    if (isOver || !isCreated || seen.method !== 'GET' || !seen.path.endsWith(`/${scene.volume.metadata.name}`))
      return undefined
    isOver = true
    return async ({ forward, answer }) => {
      await deleted(scene.claim)
      const { status, headers, body } = await forward()
      answer(status, body, headers as Readonly<Record<string, string>>)
    }
  })
  const { env, onStart } = server
  const answer = await rescued([...scene.words, '--backup-dir', directory], { env, onStart })
  const { name } = scene.volume.metadata
  assert.equal([answer.code, told(answer).at(-1)], [3, `RestorePolicy ${name} changed Changed`])
  assert.match(answer.steps.at(-1)!.message!, 'it keeps Retain')
  assert.is((await api.get(scene.volume))!.spec.persistentVolumeReclaimPolicy, 'Retain')
  // The claim can be saved once more, for its volume is as it was.
  isDone(await rescued([...scene.words, '--backup-dir', directory]))
  assert.is((await again(scene.claim)).status.phase, 'Bound')
  await scene.end()
})

onRealServers('a volume that was Retain before is Retain afterwards', async () => {
  const scene = await storage()
  await api.patch(scene.volume, { spec: { persistentVolumeReclaimPolicy: 'Retain' } })
  isDone(await rescued([...scene.words, '--backup-dir', folder()]))
  assert.is((await api.get(scene.volume))!.spec.persistentVolumeReclaimPolicy, 'Retain')
  await scene.end()
})

test.run()
