import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Cause } from '../../../src/render/words/explanation.ts'
import { until } from '../../control-plane/until.ts'
import type { Thing } from '../rig/api.ts'
import { api, crd, kubectlAvailable, namespace, run, unique } from '../rig/rig.ts'
import { carryOut } from './carry-out.ts'
import { explained } from './explained-e2e.ts'
import { installOperator } from './operator.ts'

const test = suite('explain of what objects tell of their deletion')
// The printed commands are carried out with the stock kubectl.
const withKubectl = kubectlAvailable() ? test : test.skip

type Type = Awaited<ReturnType<typeof crd>>

/** A type whose operator runs: a Pod that is ready; what it would write, the test writes (fake). */
async function product(kind: string): Promise<Type> {
  const type = await crd({ kind })
  await installOperator({ type, namespace: await namespace(), name: unique('operator'), state: 'running' })
  return type
}

const held = (type: Type, place: string, name: string, rest: object = {}): Promise<Thing> =>
  api.create(type.draft(name, place, { metadata: { finalizers: [`${type.group}/cleanup`] }, ...rest }))

const time = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString().replace(/\.\d+/, '')
const say = (thing: Thing, status: object) => api.patch(thing, { status }, { subresource: '/status' })
const condition = (type: string, status: string | undefined, reason: string, message: string, since = 0) => ({
  conditions: [{ type, ...(status && { status }), reason, message, lastTransitionTime: time(since) }],
})

/** What the operator does once nothing is in its way any more (fake). */
async function finish(thing: Thing): Promise<void> {
  await api.patch(thing, { metadata: { finalizers: null } })
  await api.waitGone(thing)
}

const factsOf = (cause: Cause) => cause.evidence.map(({ fact }) => fact).join('\n')

async function guardOf(type: Type, place: string, name: string): Promise<unknown> {
  const words = ['remove', `${type.resource}/${name}`, '-n', place, '--finalizer', `${type.group}/cleanup`]
  const refused = await run([...words, '--yes', '-o', 'json'])
  assert.is(refused.code, 3)
  return JSON.parse(refused.stdout).steps[0].guard
}

withKubectl(
  'errors of nine dialects are failures in their own words; ControllerAlive refuses, and the removal ends each',
  async () => {
    const place = await namespace()
    const type = await product('Bucket')
    const error = 'BucketNotEmpty: the bucket is not empty'
    const dialects = (): Record<string, object> => ({
      'ack-recoverable': condition('ACK.Recoverable', 'True', '', error),
      'ack-terminal': condition('ACK.Terminal', 'True', '', 'the key is pending deletion for 30 days'),
      'argo-cd': { conditions: [{ type: 'DeletionError', message: error, lastTransitionTime: time(0) }] },
      'not-known': condition('Ready', 'Unknown', 'DeleteFailed', error),
      blocked: condition('DeletionIsBlocked', 'True', 'ObjectHasDependents', 'bucket notifications remain'),
      challenge: { state: 'pending', presented: true, reason: 'Error cleaning up: Found no Zones for domain' },
      snapshot: { readyToUse: true, error: { message: 'the snapshot is in use by volume v-1', time: time(0) } },
      machine: { failureReason: 'DeleteMachineError', failureMessage: 'quota of API calls exceeded' },
      shoot: { lastOperation: { type: 'Delete', state: 'Error', description: 'deleting workers failed' } },
    })
    const things = await Promise.all(Object.keys(dialects()).map(name => held(type, place, name)))
    for (const thing of things) await api.delete(thing)
    for (const thing of things) await say(thing, dialects()[thing.metadata.name]!)
    const answer = await explained(['-n', place])
    for (const thing of things) {
      const { name, uid } = thing.metadata
      const [cause, ...others] = answer.causesOf('Bucket', name)
      assert.equal([cause!.code, others.length, cause!.subject.kind], ['CleanupFailing', 0, 'Bucket'], name)
      assert.ok(cause!.blocks.some(each => each.uid === uid))
      assert.is(answer.object('Bucket', name).verdict, 'stuck', name)
      assert.not.ok(factsOf(cause!).includes('since before the deletion'), name)
    }
    assert.ok(factsOf(answer.causesOf('Bucket', 'challenge')[0]!).includes('Found no Zones'))
    assert.is(await guardOf(type, place, 'argo-cd'), 'ControllerAlive')
    const removal = answer.causesOf('Bucket', 'argo-cd')[0]!.remedies.find(({ kind }) => kind === 'remove')!
    await carryOut(`${removal.commands[0]} --yes`)
    for (const thing of things.filter(({ metadata }) => metadata.name !== 'argo-cd')) {
      if ((await api.get(thing)) !== undefined) await finish(thing)
    }
    for (const thing of things) await api.waitGone(thing)
  },
)

