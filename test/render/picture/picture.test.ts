import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { unfoldedOf } from '../../../src/render/page/page.ts'
import { directlyHeld } from '../../../src/render/picture/direct.ts'
import { type Picture, pictureOf } from '../../../src/render/picture/picture.ts'
import { nodeTitle } from '../../../src/render/picture/words.ts'
import type { Explanation } from '../../../src/render/words/explanation.ts'
import { cause, explanation, hostileExplained, manyExplained, object, ref } from './explained.ts'

const test = suite('the graph of an explanation')

/** Edges by the names of what they join. */
function edgesOf(picture: Picture): string[] {
  const names = new Map([
    ...picture.causes.map(({ id, number }) => [id, `cause ${number}`] as const),
    ...picture.groups.flatMap(({ nodes }) =>
      nodes.map(({ id, objects: [first, ...rest] }) => {
        const one = `${first.ref.kind.toLowerCase()}/${first.ref.name}`
        return [id, rest.length === 0 ? one : `${rest.length + 1} ${first.ref.resource}`] as const
      }),
    ),
  ])
  return picture.edges.map(({ from, to, reason }) => `${names.get(from)} ${reason} ${names.get(to)}`).toSorted()
}

const place = ref('Namespace', 'shop')
const claim = ref('Claim', 'data', 'shop')
const pod = ref('Pod', 'db', 'shop')

test('an arrow leads from the cause to what it holds by itself, and on to what waits for that', () => {
  const chain = explanation(
    [object(place, [['NamespaceContent', claim]]), object(claim, [['Consumer', pod]]), object(pod)],
    [cause([place, claim, pod])],
  )
  assert.equal(edgesOf(pictureOf(chain)), [
    'cause 1 holds pod/db',
    'claim/data NamespaceContent namespace/shop',
    'pod/db Consumer claim/data',
  ])
})

test('a cause about an object that is drawn leads to it, where what it holds waits for that object', () => {
  const { deletionTimestamp: _, ...live } = object(pod, [], { causes: [], verdict: 'unknown' })
  const inUse = explanation(
    [object(claim, [['Consumer', pod]]), live],
    [cause([claim], { code: 'VolumeInUse', subject: pod })],
  )
  assert.equal(edgesOf(pictureOf(inUse)), ['cause 1 about pod/db', 'pod/db Consumer claim/data'])
})

test('a circle, and what waits for it, hang on its cause by one arrow', () => {
  const [a, b, c] = ['a', 'b', 'c'].map(name => ref('Thing', name, 'shop')) as [typeof pod, typeof pod, typeof pod]
  const circle = explanation(
    [object(c, [['Dependent', a]]), object(a, [['Dependent', b]]), object(b, [['Dependent', a]])],
    [cause([c, a, b])],
  )
  assert.equal(
    edgesOf(pictureOf(circle)).filter(edge => edge.includes('holds')),
    ['cause 1 holds thing/a'],
  )
})

test('thousands of circles take no more time each than one', () => {
  const refs = Array.from({ length: 60_000 }, (_, index) => ref('Thing', `thing-${index}`, 'shop'))
  const pairs = refs.map((it, index) => object(it, [['Dependent', refs[index % 2 === 0 ? index + 1 : index - 1]!]]))
  const known = new Map(pairs.map(each => [each.ref.uid, each]))
  const { user } = process.cpuUsage()
  assert.is(directlyHeld(cause(refs), known).length, 30_000)
  // A list of what is left for each of them took longer.
  assert.ok(process.cpuUsage().user - user < 2e6)
})

test('tens of thousands of objects that wait for one take no more time each than a few', () => {
  const refs = Array.from({ length: 60_000 }, (_, index) => ref('Thing', `thing-${index}`, 'shop'))
  const all = explanation(
    refs.map(it => object(it, [['Consumer', pod]])),
    [cause(refs, { subject: pod })],
  )
  const { user } = process.cpuUsage()
  assert.equal(edgesOf(pictureOf(all)), ['cause 1 about pod/db', 'pod/db Consumer 60000 things'])
  assert.ok(process.cpuUsage().user - user < 4e6)
})

test('what is waited for and was not looked at is drawn as well', () => {
  const dangling = explanation([object(claim, [['Consumer', pod]])], [cause([claim])])
  assert.equal(edgesOf(pictureOf(dangling)), ['cause 1 holds claim/data', 'pod/db Consumer claim/data'])
})

test('an owner that nothing waits for is joined by an arrow of its own', () => {
  const owners = [{ ref: place, controller: true, blockOwnerDeletion: true, exists: true }]
  const owned = explanation([object(place), object(claim, [], { owners })], [cause([place, claim])])
  assert.ok(edgesOf(pictureOf(owned)).includes('namespace/shop owns claim/data'))
})

