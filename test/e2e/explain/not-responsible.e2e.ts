import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../../control-plane/until.ts'
import { isRefused } from '../remove/removed.ts'
import type { Thing } from '../rig/api.ts'
import { api, crd, namespace, unique } from '../rig/rig.ts'
import { explained } from './explained-e2e.ts'
import { installOperator, stuckObject } from './operator.ts'

const test = suite('explain of a controller that is ready and not responsible')

/** Half a minute after the deletion a controller that has done nothing has been at it. */
const DEADLINE_SECONDS = 90

type OwnType = Awaited<ReturnType<typeof crd>>

interface Scene {
  readonly type: OwnType
  readonly place: string
  readonly home: string
  readonly operator: string
  readonly object: Thing
}

/** An operator (fake: a Pod that is ready and says nothing) whose container is started like this, and an object that it wrote and that is deleted. */
async function scene(container: (place: string) => object): Promise<Scene> {
  const [type, place, home] = [await crd({ kind: 'Lake' }), await namespace(), await namespace()]
  const operator = unique('lakes')
  await installOperator({ type, namespace: home, name: operator, state: 'running', container: container(place) })
  const object = await stuckObject(type, place, 'one', { manager: operator, operator: 'unseen' })
  return { type, place, home, operator, object }
}

/** Waits until the object has this cause, for certain. */
async function told({ place }: Scene, code: string) {
  const look = async () => {
    const answer = await explained(['-n', place])
    const [cause] = answer.causesOf('Lake', 'one')
    return cause?.code === code && cause.verdict === 'stuck' ? { answer, cause } : undefined
  }
  return until(look, { what: `${code} of Lake ${place}/one`, deadlineSeconds: DEADLINE_SECONDS })
}

const watches = (value: string) => () => ({ env: [{ name: 'WATCH_NAMESPACE', value }] })
const elects = () => ({ args: ['--leader-elect'] })
// Made before either is asked about: their half minutes pass together.
const scenes = Promise.all([scene(watches('elsewhere')), scene(elects)])

test('OutOfScope: it watches another namespace, and not one that watches this one or all of them', async () => {
  const [other] = await scenes
  const all = await scene(watches(''))
  const own = await scene(place => watches(`elsewhere,${place}`)())
  const { cause } = await told(other, 'OutOfScope')
  assert.equal([cause.subject.kind, cause.subject.name], ['Pod', other.operator])
  assert.ok(cause.evidence.some(({ fact }) => fact.includes('WATCH_NAMESPACE')))
  for (const { place } of [all, own]) {
    const [silent] = (await explained(['-n', place])).causesOf('Lake', 'one')
    assert.is.not(silent!.code, 'OutOfScope')
  }
  await isRefused(other.object, 'RepairFirst', [`${other.type.resource}/one`, '-n', other.place])
})

test('LeaderMissing: its lock belongs to a Pod that has failed, and goes with it', async () => {
  const [, found] = await scenes
  const { home, operator } = found
  const first = await api.create({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: `${operator}-first`, namespace: home },
    spec: { containers: [{ name: 'manager', image: 'registry.example.com/lakes:v1' }] },
  })
  await api.patch(first, { status: { phase: 'Failed' } }, { subresource: '/status' })
  const { name, uid } = first.metadata
  await api.create({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'lock', namespace: home, ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name, uid }] },
  })
  const { cause } = await told(found, 'LeaderMissing')
  assert.equal([cause.subject.kind, cause.subject.name], ['ConfigMap', 'lock'])
  assert.equal(
    cause.remedies.map(({ kind }) => kind),
    ['repair', 'remove'],
  )
  // What the printed repair does; the garbage collector deletes the lock with its Pod.
  await api.delete(first)
  await api.waitGone({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'lock', namespace: home } } as Thing)
  const [after] = (await explained(['-n', found.place])).causesOf('Lake', 'one')
  assert.is.not(after!.code, 'LeaderMissing')
})

test.run()
