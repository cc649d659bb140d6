import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Prospect } from '../../../src/diagnosis/prospect.ts'
import type { LiveGroup, LiveObject, TakenAlong } from '../../../src/plan/ordered/live-groups.ts'
import { protectionsOf } from '../../../src/plan/ordered/protections.ts'

const test = suite('finalizers of what groups delete')

function object(kind: string, name: string): LiveObject {
  const ref = { apiVersion: 'v1', kind, resource: `${kind.toLowerCase()}s`, namespace: 'shop', name, uid: name }
  return { ref, cluster: { name: undefined }, meta: { name, uid: name } } as unknown as LiveObject
}

function groups(...names: (readonly LiveObject[])[]): readonly LiveGroup[] {
  return names.map((objects, index) => ({ number: index + 1, objects })) as unknown as LiveGroup[]
}

const [op, foo] = [object('Deployment', 'op'), object('Foo', 'f1')]
const workload = (name: string) => ({ kind: 'Deployment', namespace: 'shop', name })
const prospect = (state: Prospect['state'], ...workloads: Prospect['workloads'][number][]): Prospect => {
  return { finalizer: 'acme.test/f', state, summary: '', workloads }
}

function protection(order: readonly LiveGroup[], each: Prospect) {
  const [found] = protectionsOf(order, [], held => (held === foo ? [{ prospect: each }] : []))
  return found!
}

test('get stuck when an earlier group, or the same one, deletes their controller', () => {
  const alive = prospect('alive', workload('op'))
  assert.is(protection(groups([op], [foo]), alive).controllerInGroup, 1)
  assert.is(protection(groups([op, foo]), alive).controllerInGroup, 1)
  assert.ok(protection(groups([op], [foo]), alive).getsStuck)
})

test('go well when their controller goes after them, or another one is left', () => {
  assert.not(protection(groups([foo], [op]), prospect('alive', workload('op'))).getsStuck)
  assert.not(protection(groups([op], [foo]), prospect('alive', workload('op'), workload('other'))).getsStuck)
})

test('get stuck when it is proven that nobody removes them; what is not known is no proof', () => {
  assert.ok(protection(groups([foo]), prospect('stuck')).getsStuck)
  assert.not(protection(groups([foo]), prospect('unknown')).getsStuck)
})

const pod = object('Pod', 'db-0')
const used = (complete = true): Prospect => {
  const user = { kind: 'Pod', namespace: 'shop', name: 'db-0', by: 'mount' as const, complete }
  const owners = [{ kind: 'StatefulSet', namespace: 'shop', name: 'db' }]
  return { ...prospect('kubernetes'), users: [{ ...user, owners }] }
}

test('get stuck while something uses their object that goes only later, or with no group', () => {
  const later = protection(groups([foo], [pod]), used())
  assert.equal([later.usedBy?.group, later.getsStuck], [2, true])
  const never = protection(groups([foo]), used())
  assert.equal([never.usedBy?.user.name, never.usedBy?.group, never.getsStuck], ['db-0', undefined, true])
})

test('go well when what uses their object goes before, by itself or with an owner; unknown owners prove nothing', () => {
  const set = object('StatefulSet', 'db')
  for (const order of [groups([pod], [foo]), groups([pod, foo]), groups([set], [foo])])
    assert.not(protection(order, used()).getsStuck)
  assert.not(protection(groups([foo]), used(false)).getsStuck)
})

test('of what goes with a Namespace count as in its group, and once where a later group names it too', () => {
  const place = object('Namespace', 'shop')
  const along: TakenAlong = { by: place, group: 1, objects: [op, { ...foo }], unreadable: [] }
  const alive = [{ prospect: prospect('alive', workload('op')) }]
  const all = protectionsOf(groups([place], [foo]), [along], held => (held.ref.name === 'f1' ? alive : []))
  assert.equal(
    all.map(({ object, controllerInGroup }) => [object === foo, controllerInGroup]),
    [[true, 1]],
  )
})

test.run()
