import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Draft, Thing } from '../rig/api.ts'
import { api, namespace, unique } from '../rig/rig.ts'
import { metrics, watching } from './watching.ts'

const test = suite('watch: many stuck objects')

const NAMESPACES = 10
/** `npm run bench -- --watch --terminating 10000` has 10,000 in all. */
const IN_EACH = 200
/** The namespaces that are filled at once. */
const AT_ONCE = 5

test('2,000 stuck objects of one cause are all counted, in at most 200 series', async () => {
  const finalizer = `example.com/${unique('held')}`
  const places = await Promise.all(Array.from({ length: NAMESPACES }, () => namespace()))
  const objects: Thing[] = []
  await each(places, async place => {
    for (let index = 0; index < IN_EACH; index++) {
      objects.push(await api.create(configMap(place, `many-${index}`, finalizer)))
    }
    await api.send('DELETE', `/api/v1/namespaces/${place}/configmaps?labelSelector=many%3Dtrue`)
  })
  await watching([], async get => {
    const held = await metrics(get, text => total(text, 'kubectl_finalize_stuck_objects', finalizer) === objects.length)
    const series = held.split('\n').filter(line => /^kubectl_finalize_\w+\{/.test(line))
    const own = series.filter(line => places.some(place => line.includes(`namespace="${place}"`)))
    assert.is(own.length, 3 * NAMESPACES, own.join('\n'))
    assert.is(own.filter(line => line.startsWith('kubectl_finalize_terminating_objects{')).length, NAMESPACES)
    assert.ok(series.length <= 200, `${series.length} series, the other files' objects among them`)
    assert.ok(held.length <= 100_000, `${held.length} bytes`)
    assert.not.match(held, /many-\d/)
  })
  await each(objects, object => api.patch(object, { metadata: { finalizers: null } }))
})

const configMap = (place: string, name: string, finalizer: string): Draft => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: place, labels: { many: 'true' }, finalizers: [finalizer] },
})

function total(text: string, metric: string, finalizer: string): number {
  const lines = text.split('\n').filter(line => line.startsWith(`${metric}{`) && line.includes(`"${finalizer}"`))
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

async function each<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const waiting = [...items]
  const lane = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
}

test.run()
