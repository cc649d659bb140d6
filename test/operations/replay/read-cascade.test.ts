import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { readCascade } from '../../../src/operations/replay/read-cascade.ts'
import { takerOf } from '../../../src/plan/ordered/takers.ts'
import { definition } from '../../../src/sandbox/incidents/parts/definition.ts'
import { trial } from '../../execute/ordered/trial.ts'
import { statusResponse } from '../../sandbox/fault-answers.ts'

const test = suite('what goes with a Namespace or a CRD')
const { signal } = new AbortController()
const PLACE = { apiVersion: 'v1', kind: 'Namespace', names: ['app2'], namespaces: [] }
const FOOS = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  names: ['foos.acme.test'],
  namespaces: [],
}

async function setup() {
  const made = await trial(sandbox => definition(sandbox, { group: 'acme.test', plural: 'foos', kind: 'Foo' }))
  made.sandbox.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'app2' } })
  made.put('keepme', { namespace: 'app2' })
  made.put('first', { namespace: 'app2' })
  for (const name of ['f1', 'f2'])
    made.sandbox.put({ apiVersion: 'acme.test/v1', kind: 'Foo', metadata: { name, namespace: 'app2' } })
  return made
}

test('is all that is in the one and every instance of the other, each told once, without what goes before', async () => {
  const { find, clusters } = await setup()
  const map = { apiVersion: 'v1', kind: 'ConfigMap', names: ['first'], namespaces: ['app2'] }
  const foo = { apiVersion: 'acme.test/v1', kind: 'Foo', names: ['f1'], namespaces: ['app2'] }
  const taken = await readCascade(
    await find({ items: [map, foo] }, { items: [FOOS] }, { items: [PLACE] }),
    clusters,
    signal,
  )
  assert.equal(
    taken.map(({ by, group, objects, unreadable }) => [
      group,
      by.ref.name,
      objects.map(({ ref }) => ref.name).filter(name => name !== 'kube-root-ca.crt' && name !== 'default'),
      unreadable,
    ]),
    [
      [2, 'foos.acme.test', ['f2'], []],
      [3, 'app2', ['keepme'], []],
    ],
  )
})

test('that could not be read is told, and does not end the run', async () => {
  const { find, sandbox, clusters } = await setup()
  const groups = await find({ items: [FOOS] })
  sandbox.onRequest = ({ path }) => (path.endsWith('/foos') ? statusResponse(403, { reason: 'Forbidden' }) : undefined)
  const [taken] = await readCascade(groups, clusters, signal)
  assert.equal(
    taken!.unreadable.map(({ resource, reason }) => [resource, reason]),
    [['foos.acme.test', 'Forbidden']],
  )
})

test('is also what was to stay, in the same cluster', async () => {
  const { find, clusters } = await setup()
  const taken = await readCascade(await find({ items: [FOOS] }, { items: [PLACE] }), clusters, signal)
  const taker = (kind: string, apiVersion: string, namespace: string, target?: string) =>
    takerOf({ kind, apiVersion, namespaces: [namespace] }, target, taken)?.by.ref.name
  assert.is(taker('ConfigMap', 'v1', 'app2'), 'app2')
  assert.is(taker('Foo', 'acme.test/v1', 'elsewhere'), 'foos.acme.test')
  assert.is(taker('ConfigMap', 'v1', 'elsewhere'), undefined)
  assert.is(taker('ConfigMap', 'v1', 'app2', 't1'), undefined)
})

test.run()
