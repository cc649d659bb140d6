import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Explanation } from '../../../src/render/words/explanation.ts'
import { api, crd, namespace, run, unique } from '../rig/rig.ts'
import { installOperator, leaveAccount, ownManager, stuckObject, writtenBefore } from './operator.ts'

const test = suite('text is bounded')

async function causesIn(place: string): Promise<Explanation['causes']> {
  return (JSON.parse((await run(['explain', '-n', place, '-o', 'json'])).stdout) as Explanation).causes
}

test('a condition of hundreds of kilobytes is cut where it comes in, and the command behind it is not', async () => {
  const place = await namespace()
  const buckets = await crd({ kind: 'Bucket' })
  await installOperator({ type: buckets, namespace: place, name: unique('operator'), state: 'running' })
  const message = 'the bucket is not empty: '.repeat(16_000)
  const one = await stuckObject(buckets, place, 'one')
  const lastTransitionTime = new Date(Date.parse(one.metadata.deletionTimestamp!) + 1000).toISOString()
  const conditions = [{ type: 'Ready', status: 'False', reason: 'DeleteFailed', message, lastTransitionTime }]
  await api.patch(one, { status: { conditions } }, { subresource: '/status' })
  const explained = await run(['explain', '-n', place])
  assert.ok(explained.stdout.length < 8000, `${explained.stdout.length} characters`)
  assert.match(explained.stdout, /the bucket is not empty.* … \([\d,]+ more characters, more in -o json\) … /)
  const json = JSON.stringify(await causesIn(place))
  assert.ok(json.includes(message.slice(0, 4000)) && json.length < 20_000, `${json.length} characters`)
  assert.match(json, / … \(cut: \d+ more characters\)/)
  const refused = await run(['remove', `${buckets.resource}/one`, '-n', place, '--yes'])
  assert.ok(refused.stdout.length < 3000, `${refused.stdout.length} characters`)
  assert.match(refused.stdout, `kubectl describe ${buckets.resource} one -n ${place}`)
})

test('hundreds of finalizers of one operator are one cause with one command, and go by it', async () => {
  const place = await namespace()
  const buckets = await crd({ kind: 'Bucket' })
  const finalizers = Array.from({ length: 300 }, (_, index) => `${buckets.group}/f${index}`)
  const path = `/apis/${buckets.apiVersion}/namespaces/${place}/${buckets.plural}?fieldManager=${ownManager(buckets)}`
  const one = await api.send('POST', path, buckets.draft('one', place, { metadata: { finalizers } }))
  await leaveAccount(buckets)
  await writtenBefore(one, 2 * 3600)
  await api.delete(one)
  const causes = await causesIn(place)
  assert.equal(
    causes.map(({ code, remedies }) => [code, remedies.at(-1)!.commands.length]),
    [['ControllerMissing', 1]],
  )
  assert.match(causes[0]!.summary, 'and 299 more')
  assert.ok((await run(['explain', '-n', place])).stdout.split('\n').length < 30)
  const [, , ...words] = causes[0]!.remedies.at(-1)!.commands[0]!.split(' ')
  const planned = await run([...words, '--dry-run=client'])
  assert.match(planned.stdout, 'and 280 more')
  const done = await run([...words, '--yes'])
  assert.equal([done.code, await api.get(one)], [0, undefined])
  assert.match(done.stderr, '300 removed, 0 failed')
})

test('a chain of owners is folded, and its last one is shown', async () => {
  const place = await namespace()
  const buckets = await crd({ kind: 'Bucket' })
  let last = await stuckObject(buckets, place, 'b29', { manager: ownManager(buckets) })
  for (let index = 28; index >= 0; index--) {
    const { apiVersion, kind, metadata } = last
    const finalizers = ['foregroundDeletion']
    const made = await api.create(buckets.draft(`b${index}`, place, { metadata: { finalizers } }))
    const owner = { apiVersion, kind, name: made.metadata.name, uid: made.metadata.uid, blockOwnerDeletion: true }
    await api.patch({ ...last, metadata }, { metadata: { ownerReferences: [owner] } })
    await api.delete(made, { propagationPolicy: 'Foreground' })
    last = made
  }
  const { stdout } = await run(['explain', '-n', place])
  assert.match(stdout, /… \d+ more, each waiting for the next/)
  assert.match(stdout, /└─ bucket\/b29/)
  assert.ok(stdout.split('\n').every(line => line.indexOf('─ ') < 60))
})

test.run()
