import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Thing } from '../rig/api.ts'
import { api, endByForce, namespace, run, setNamespaceFinalizers } from '../rig/rig.ts'
import { isRefused, isRemoved, removed, told } from './removed.ts'

const test = suite('remove and the finalizers in the spec of a Namespace')

const ORIGIN = 'openshift.io/origin'

/** A terminating Namespace with these names in its spec, and a ConfigMap in it that holds it, unless it is to be empty. */
async function stuckNamespace(finalizers: readonly string[], isEmpty = false): Promise<Thing> {
  const place = await namespace()
  await setNamespaceFinalizers(place, [...finalizers, 'kubernetes'])
  const metadata = { name: 'held', namespace: place, finalizers: ['example.com/hold'] }
  await api.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata })
  const named = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: place } }
  await api.delete(named)
  await api.waitFor({ apiVersion: 'v1', kind: 'ConfigMap', metadata }, now => now.metadata.deletionTimestamp)
  if (isEmpty) {
    await api.patch({ apiVersion: 'v1', kind: 'ConfigMap', metadata }, { metadata: { finalizers: null } })
    return api.waitFor(named, ({ spec }) => !spec.finalizers.includes('kubernetes'))
  }
  return (await api.get(named))!
}

function finalizersOf({ spec }: Thing): readonly string[] {
  return spec.finalizers
}

test('go by /finalize, which keeps the others, with a backup and the proof that it is gone from the list', async () => {
  const place = await stuckNamespace([ORIGIN, 'example.com/other'])
  const { name } = place.metadata
  const words = [`ns/${name}`, '--finalizer', ORIGIN]
  await isRefused(place, 'ControllerUnknown', words)
  const answer = await removed([...words, '--override=ControllerUnknown'])
  assert.equal([answer.code, told(answer)], [0, [`${name} ${ORIGIN} done`]], JSON.stringify(answer.steps))
  assert.ok(answer.steps[0]!.backup !== undefined)
  assert.equal(finalizersOf((await api.get(place))!), ['example.com/other', 'kubernetes'])
  await endByForce(name)
})

test('are shown as that request, and tried on the server without a change', async () => {
  const place = await stuckNamespace([ORIGIN])
  const words = ['remove', `ns/${place.metadata.name}`, '--finalizer', ORIGIN, '--override=ControllerUnknown', '--yes']
  const { code, stdout } = await run([...words, '--dry-run=server'])
  assert.is(code, 0)
  assert.match(stdout, /^ {2}put {6}.*\/finalize.*openshift\.io\/origin/m)
  assert.equal(finalizersOf((await api.get(place))!), [ORIGIN, 'kubernetes'])
  await endByForce(place.metadata.name)
})

test('kubernetes among them is never removed so', async () => {
  const place = await stuckNamespace([ORIGIN])
  await isRefused(place, 'ProtectedFinalizer', [`ns/${place.metadata.name}`, '--finalizer', 'kubernetes'])
  await endByForce(place.metadata.name)
})

test('the last of an empty one goes with the Namespace', async () => {
  const place = await stuckNamespace([ORIGIN], true)
  const words = [`ns/${place.metadata.name}`, '--finalizer', ORIGIN, '--override=ControllerUnknown']
  await isRemoved(place, words)
})

test('the last of one that is not empty strands what remains: NamespaceNotEmpty', async () => {
  const place = await stuckNamespace([ORIGIN])
  const { name } = place.metadata
  await setNamespaceFinalizers(name, [ORIGIN])
  const words = [`ns/${name}`, '--finalizer', ORIGIN, '--override=ControllerUnknown']
  const now = (await api.get(place))!
  const answer = await removed(words)
  assert.equal([answer.code, answer.steps.map(({ guard }) => guard)], [3, ['NamespaceNotEmpty']])
  assert.equal(finalizersOf((await api.get(now))!), [ORIGIN])
  await endByForce(name)
})

test.run()
