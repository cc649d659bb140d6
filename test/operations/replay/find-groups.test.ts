import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { Trouble } from '../../../src/messages/sentence.ts'
import { inWords } from '../../../src/render/words/in-words.ts'
import { trial } from '../../execute/ordered/trial.ts'

const test = suite('groups that are looked for')
const MAP = { apiVersion: 'v1', kind: 'ConfigMap', namespaces: ['default'] }

async function refusal(find: () => Promise<unknown>): Promise<string> {
  try {
    await find()
  } catch (error) {
    if (error instanceof Trouble) return inWords(error.sentence)
    throw error
  }
  return 'it was found'
}

test('an object that two groups name goes with the first, and the second says so', async () => {
  const { put, find } = await trial()
  put('a')
  put('b')
  const [first, second] = await find(['a'], ['a', 'b'])
  assert.equal(
    [first!, second!].map(({ objects }) => objects.map(({ ref }) => ref.name)),
    [['a'], ['b']],
  )
  assert.equal(
    second!.earlier.map(({ object, group }) => [object.ref.name, group]),
    [['a', 1]],
  )
})

test('a selection by label takes what has the label, in its namespaces', async () => {
  const { put, find } = await trial()
  put('a', { labels: { app: 'x' } })
  put('b', { labels: { app: 'y' } })
  put('c', { labels: { app: 'x' }, namespace: 'kube-system' })
  const [group] = await find({ items: [{ ...MAP, labelSelector: 'app=x' }] })
  assert.equal(
    group!.objects.map(({ ref }) => ref.name),
    ['a'],
  )
})

test('names beside a label are those that have it, and the others are not said to be missing', async () => {
  const { put, find } = await trial()
  put('a', { labels: { app: 'x' } })
  put('b', { labels: { app: 'y' } })
  const [group] = await find({ items: [{ ...MAP, names: ['a', 'b'], labelSelector: 'app=x' }] })
  assert.equal(
    group!.objects.map(({ ref }) => ref.name),
    ['a'],
  )
  assert.equal(group!.absent, ['configmap/b in namespace default labelled app=x'])
})

test('a selection that the server does not take is refused where it was written', async () => {
  const { find } = await trial()
  const said = await refusal(() => find({ items: [{ ...MAP, labelSelector: 'a=b=c', line: 5 }] }))
  assert.match(said, 'order.yaml:5: the server does not accept labelSelector "a=b=c"')
})

test('only the object of the uid, and only what has the label of its owner', async () => {
  const { put, find } = await trial()
  put('a', { uid: 'one' })
  put('b', { labels: { owner: 'other' } })
  const [uid] = await find({ items: [{ ...MAP, names: ['a'], uid: 'two' }] })
  const [label] = await find({ items: [{ ...MAP, names: ['b'], onlyLabelled: { label: 'owner', values: ['me'] } }] })
  assert.equal([uid!.objects, label!.objects], [[], []])
  assert.equal(
    [uid!.absent, label!.absent],
    [['configmap/a in namespace default with uid two'], ['configmap/b in namespace default labelled owner=me']],
  )
})

test('with deleteAllResources spares what nobody deployed', async () => {
  const { put, find } = await trial()
  put('mine', { labels: { app: 'x' } })
  put('foreign', { labels: { app: 'x' } })
  const items = [{ ...MAP, labelSelector: 'app=x' }]
  const [group] = await find({ deleteAll: true, items, deployed: [{ ...MAP, names: ['mine'] }] })
  assert.equal(
    [group!.objects, group!.spared].map(list => list.map(({ ref }) => ref.name)),
    [['mine'], ['foreign']],
  )
})

test('a kind that the server does not have is refused where it was written; one of an inventory has gone', async () => {
  const { find } = await trial()
  const kind = { apiVersion: 'acme.test/v1', kind: 'Foo', names: ['x'], namespaces: ['default'] }
  assert.match(await refusal(() => find({ items: [{ ...kind, line: 7 }] })), 'order.yaml:7: no matches for kind "Foo"')
  assert.match(await refusal(() => find({ items: [{ ...kind, path: 'groups[1]' }] })), 'order.yaml: groups[1]: ')
  const written = [{ apiVersion: 'acme.test/v1', kind: 'Foo', path: 'groups[1]' }]
  assert.match(await refusal(() => find({ written, items: [] })), 'order.yaml: groups[1]: ')
  const plural = { apiVersion: 'v1', kind: 'configmaps', names: ['x'], namespaces: ['default'], line: 3 }
  assert.match(await refusal(() => find({ items: [plural] })), 'write the kind ConfigMap')
  const [gone] = await find({ items: [kind] })
  assert.equal(gone!.absent, ['foo/x in namespace default'])
})

test('a kind whose definition the same groups delete may have gone on a second run', async () => {
  const { find } = await trial()
  const foo = { apiVersion: 'acme.test/v1', kind: 'Foo', names: ['x'], namespaces: ['default'], line: 3 }
  const definition = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    names: ['foos.acme.test'],
    namespaces: [],
  }
  const groups = await find({ items: [foo] }, { items: [definition] })
  assert.equal(groups[0]!.objects, [])
})

test('a namespaced kind without a namespace cannot be looked for', async () => {
  const { find } = await trial()
  const item = { apiVersion: 'v1', kind: 'ConfigMap', names: ['x'], namespaces: [], line: 4 }
  assert.match(await refusal(() => find({ items: [item] })), 'order.yaml:4: ')
})

test('namespaces that somebody wrote are refused for a kind that has none: they would narrow nothing', async () => {
  const { find } = await trial()
  const item = { apiVersion: 'v1', kind: 'Node', names: ['x'], namespaces: ['default'], line: 4 }
  assert.match(
    await refusal(() => find({ items: [{ ...item, narrowed: true }] })),
    'order.yaml:4: Node is cluster-scoped',
  )
  // Those of the custom resource itself go without saying.
  const [group] = await find({ items: [item] })
  assert.equal(group!.absent, ['node/x'])
})

test.run()
