import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Cause } from '../../../src/diagnosis/explanation.ts'
import { until } from '../../control-plane/until.ts'
import { isRefused, isRemoved } from '../remove/removed.ts'
import type { Thing } from '../rig/api.ts'
import type { OwnType } from '../rig/crd.ts'
import { heldWatch } from '../rig/held-watch.ts'
import { api, crd, namespace, unique } from '../rig/rig.ts'
import { explained } from './explained-e2e.ts'
import { installOperator, leaveTraces, ownManager, stuckObject, writtenBefore } from './operator.ts'

// Whoever else lists the types meanwhile may be a controller that polls: no other test scans the cluster.
const test = suite('explain by who listens at the API server')

let made: Promise<readonly [OwnType, OwnType, OwnType]> | undefined

/** The types of all tests, made at once: a minute after that the count proves something. */
function types(): Promise<readonly [OwnType, OwnType, OwnType]> {
  made ??= Promise.all([crd({ kind: 'Jar' }), crd({ kind: 'Jug' }), crd({ kind: 'Urn' })])
  return made
}

/** The one cause of an object, as soon as it is this code: the count proves nothing while type and server are young. */
function causeOf(thing: Thing, place: string, code: string): Promise<Cause> {
  const look = async () => {
    const causes = (await explained(['-n', place])).causesOf(thing.kind, thing.metadata.name)
    if (causes.length === 1 && causes[0]!.code === code) return causes[0]
    throw new Error(JSON.stringify(causes.map(each => [each.code, each.evidence])))
  }
  const limits = { deadlineSeconds: 300, everyMilliseconds: 3000 }
  return until(look, { ...limits, what: `${code} of ${thing.kind} ${thing.metadata.name}` })
}

/** A list of the namespace controller may end between two looks, and then the answer is to ask again. */
function isRemovedSoon(thing: Thing, args: readonly string[]): Promise<true> {
  const look = () => isRemoved(thing, args).then(() => true as const)
  return until(look, { deadlineSeconds: 60, everyMilliseconds: 1000, what: `the removal of ${args[0]}` })
}

function counts({ evidence }: Cause): readonly string[] {
  return evidence.filter(({ source }) => source === '/metrics').map(({ fact }) => fact)
}

/** An object that its operator wrote a moment ago, and that was deleted after the operator had been, with all that it had. */
async function leftBy(type: OwnType, place: string, operatorNamespace: string): Promise<Thing> {
  const name = ownManager(type)
  await installOperator({ type, namespace: operatorNamespace, name, state: 'running' })
  const finalizers = [`${type.group}/cleanup`]
  const path = `/apis/${type.apiVersion}/namespaces/${place}/${type.plural}?fieldManager=${name}`
  const object: Thing = await api.send('POST', path, type.draft('one', place, { metadata: { finalizers } }))
  const role = `${operatorNamespace}-${name}`
  const rbac = 'rbac.authorization.k8s.io/v1'
  for (const [apiVersion, kind, own] of [
    ['v1', 'Pod', { name, namespace: operatorNamespace }],
    ['v1', 'ServiceAccount', { name, namespace: operatorNamespace }],
    [rbac, 'ClusterRoleBinding', { name: role }],
    [rbac, 'ClusterRole', { name: role }],
  ] as const) {
    await api.delete({ apiVersion, kind, metadata: own } as Thing)
  }
  await api.delete(object)
  return api.waitFor(object, now => now.metadata.deletionTimestamp)
}

test('ControllerMissing, without silence or traces: nothing watches the type of an operator that was deleted with everything', async () => {
  const [apart, within, operators] = [await namespace(), await namespace(), await namespace()]
  const [jars, jugs] = await types()
  const jar = await leftBy(jars, apart, operators)
  // The operator was in the namespace that is deleted.
  const jug = await leftBy(jugs, within, within)
  await api.delete({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: within } } as Thing)
  for (const [thing, place] of [
    [jar, apart],
    [jug, within],
  ] as const) {
    const cause = await causeOf(thing, place, 'ControllerMissing')
    assert.is(cause.verdict, 'stuck')
    assert.match(counts(cause).join(), /^nothing but kube-controller-manager watches/)
  }
  await isRemovedSoon(jar, [`${jars.resource}/one`, '-n', apart])
  await isRemovedSoon(jug, [`${jugs.resource}/one`, '-n', within])
})

test('ControllerUnknown while something watches from outside, whatever traces and silence there are; missing when it is gone', async () => {
  const place = await namespace()
  const [, , type] = await types()
  await leaveTraces(type, { manager: unique('hub') })
  const watch = await heldWatch(type)
  const urn = await stuckObject(type, place, 'one', { manager: unique('hub') })
  await writtenBefore(urn, 3 * 3600)
  const cause = await causeOf(urn, place, 'ControllerUnknown')
  assert.is(cause.verdict, 'unknown')
  assert.match(counts(cause).join(), /something listens/)
  await isRefused(urn, 'ControllerUnknown', [`${type.resource}/one`, '-n', place])
  watch[Symbol.dispose]()
  assert.is((await causeOf(urn, place, 'ControllerMissing')).verdict, 'stuck')
})

test.run()
