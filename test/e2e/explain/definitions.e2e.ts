import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { api, crd, namespace } from '../rig/rig.ts'
import { explained } from './explained-e2e.ts'

const test = suite('explain a definition')

test('that waits for its instance, and not for those of another one', async () => {
  const place = await namespace()
  const queues = await crd({ kind: 'Queue' })
  const topics = await crd({ kind: 'Topic' })
  const finalizers = ['example.com/drain']
  const queue = await api.create(queues.draft('incoming', place, { metadata: { finalizers } }))
  await api.create(topics.draft('healthy', place, { metadata: { finalizers } }))
  try {
    await api.delete(queues.definition)
    await api.waitFor(queue, now => now.metadata.deletionTimestamp)
    const answer = await explained([])
    const definition = answer.object('CustomResourceDefinition', queues.resource)
    assert.is(definition.verdict, 'waiting')
    assert.equal(
      definition.waitingFor.map(({ reason, ref }) => [reason, ref.resource, ref.name]),
      [['Instance', queues.resource, 'incoming']],
    )
    const held = answer.objects.find(({ ref }) => ref.uid === queue.metadata.uid)
    assert.ok(held!.causes.length > 0)
    assert.ok(held!.causes.every(id => definition.causes.includes(id)))
    assert.not.ok(answer.objects.some(({ ref }) => ref.resource === topics.resource))
  } finally {
    await api.patch(queue, { metadata: { finalizers: null } })
    await api.waitGone(queues.definition)
  }
})

test.run()
