import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ownManager, stuckObject } from '../explain/operator.ts'
import { configMap, HOLD } from '../namespace/ended.ts'
import { replayed } from '../replay/replayed.ts'
import { api, crd, namespace } from '../rig/rig.ts'
import { granted, publishedRules, type Rule } from './granted.ts'

const test = suite('docs/rbac/repairer.yaml and reader.yaml, for replay')

const READER = publishedRules('reader')
const REPAIRER = publishedRules('repairer')

/** A custom resource whose operator is gone, and a ConfigMap that it owns. */
async function orphaned(held: readonly string[]) {
  const place = await namespace()
  const caches = await crd({ kind: 'Cache' })
  const one = await stuckObject(caches, place, 'one', { manager: ownManager(caches) })
  const { uid } = one.metadata
  const draft = configMap('part', place, held)
  const ownerReferences = [{ apiVersion: caches.apiVersion, kind: 'Cache', name: 'one', uid }]
  await api.create({ ...draft, metadata: { ...draft.metadata, ownerReferences } })
  return { place, one, part: draft, args: [`${caches.resource}/one`, '-n', place, '--yes'] }
}

/** Notes of the Events that regard the resource. */
async function notes(place: string, uid: string): Promise<readonly string[]> {
  const events = await api.list({ apiVersion: 'events.k8s.io/v1', kind: 'Event', namespace: place })
  return events.filter(({ regarding }) => regarding?.uid === uid).map(({ note }) => note)
}

const without = (rules: readonly Rule[], resource: string): readonly Rule[] =>
  rules.filter(({ resources }) => resources[0] !== resource)

test('are enough: what it owns goes, and then itself', async () => {
  const { one, part, args } = await orphaned([])
  await using who = await granted([...READER, ...REPAIRER])
  const { code, told, account } = await replayed([...args, ...who.as])
  assert.is(code, 0, account)
  assert.equal(told, ['1 Delete ConfigMap/part done', `RemoveFinalizer Cache/one ${one.metadata.finalizers[0]} done`])
  assert.equal([await api.get(one), await api.get(part)], [undefined, undefined])
})

test('are enough to leave an Event when it does not end; without that right it says so, and goes on', async () => {
  for (const rules of [REPAIRER, without(REPAIRER, 'events')]) {
    const { place, one, args } = await orphaned([HOLD])
    await using who = await granted([...READER, ...rules])
    const { code, account, stderr } = await replayed([...args, '--timeout=2s', ...who.as])
    assert.is(code, 3, account)
    const left = await notes(place, one.metadata.uid)
    assert.is(left.length, rules === REPAIRER ? 1 : 0, account)
    assert.is(stderr.includes('no Event could be recorded'), rules !== REPAIRER, account)
  }
})

test.run()
