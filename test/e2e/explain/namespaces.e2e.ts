import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../../control-plane/until.ts'
import type { Thing } from '../rig/api.ts'
import { createNode, podDraft } from '../rig/node.ts'
import { api, endByForce, namespace, run } from '../rig/rig.ts'
import { explained } from './explained-e2e.ts'

const test = suite('explain a namespace')

const HOLD = 'example.com/hold'

function configMap(name: string, place: string, finalizers: readonly string[] = []) {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: place, finalizers } }
}

function space(name: string) {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name } }
}

/** Asks for the end of a namespace and waits until its controller has come to it. */
async function end(place: string): Promise<void> {
  await api.delete(space(place))
  const finished = ({ status }: Thing) => (status.conditions ?? []).length > 0
  await api.waitFor(space(place), finished)
}

test('with a stuck Pod: the Pod first, and the rest waits for it without being terminating', async () => {
  const [place, healthy] = [await namespace(), await namespace()]
  const spec = { nodeName: 'nowhere', terminationGracePeriodSeconds: 0, containers: [{ name: 'main', image: 'none' }] }
  await api.create({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'db-0', namespace: place, finalizers: [HOLD] },
    spec,
  })
  await api.create(configMap('untouched', place))
  await api.create(configMap('neighbour', healthy))
  await end(place)
  // Servers before 1.33 delete everything at once: nothing is left to wait for the Pod.
  const podsFirst = (await api.get(configMap('untouched', place))) !== undefined
  const answer = await explained(['-n', place])
  const edges = (kind: string, name: string) =>
    answer.object(kind, name).waitingFor.map(({ reason, ref }) => `${reason} ${ref.kind}/${ref.name}`)
  assert.ok(edges('Namespace', place).includes('NamespacePods Pod/db-0'))
  assert.is(answer.object('Namespace', place).verdict, 'waiting')
  assert.not.ok(answer.objects.some(({ ref }) => ref.name === 'neighbour' || ref.name === healthy))
  const [cause] = answer.causesOf('Pod', 'db-0')
  assert.ok(cause!.blocks.some(({ name }) => name === place))
  if (!podsFirst) return
  assert.ok(edges('Namespace', place).includes('NamespaceContent ConfigMap/untouched'))
  assert.is(answer.object('ConfigMap', 'untouched').deletionTimestamp, undefined)
  assert.is(answer.object('ConfigMap', 'untouched').verdict, 'waiting')
  assert.equal(edges('ConfigMap', 'untouched'), ['NamespacePods Pod/db-0'])
  assert.ok(cause!.blocks.some(({ name }) => name === 'untouched'))
})

test('with a Pod of a lost node: what its conditions repeat of the Pod is no second cause, and no guard goes by it', async () => {
  const [place, node] = [await namespace(), await createNode('Unknown')]
  const pod = podDraft('db-0', place, { node, graceSeconds: 1 })
  try {
    await api.create(pod)
    await api.delete(space(place))
    const saysSo = ({ status }: Thing) =>
      JSON.stringify(status.conditions ?? []).includes('unexpected items still remain')
    await api.waitFor(space(place), saysSo)
    await api.waitFor(pod, ({ metadata }) => Date.parse(metadata.deletionTimestamp) < Date.now())
    const answer = await explained(['-n', place])
    assert.equal(answer.codes, [`PodNodeLost ${node.metadata.name}`])
    assert.is(answer.object('Namespace', place).verdict, 'waiting')
    const words = ['namespace', place, '--yes', '--wait=false', '-o', 'json']
    const refused = JSON.parse((await run(words)).stdout)
    assert.is(refused.steps[0].guard, 'NamespaceNotEmpty')
  } finally {
    await api.delete(pod, { gracePeriodSeconds: 0 })
    await api.delete(node)
  }
})

test('with an object held by a finalizer: that one', async () => {
  const place = await namespace()
  await api.create(configMap('held', place, [HOLD]))
  await end(place)
  await api.waitFor(configMap('held', place), now => now.metadata.deletionTimestamp)
  const answer = await until(
    async () => {
      const now = await explained(['-n', place])
      return now.object('Namespace', place).waitingFor.length === 1 ? now : undefined
    },
    { what: 'the rest of the namespace to go', deadlineSeconds: 120 },
  )
  const [edge] = answer.object('Namespace', place).waitingFor
  assert.equal([edge!.reason, edge!.ref.name], ['NamespaceContent', 'held'])
  assert.not.ok(answer.causes.some(({ code }) => code === 'ControllerManagerDown'))
})

test('that was just asked to go and is empty: progressing', async () => {
  // Its controller comes after 5 s, which a busy machine may need for one look: then it is gone, and another is asked to go.
  const young = async () => {
    const place = await namespace()
    await api.delete(space(place))
    const answer = await explained(['-n', place])
    return { place, answer, verdict: answer.object('Namespace', place).verdict }
  }
  const what = 'an empty namespace to be explained before it is gone'
  const { place, answer, verdict } = await until(young, { what, deadlineSeconds: 120 })
  assert.ok(['progressing', 'waiting'].includes(verdict), verdict)
  assert.ok(answer.causes.every(({ code }) => code === 'CleanupInProgress'))
  await api.waitGone(space(place))
})

test('that somebody ended by force: NamespaceMissing for what is left, with the repair that works', async () => {
  const [place, other] = [await namespace(), await namespace()]
  await api.create(configMap('left', place, [HOLD]))
  const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'too', namespace: place, finalizers: [HOLD] } }
  await api.create(secret)
  await api.delete(await api.create(configMap('neighbour', other, [HOLD])))
  await api.delete(space(place))
  for (const each of [configMap('left', place), secret]) await api.waitFor(each, now => now.metadata.deletionTimestamp)
  await endByForce(place)
  const answer = await explained(['-n', place])
  const [cause] = answer.causes.filter(({ code }) => code === 'NamespaceMissing')
  assert.equal(cause!.subject, { kind: 'Namespace', name: place })
  assert.equal(cause!.blocks.map(({ name }) => name).toSorted(), ['left', 'too'])
  assert.is(answer.object('Secret', 'too').verdict, 'stuck')
  assert.ok(cause!.evidence.some(({ source }) => source === 'dry run'))
  assert.equal(cause!.remedies[0]!.commands, [`kubectl finalize namespace ${place}`])
  assert.not.ok((await explained(['-n', other])).codes.some(code => code.startsWith('NamespaceMissing')))

  await api.create(space(place))
  assert.not.ok((await explained(['-n', place])).codes.some(code => code.startsWith('NamespaceMissing')))
  for (const each of [configMap('left', place), secret]) {
    await api.patch(each, { metadata: { finalizers: null } })
    await api.waitGone(each)
  }
})

test.run()
