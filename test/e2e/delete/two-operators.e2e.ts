import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ownManager } from '../explain/operator.ts'
import { ownedBy } from '../replay/apps.ts'
import type { Thing } from '../rig/api.ts'
import type { OwnType } from '../rig/crd.ts'
import { api, crd, namespace } from '../rig/rig.ts'
import { actingMaker } from './acting-maker.ts'
import { actingOperator } from './acting-operator.ts'
import { deleted } from './deleted.ts'

const test = suite('delete of two operators, of which one makes objects of the other')

const home = (name: string): Thing => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })

/** Created by the operator of the type, with its finalizer. */
function made(type: OwnType, place: string, name: string, metadata: object = {}): Promise<Thing> {
  const path = `/apis/${type.apiVersion}/namespaces/${place}/${type.plural}?fieldManager=${ownManager(type)}`
  const finalizers = [`${type.group}/cleanup`]
  return api.send('POST', path, type.draft(name, place, { metadata: { finalizers, ...metadata } }))
}

test('both in one namespace: what an operator makes again goes after what it makes it for', async () => {
  const [apps, buckets, place] = [await crd({ kind: 'App' }), await crd({ kind: 'Bucket' }), await namespace()]
  await using _ofBuckets = await actingOperator(buckets, place)
  const app = await made(apps, place, 'shop')
  const bucket = await made(buckets, place, 'shop-data', ownedBy(app, { controller: true }))
  await using maker = await actingMaker({ type: apps, place, parent: app, child: bucket })
  const { code, steps, stderr } = await deleted([`ns/${place}`, '--yes', '--timeout', '90s'])
  assert.is(code, 0, stderr + JSON.stringify(steps))
  const order = steps.map(({ ref, result }) => `${ref.kind}/${ref.name} ${result}`)
  assert.is(order.at(-1), `Namespace/${place} done`)
  assert.ok(order.includes('App/shop done'), order.join(', '))
  assert.is(maker.made(), 0, 'a bucket was made again')
  assert.equal(await Promise.all([app, bucket, home(place)].map(each => api.get(each))), [
    undefined,
    undefined,
    undefined,
  ])
})

test.run()
