import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Thing } from '../rig/api.ts'
import { api, crd, kubectlAvailable, namespace, unique } from '../rig/rig.ts'
import { carryOut } from './carry-out.ts'
import { explained } from './explained-e2e.ts'
import { installOperator } from './operator.ts'

const test = suite('explain of objects that wait for each other')
// The printed commands are carried out with the stock kubectl.
const withKubectl = kubectlAvailable() ? test : test.skip

/** A type whose operator runs, and two namespaces. */
async function setup() {
  const [home, shop, other] = [await namespace(), await namespace(), await namespace()]
  const type = await crd({ kind: 'Store' })
  const manager = unique('store-operator')
  await installOperator({ type, namespace: home, name: manager, state: 'running' })
  const create = async (name: string, place: string, rest: { metadata?: object; spec?: object }): Promise<Thing> => {
    const path = `/apis/${type.apiVersion}/namespaces/${place}/${type.plural}?fieldManager=${manager}`
    return api.send('POST', path, type.draft(name, place, rest))
  }
  const says = async (thing: Thing, message: string): Promise<void> => {
    const conditions = [{ type: 'Ready', status: 'False', reason: 'Deleting', message }]
    await api.patch(thing, { status: { conditions } }, { subresource: '/status' })
  }
  return { shop, other, type, create, says, finalizers: [`${type.group}/cleanup`] }
}

withKubectl(
  'in two namespaces, by their own word: the circle is named from each, and opened by the printed command',
  async () => {
    const { shop, other, type, create, says, finalizers } = await setup()
    const peerRef = (name: string, place: string) => ({
      peerRef: { apiVersion: type.apiVersion, kind: type.kind, name, namespace: place },
    })
    const a = await create('a', shop, { metadata: { finalizers }, spec: peerRef('b', other) })
    const b = await create('b', other, { metadata: { finalizers }, spec: peerRef('a', shop) })
    await api.delete(a)
    await api.delete(b)
    await says(a, `waiting for Store ${other}/b to be deleted`)
    await says(b, `waiting for Store ${shop}/a to be deleted`)
    const names = (await Promise.all([shop, other].map(place => explained(['-n', place])))).map(answer => {
      const circle = answer.causes.find(({ code }) => code === 'DependentAlive')!
      assert.equal(circle.blocks.map(({ name }) => name).toSorted(), ['a', 'b'])
      assert.not.match(JSON.stringify(answer), 'NotAsked')
      return { circle, answer }
    })
    const [{ circle, answer }] = names as [(typeof names)[0]]
    assert.equal(
      answer.object('Store', 'a').waitingFor.map(({ reason, ref }) => [reason, ref.name]),
      [['Named', 'b']],
    )
    await carryOut(`${circle.remedies.at(-1)!.commands[0]} --yes`)
    const opened = circle.subject.name === 'a' ? a : b
    await api.waitGone(opened)
    const after = await explained(['-n', opened === a ? other : shop])
    assert.not.ok(after.causes.some(({ code }) => code === 'DependentAlive'))
  },
)

withKubectl(
  'an owner deleted in the foreground and a dependent that waits for it: the owner is let go first',
  async () => {
    const { shop, type, create, says, finalizers } = await setup()
    const owner = await create('owner', shop, {})
    const { uid } = owner.metadata
    const owned = { apiVersion: type.apiVersion, kind: type.kind, name: 'owner', uid, blockOwnerDeletion: true }
    const part = await create('part', shop, { metadata: { finalizers, ownerReferences: [owned] } })
    await api.delete(owner, { propagationPolicy: 'Foreground' })
    await api.delete(part)
    await says(part, 'waiting until Store owner is gone')
    const { causes } = await explained(['-n', shop])
    const circle = causes.find(({ code }) => code === 'DependentAlive')!
    assert.is(circle.subject.name, 'owner')
    await carryOut(circle.remedies[0]!.commands[0]!)
    await api.waitGone(owner)
  },
)

test.run()
