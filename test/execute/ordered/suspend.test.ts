import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { ResourceType } from '../../../src/api/resource-type.ts'
import type { Waves } from '../../../src/plan/plan.ts'
import { isSuspended } from '../../../src/plan/syncer.ts'
import { journalOfTest } from '../journals.ts'
import { type Trial, trial } from './trial.ts'

const test = suite('syncers that are suspended for a deletion')

const [group, version, plural, kind] = ['kustomize.toolkit.fluxcd.io', 'v1', 'kustomizations', 'Kustomization']
const names = { plural, kind, singular: 'kustomization', shortNames: [], categories: [] }
const KUSTOMIZATIONS: ResourceType = { group, version, ...names, namespaced: true, verbs: ['get', 'patch'] }

/** A trial in which Kustomizations of these names run, and the tasks that suspend them. */
async function withSyncers(
  ...syncers: readonly string[]
): Promise<Trial & { readonly first: Waves; stopped(): string }> {
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } }
  const it = await trial(sandbox => {
    const versions = [{ name: version, served: true, storage: true, schema }]
    const definition = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' }
    const spec = { group, scope: 'Namespaced', names: { ...names, listKind: `${kind}List` }, versions }
    sandbox.put({ ...definition, metadata: { name: `${plural}.${group}` }, spec })
  })
  await it.sandbox.settle()
  const apiVersion = `${group}/${version}`
  const objects = syncers.map(name =>
    it.sandbox.put({ apiVersion, kind, metadata: { name, namespace: 'default' }, spec: { suspend: false } }),
  )
  const first: Waves = objects.map(object => [{ action: 'Suspend', saved: { type: KUSTOMIZATIONS, object } }])
  const isStopped = (name: string): boolean => {
    const object = it.sandbox.get(apiVersion, kind, name, 'default')!
    return isSuspended({ type: KUSTOMIZATIONS, object })
  }
  return { ...it, first, stopped: () => syncers.filter(isStopped).join(' ') }
}

test('are suspended one after the other before the first group, each in the journal as it was', async () => {
  const { put, find, run, first, stopped } = await withSyncers('root', 'apps')
  put('a')
  const journal = journalOfTest()
  const ran = await run(await find(['a']), { journal }, { first })
  assert.equal(ran.told, ['root done', 'apps done', 'a done'])
  assert.is(stopped(), 'root apps')
  const events = journal.events.flatMap(({ event }) => (event === 'suspending' || event === 'sent' ? [event] : []))
  assert.equal(events, ['suspending', 'sent', 'suspending', 'sent', 'sent'])
})

test('where one cannot be suspended no other is, and no group is touched', async () => {
  const { put, find, run, first, stopped, sandbox, has } = await withSyncers('root', 'middle', 'apps')
  put('a')
  put('b')
  sandbox.put({ ...sandbox.get(`${group}/${version}`, kind, 'middle', 'default')!, metadata: OTHER })
  const ran = await run(await find(['a'], ['b']), {}, { first })
  assert.equal(ran.told, ['root done', 'middle changed', 'a skipped', 'b skipped'])
  assert.is(stopped(), 'root')
  assert.is(ran.stopped, undefined)
  assert.ok(has('a'))
})

const OTHER = { name: 'middle', namespace: 'default', uid: 'another' }

test.run()