test('many of a kind are one node; others in other places, or of another cause, are not in it', () => {
  const buckets = ['a', 'b', 'c', 'd'].map(name => object(ref('Bucket', name, 'shop')))
  const apart = object(ref('Bucket', 'other', 'media'))
  const held = object(ref('Bucket', 'e', 'shop'), [], { causes: ['two'] })
  const objects = [...buckets, apart, held]
  const causes = [
    cause([...buckets, apart].map(({ ref: it }) => it)),
    cause([held.ref], { id: 'two', code: 'CleanupFailing' }),
  ]
  const folded = pictureOf(explanation(objects, causes))
  assert.equal(edgesOf(folded), ['cause 1 holds 4 buckets', 'cause 1 holds bucket/other', 'cause 2 holds bucket/e'])
  assert.ok(folded.folded)
  const unfolded = pictureOf(explanation(objects, causes), 'unfolded')
  assert.is(unfolded.edges.length, 6)
  assert.not(unfolded.folded)
})

test('what waits in its own way is no part of a fold', () => {
  const pods = ['a', 'b', 'c', 'd'].map(name => object(ref('Pod', name, 'shop')))
  const [first] = pods
  const waiter = object(claim, [['Consumer', first!.ref]])
  const objects = [...pods, waiter]
  const picture = pictureOf(explanation(objects, [cause(objects.map(({ ref: it }) => it))]))
  assert.ok(edgesOf(picture).includes('pod/a Consumer claim/data'))
  assert.ok(edgesOf(picture).includes('cause 1 holds 3 pods'))
})

function wellFormed({ objects, causes }: Explanation, picture: Picture): void {
  const nodes = picture.groups.flatMap(({ nodes: inside }) => inside)
  const drawn = nodes.flatMap(({ objects: inside }) => inside.map(({ ref: { uid } }) => uid))
  assert.equal(drawn.toSorted(), [...new Set(objects.map(({ ref: { uid } }) => uid))].toSorted())
  assert.is(picture.causes.flatMap(({ causes: inside }) => inside).length, causes.length)
  const ids = new Set([...nodes, ...picture.causes].map(({ id }) => id))
  for (const { from, to } of picture.edges) assert.ok(ids.has(from) && ids.has(to))
}

test('40, 500 and 2,000 objects are few enough nodes to be read, and none is lost', () => {
  for (const count of [40, 500, 2000, 20_000]) {
    const many = manyExplained(count)
    const picture = pictureOf(many)
    wellFormed(many, picture)
    const nodes = picture.groups.flatMap(({ nodes: inside }) => inside)
    assert.ok(nodes.length + picture.causes.length <= 60, `${count}: ${nodes.length}`)
  }
  wellFormed(hostileExplained(), pictureOf(hostileExplained()))
})

test('hundreds of causes are told by code, and a chain of thousands is drawn', () => {
  const chained = Array.from({ length: 3000 }, (_, index) => ref('Link', `link-${index}`, 'shop'))
  const objects = chained.map((it, index) => object(it, index === 0 ? [] : [['Dependent', chained[index - 1]!]]))
  const chain = explanation(objects, [cause(chained)])
  wellFormed(chain, pictureOf(chain))
  assert.ok(pictureOf(chain).groups[0]!.nodes.length <= 60)
  const things = Array.from({ length: 500 }, (_, index) => object(ref('Thing', `thing-${index}`, 'shop')))
  const causes = things.map(({ ref: it }, index) => cause([it], { id: `cause-${index}` }))
  const split = explanation(things, causes)
  wellFormed(split, pictureOf(split))
  assert.is(pictureOf(split).causes.length, 20)
})

test('objects of hundreds of types, and dozens that all wait for each other, are few enough nodes and arrows', () => {
  const refs = Array.from({ length: 300 }, (_, index) => ref(`Kind${index}`, 'a', `shop-${index % 5}`))
  const types = explanation(
    refs.map(it => object(it)),
    [cause(refs)],
  )
  const some = refs.slice(0, 50)
  const dense = explanation(
    some.map((it, index) =>
      object(
        it,
        some.slice(0, index).map(other => ['Dependent', other]),
      ),
    ),
    [cause(some)],
  )
  for (const each of [types, dense]) {
    const picture = pictureOf(each)
    wellFormed(each, picture)
    assert.ok(picture.groups.flatMap(({ nodes }) => nodes).length < 60)
    assert.ok(picture.edges.length <= 120)
  }
  const [node] = pictureOf(types).groups.flatMap(({ nodes }) => nodes)
  assert.is(nodeTitle(node!, 100), '300 objects of 300 types')
  assert.is(unfoldedOf(dense, pictureOf(dense)), undefined)
})

test.run()