test('credentials that were wrong from the start are told as that, and as lasting once the controller repeats it', async () => {
  const place = await namespace()
  const type = await product('Cluster')
  const cluster = await held(type, place, 'edge')
  const wrong = condition(
    'PrincipalCredentialRetrieved',
    'False',
    'CredentialProviderBuildFailed',
    'no such role',
    -3600,
  )
  await say(cluster, wrong)
  await api.delete(cluster)
  const early = await explained(['-n', place])
  const [cause] = early.causesOf('Cluster', 'edge')
  assert.is(cause!.code, 'CleanupFailing')
  assert.ok(factsOf(cause!).includes('no such role (since before the deletion)'))
  // The controller tries again and writes the same: that the condition is as old as before is then no sign of an old word.
  await until(async () => (Date.now() % 2000 < 200 ? true : undefined), {
    what: 'the next second',
    deadlineSeconds: 10,
  })
  await say(cluster, { ...wrong, observedGeneration: 2 })
  const again = await explained(['-n', place])
  assert.is(again.causesOf('Cluster', 'edge')[0]!.code, 'CleanupFailing')
  assert.is(again.object('Cluster', 'edge').verdict, 'stuck')
  await finish(cluster)
})

test('Degraded because of the deletion is progress, and ends by itself', async () => {
  const place = await namespace()
  const type = await product('Virt')
  const virt = await held(type, place, 'main')
  await api.delete(virt)
  await say(virt, {
    phase: 'Deleting',
    ...condition('Degraded', 'True', 'DeletionInProgress', 'Deletion in progress, waiting for 3 pods', 1),
  })
  const answer = await explained(['-n', place])
  assert.equal(
    answer.causesOf('Virt', 'main').map(({ code, verdict }) => [code, verdict]),
    [['CleanupInProgress', 'progressing']],
  )
  assert.is(await guardOf(type, place, 'main'), 'ControllerAlive')
  await finish(virt)
})

test('what it waits for is quoted beside the signs of work, in either form of conditions of Cluster API', async () => {
  const place = await namespace()
  const type = await product('Machine')
  const machine = await held(type, place, 'worker')
  await api.delete(machine)
  const waits = condition('Deleting', 'True', 'WaitingForVolumeDetach', 'volumes of web/data', 1)
  const former = condition('VolumeDetachSucceeded', 'False', 'WaitingForVolumeDetach', 'Waiting for node volumes', 1)
  await say(machine, { phase: 'Deleting', ...former, v1beta2: waits })
  const answer = await explained(['-n', place])
  const [cause] = answer.causesOf('Machine', 'worker')
  assert.equal([cause!.code, cause!.verdict], ['CleanupInProgress', 'progressing'])
  for (const words of ['status.phase is Deleting', 'volumes of web/data', 'Waiting for node volumes'])
    assert.ok(factsOf(cause!).includes(words), factsOf(cause!))
  await finish(machine)
})

