import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { granted, type Rule } from '../rbac/granted.ts'
import { api, target } from '../rig/rig.ts'
import { folder, isDone, rescued } from './rescued.ts'
import { custom, storage } from './scenes.ts'

const test = suite('rescue without a right that it needs')

/** What binds claims, and what starts and stops Pods, is a part of kube-controller-manager. */
const onRealServers = target().name === 'control-plane' ? test : test.skip

const READ: Rule = { apiGroups: ['*'], resources: ['*'], verbs: ['get', 'list', 'watch'] }
const right = (group: string, resource: string, verb: string): Rule => ({
  apiGroups: [group],
  resources: [resource],
  verbs: [verb],
})

/** Each of these rights missing, by itself: it is told before anything is touched. With all of them it is done. */
async function eachIsTold(
  words: readonly string[],
  rights: readonly Rule[],
  state: () => Promise<unknown>,
): Promise<void> {
  const before = await state()
  for (const missing of rights) {
    await using somebody = await granted([READ, ...rights.filter(each => each !== missing)])
    const answer = await rescued([...words, ...somebody.as, '--backup-dir', folder()])
    const what = `without ${missing.verbs[0]} ${missing.resources[0]}`
    assert.equal([answer.code, ...new Set(answer.steps.map(({ guard }) => guard))], [3, 'WouldBeRejected'], what)
    assert.match(answer.steps[0]!.message!, `cannot ${missing.verbs[0]} resource "${missing.resources[0]}"`, what)
    assert.equal(await state(), before, what)
  }
  await using somebody = await granted([READ, ...rights])
  isDone(await rescued([...words, ...somebody.as, '--backup-dir', folder()]))
}

onRealServers('of a custom resource with dependents and an operator', async () => {
  const scene = await custom()
  const { type, dependents } = scene.all
  const rights = [
    right('apps', 'deployments', 'patch'),
    right('', 'configmaps', 'patch'),
    right('', 'secrets', 'patch'),
    right(type.group, type.plural, 'patch'),
    right(type.group, type.plural, 'create'),
    right(type.group, `${type.plural}/status`, 'patch'),
  ]
  const replicas = async () => (await api.get(scene.deployment))!.spec.replicas
  const state = async () => [await replicas(), ...(await Promise.all([scene.owner, ...dependents].map(api.get)))]
  await eachIsTold(scene.words, rights, state)
  await scene.isWhole()
  await scene.end()
})

onRealServers('of a volume and its claim', async () => {
  const scene = await storage()
  const rights = ['persistentvolumes', 'persistentvolumeclaims'].flatMap(resource =>
    ['patch', 'create'].map(verb => right('', resource, verb)),
  )
  await eachIsTold(scene.words, rights, () => Promise.all([api.get(scene.volume), api.get(scene.claim)]))
  await scene.isWhole()
  await scene.end()
})

test.run()
