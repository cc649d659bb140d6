import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { inCreationOrder, splitContent } from '../../../src/plan/rescue/namespace-content.ts'
import type { Saved } from '../../../src/plan/rescue/rescue.ts'

const test = suite('the content of a namespace that is kept')

function saved(plural: string, kind: string, name: string): Saved {
  const names = { plural, kind, singular: plural, shortNames: [], categories: [] }
  return {
    type: { group: '', version: 'v1', ...names, namespaced: true, verbs: [] },
    object: { apiVersion: 'v1', kind, metadata: { name, namespace: 'shop', uid: `${kind}-${name}` } },
  }
}

const namesOf = (all: readonly Saved[]) => all.map(({ object }) => `${object.kind} ${object.metadata.name}`)

const content = [
  saved('secrets', 'Secret', 'b'),
  saved('configmaps', 'ConfigMap', 'b'),
  saved('configmaps', 'ConfigMap', 'a'),
  saved('pods', 'Pod', 'web'),
]

test('is created in one order, whatever was read first', () => {
  const orders = [content, content.toReversed(), [content[2]!, content[0]!, content[3]!, content[1]!]]
  for (const order of orders)
    assert.equal(namesOf(inCreationOrder(order)), ['Secret b', 'ConfigMap a', 'ConfigMap b', 'Pod web'])
})

test('is created again, or is in a file only, each object once', () => {
  const { back, left } = splitContent(content)
  assert.equal(namesOf(back), ['Secret b', 'ConfigMap a', 'ConfigMap b'])
  assert.equal(namesOf(left.map(({ each }) => each)), ['Pod web'])
})

test.run()