test('what it says that it waits for is quoted, by a condition or by a series of Normal events, and is no progress', async () => {
  const place = await namespace()
  const type = await product('Claim')
  const [drained, disrupted] = [await held(type, place, 'drained'), await held(type, place, 'disrupted')]
  for (const thing of [drained, disrupted]) await api.delete(thing)
  await say(drained, condition('Deleting', 'True', 'DrainingNode', 'Pod web/a: not evicted yet', 1))
  const regarding = {
    apiVersion: type.apiVersion,
    kind: type.kind,
    namespace: place,
    name: 'disrupted',
    uid: disrupted.metadata.uid,
  }
  // As the events API has it: dated by its first occurrence, an hour ago, and seen again just now.
  await api.create({
    apiVersion: 'events.k8s.io/v1',
    kind: 'Event',
    metadata: { name: unique('disrupted'), namespace: place },
    eventTime: new Date(Date.now() - 3_600_000).toISOString().replace('Z', '000Z'),
    series: { count: 29, lastObservedTime: new Date(Date.now() + 1000).toISOString().replace('Z', '000Z') },
    reportingController: `${type.group}/claims`,
    reportingInstance: 'operator-1',
    action: 'Disrupt',
    reason: 'DisruptionBlocked',
    note: 'pdb web/budget prevents pod evictions',
    type: 'Normal',
    regarding,
  })
  const seen = async () => {
    const answer = await explained(['-n', place])
    const [cause] = answer.causesOf('Claim', 'disrupted')
    return cause && factsOf(cause).includes('prevents pod evictions') ? answer : undefined
  }
  const answer = await until(seen, { what: 'the event to be seen', deadlineSeconds: 60 })
  for (const [name, words] of [
    ['drained', 'Pod web/a: not evicted yet'],
    ['disrupted', 'DisruptionBlocked (29 times): pdb web/budget'],
  ] as const) {
    const [cause] = answer.causesOf('Claim', name)
    assert.equal([cause!.code, answer.object('Claim', name).verdict], ['CleanupInProgress', 'unknown'], name)
    assert.ok(factsOf(cause!).includes(words), factsOf(cause!))
    assert.not.ok(cause!.remedies.some(({ kind }) => kind === 'wait'))
  }
  await carryOut(answer.causesOf('Claim', 'drained')[0]!.remedies[0]!.commands[0]!)
  for (const thing of [drained, disrupted]) await finish(thing)
})

withKubectl('what is gone outside already: the removal is of low risk, and ends it', async () => {
  const place = await namespace()
  const type = await product('TargetGroupBinding')
  const binding = await held(type, place, 'web', { spec: { targetGroupARN: 'arn:aws:tg/web' } })
  await api.delete(binding)
  await say(binding, condition('Ready', 'False', 'ReconcileFailed', "TargetGroupNotFound: 'arn:aws:tg/web' not found"))
  const answer = await explained(['-n', place])
  const [cause] = answer.causesOf('TargetGroupBinding', 'web')
  assert.is(cause!.code, 'CleanupFailing')
  const removal = cause!.remedies.find(({ kind }) => kind === 'remove')!
  assert.is(removal.risk, 'low')
  await carryOut(`${removal.commands[0]} --yes`)
  await api.waitGone(binding)
})

withKubectl('a Secret that only status.reason says is missing is the subject; with it the wait ends', async () => {
  const place = await namespace()
  const type = await product('Challenge')
  const challenge = await held(type, place, 'one', { spec: { solver: { tokenSecretRef: { name: 'dns' } } } })
  await api.delete(challenge)
  await say(challenge, { state: 'pending', reason: 'error getting dns token: secrets "dns" not found' })
  const answer = await explained(['-n', place])
  const [cause] = answer.causesOf('Challenge', 'one')
  assert.equal([cause!.code, cause!.subject.kind, cause!.subject.name], ['ReferenceMissing', 'Secret', 'dns'])
  assert.is(answer.object('Challenge', 'one').verdict, 'stuck')
  assert.is(await guardOf(type, place, 'one'), 'RepairFirst')
  await carryOut(`kubectl create secret generic dns -n ${place}`)
  assert.not.ok((await explained(['-n', place])).causes.some(({ code }) => code === 'ReferenceMissing'))
  await finish(challenge)
})

test.run()
