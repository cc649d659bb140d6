import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../../control-plane/until.ts'
import { ownRemedies } from '../../diagnosis/own-remedies.ts'
import type { Thing } from '../rig/api.ts'
import { api, crd, kubectlAvailable, namespace, run, unique } from '../rig/rig.ts'
import { carryOut } from './carry-out.ts'
import { explained } from './explained-e2e.ts'
import { installOperator } from './operator.ts'

const test = suite('explain of what an object names')
// The printed commands are carried out with the stock kubectl.
const withKubectl = kubectlAvailable() ? test : test.skip

type Type = Awaited<ReturnType<typeof crd>>

/** A type whose operator runs: a Pod that is ready and does nothing, as one does that cannot go on (fake). */
async function product(): Promise<Type> {
  const type = await crd({ kind: 'Bucket' })
  await installOperator({ type, namespace: await namespace(), name: unique('bucket-operator'), state: 'running' })
  return type
}

async function bucket(type: Type, place: string, name: string, spec: object): Promise<Thing> {
  const metadata = { finalizers: [`${type.group}/cleanup`] }
  return api.create(type.draft(name, place, { metadata, spec }))
}

const failing = (thing: Thing, message: string) => {
  const lastTransitionTime = new Date().toISOString().replace(/\.\d+/, '')
  const conditions = [{ type: 'Ready', status: 'False', reason: 'ReconcileError', message, lastTransitionTime }]
  return api.patch(thing, { status: { conditions } }, { subresource: '/status' })
}

/** What the operator does as soon as it can (fake). */
const finish = (thing: Thing) => api.patch(thing, { metadata: { finalizers: null } })

withKubectl(
  'a ServiceAccount that is gone: it is named, RepairFirst refuses, and creating it ends the wait',
  async () => {
    const place = await namespace()
    const type = await product()
    const one = await bucket(type, place, 'one', { serviceAccountName: 'deployer' })
    const two = await bucket(type, place, 'two', { serviceAccountName: 'deployer' })
    await api.create({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'there', namespace: place } })
    const innocent = await bucket(type, place, 'innocent', { serviceAccountName: 'there' })
    for (const thing of [one, two, innocent]) await api.delete(thing)
    const answer = await explained(['-n', place])
    const [cause] = answer.causesOf('Bucket', 'one')
    assert.equal(
      [cause!.code, cause!.subject.kind, cause!.subject.namespace, cause!.subject.name],
      ['ReferenceMissing', 'ServiceAccount', place, 'deployer'],
    )
    assert.equal(
      cause!.blocks.map(({ uid }) => uid).toSorted(),
      [one, two].map(({ metadata }) => metadata.uid).toSorted(),
    )
    assert.not.ok(answer.causesOf('Bucket', 'innocent').some(({ code }) => code === 'ReferenceMissing'))
    const refused = await run([
      'remove',
      `${type.resource}/one`,
      '-n',
      place,
      '--finalizer',
      `${type.group}/cleanup`,
      '--yes',
      '-o',
      'json',
    ])
    assert.is(refused.code, 3)
    assert.is(JSON.parse(refused.stdout).steps[0].guard, 'RepairFirst')
    await carryOut(cause!.remedies[0]!.commands[0]!)
    assert.not.ok((await explained(['-n', place])).causes.some(({ code }) => code === 'ReferenceMissing'))
    for (const thing of [one, two]) {
      await finish(thing)
      await api.waitGone(thing)
    }
  },
)

test('a Secret that the object says it cannot find is stuck at once, and no other object of its type is blamed', async () => {
  const place = await namespace()
  const type = await product()
  const lost = await bucket(type, place, 'lost', { credentials: { secretRef: { name: 'aws' } } })
  const well = await bucket(type, place, 'well', { credentials: { secretRef: { name: 'there' } } })
  await api.create({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'there', namespace: place } })
  for (const thing of [lost, well]) await api.delete(thing)
  await failing(lost, 'cannot get credentials: secrets "aws" not found')
  const answer = await explained(['-n', place])
  const [cause] = answer.causesOf('Bucket', 'lost')
  assert.equal([cause!.code, cause!.subject.kind, cause!.subject.name], ['ReferenceMissing', 'Secret', 'aws'])
  assert.is(answer.object('Bucket', 'lost').verdict, 'stuck')
  assert.equal(
    cause!.blocks.map(({ name }) => name),
    ['lost'],
  )
  await api.create({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'aws', namespace: place } })
  const again = await explained(['-n', place])
  assert.not.ok(again.causes.some(({ code }) => code === 'ReferenceMissing'))
})

withKubectl(
  'a Secret that went with the namespace: nothing asks to create it there, and the removal ends both',
  async () => {
    const place = await namespace()
    const type = await product()
    const one = await bucket(type, place, 'one', { credentials: { secretRef: { name: 'aws' } } })
    const secret = await api.create({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'aws', namespace: place } })
    const whole = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: place } }
    await api.delete(whole)
    await api.waitGone(secret)
    await failing(await api.waitFor(one, ({ metadata }) => metadata.deletionTimestamp), 'secrets "aws" not found')
    const seen = async () => {
      const answer = await explained(['-n', place])
      return answer.causesOf('Bucket', 'one').some(({ code }) => code === 'ReferenceMissing') ? answer : undefined
    }
    const answer = await until(seen, { what: 'the Secret to be missed', deadlineSeconds: 60 })
    const cause = answer.causesOf('Bucket', 'one').find(({ code }) => code === 'ReferenceMissing')!
    assert.equal(
      ownRemedies(cause).map(({ kind }) => kind),
      ['remove'],
    )
    assert.ok(cause.blocks.some(({ kind, name }) => kind === 'Namespace' && name === place))
    await carryOut(`${ownRemedies(cause)[0]!.commands[0]} --yes`)
    await api.waitGone(whole)
  },
)

test.run()
