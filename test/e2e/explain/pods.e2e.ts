import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../../control-plane/until.ts'
import type { Draft, Thing } from '../rig/api.ts'
import { createNode, podDraft } from '../rig/node.ts'
import { api, namespace, target, unique } from '../rig/rig.ts'
import { type Explained, explained } from './explained-e2e.ts'

const test = suite('explain of a terminating Pod')

/** Creates a Pod, deletes it, and waits until its grace is over; nobody is there to end it. */
async function overdue(draft: Draft): Promise<Thing> {
  const pod = await api.create(draft)
  await api.delete(pod)
  const isOver = ({ metadata }: Thing) => Date.parse(metadata.deletionTimestamp) < Date.now()
  return api.waitFor(pod, isOver)
}

const codesOf = (answer: Explained, name: string): string[] => answer.causesOf('Pod', name).map(({ code }) => code)

test('within its grace: PodTerminating, progressing, to wait for; a running Pod is not explained', async () => {
  const place = await namespace()
  const node = await createNode('True')
  try {
    const pod = await api.create(podDraft('db-0', place, { node }))
    await api.create(podDraft('running', place, { node }))
    await api.delete(pod)
    const { metadata } = (await api.get(pod))!
    const answer = await explained(['-n', place])
    assert.equal(answer.codes, ['PodTerminating db-0'])
    assert.is(answer.object('Pod', 'db-0').verdict, 'progressing')
    assert.is(answer.objects.length, 1)
    const [cause] = answer.causes
    assert.equal(
      cause!.blocks.map(({ uid }) => uid),
      [pod.metadata.uid],
    )
    assert.is(cause!.remedies[0]!.kind, 'wait')
    assert.match(cause!.remedies[0]!.summary, metadata.deletionTimestamp)
  } finally {
    await api.delete(node)
  }
})

test('past its grace on a node that is not ready: PodNodeLost, one for its Pods, a Pod on a good node apart', async () => {
  const place = await namespace()
  const [lost, good] = [await createNode('Unknown'), await createNode('True')]
  try {
    const finalizers = ['batch.kubernetes.io/job-tracking']
    await overdue(podDraft('db-0', place, { node: lost, graceSeconds: 1 }))
    await overdue(podDraft('db-1', place, { node: lost, graceSeconds: 1, metadata: { finalizers } }))
    const young = await api.create(podDraft('young', place, { node: good }))
    await api.delete(young)
    await api.create(podDraft('running', place, { node: lost }))
    const answer = await explained(['-n', place])
    const cause = answer.causes.find(({ code }) => code === 'PodNodeLost')!
    assert.equal([cause.subject.kind, cause.subject.name], ['Node', lost.metadata.name])
    assert.equal(cause.blocks.map(({ name }) => name).toSorted(), ['db-0', 'db-1'])
    assert.is(answer.object('Pod', 'db-0').verdict, 'stuck')
    assert.equal(codesOf(answer, 'young'), ['PodTerminating'])
    assert.is(answer.object('Pod', 'young').verdict, 'progressing')
    assert.ok(cause.remedies.some(({ commands }) => commands.includes(`kubectl delete node ${lost.metadata.name}`)))
  } finally {
    await api.delete(lost)
    await api.delete(good)
  }
})

test('whose Node object was deleted: progressing, until PodGC ends it; PodNodeLost where PodGC is refused', async () => {
  const [open, closed] = [await namespace(), await namespace()]
  const node = await createNode('Unknown')
  const ended = await overdue(podDraft('db-0', open, { node, graceSeconds: 1 }))
  const refused = await overdue(podDraft('db-1', closed, { node, graceSeconds: 1 }))
  const allowPodDeletes = await denyPodDeletes(refused)
  try {
    await api.delete(node)
    const young = await explained(['-n', open])
    assert.equal(young.codes, ['PodTerminating db-0'])
    assert.is(young.object('Pod', 'db-0').verdict, 'progressing')
    assert.match(young.causes[0]!.summary, 'garbage collector')
    // What PodGC is about to ask for is known to be denied.
    assert.equal(codesOf(await explained(['-n', closed]), 'db-1'), ['RequestDenied'])
    await api.waitGone(ended, 150)
    const stuck = async () => {
      const answer = await explained(['-n', closed])
      return answer.codes.some(code => code.startsWith('PodNodeLost')) ? answer : undefined
    }
    const answer = await until(stuck, { what: 'PodGC to have failed', deadlineSeconds: 120, everyMilliseconds: 2000 })
    assert.is(answer.object('Pod', 'db-1').verdict, 'stuck')
    assert.equal(codesOf(answer, 'db-1'), ['RequestDenied', 'PodNodeLost'])
    const [, cause] = answer.causesOf('Pod', 'db-1')
    assert.equal([cause!.code, cause!.subject.kind, cause!.subject.name], ['PodNodeLost', 'Pod', 'db-1'])
    assert.equal(
      cause!.blocks.map(({ uid }) => uid),
      [refused.metadata.uid],
    )
  } finally {
    await allowPodDeletes()
  }
})

// The sandbox's kubelets end the Pods of ready nodes; the control plane has none, like a node whose kubelet hangs.
const withoutKubelets = target().name === 'control-plane' ? test : test.skip

withoutKubelets('past its grace on a ready node: unknown, its kubelet has not confirmed', async () => {
  const place = await namespace()
  const node = await createNode('True')
  try {
    await overdue(podDraft('db-0', place, { node, graceSeconds: 1 }))
    const answer = await explained(['-n', place])
    assert.equal(answer.codes, ['PodTerminating db-0'])
    assert.is(answer.object('Pod', 'db-0').verdict, 'unknown')
    assert.match(answer.causes[0]!.summary, `kubelet of node ${node.metadata.name} has not confirmed`)
  } finally {
    await api.delete(node)
  }
})

/** Lets nobody delete Pods in the namespace of this one, which the server has learnt then; the answer takes it back. */
async function denyPodDeletes(pod: Thing): Promise<() => Promise<void>> {
  const place = pod.metadata.namespace
  const name = unique('no-pod-deletes')
  const group = 'admissionregistration.k8s.io/v1'
  const rule = { apiGroups: [''], apiVersions: ['v1'], resources: ['pods'], operations: ['DELETE'] }
  const policy = await api.create({
    apiVersion: group,
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name },
    spec: {
      matchConstraints: {
        resourceRules: [rule],
        namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': place } },
      },
      validations: [{ expression: 'false', message: 'Pods stay' }],
    },
  })
  const binding = await api.create({
    apiVersion: group,
    kind: 'ValidatingAdmissionPolicyBinding',
    metadata: { name },
    spec: { policyName: name, validationActions: ['Deny'] },
  })
  // As PodGC asks: within its grace a Pod that is asked to go again gets no further than to the answer that it goes.
  const path = `${await api.pathOf(pod)}?dryRun=All&gracePeriodSeconds=0`
  const denied = async () => ((await api.raw('DELETE', path)).body.includes('Pods stay') ? true : undefined)
  await until(denied, { what: 'the deletion of Pods to be denied', deadlineSeconds: 60 })
  return async () => {
    await api.delete(binding)
    await api.delete(policy)
  }
}

test.run()
