import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { withLogs } from '../rig/kubelet.ts'
import { api, namespace, unique } from '../rig/rig.ts'

const test = suite('logs that the API server serves')

const LINES = ['2026-03-01T11:59:00Z one', '2026-03-01T11:59:30Z two', '2026-03-01T12:00:00Z three']

const draft = (place: string, ...containers: readonly string[]) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: unique('pod'), namespace: place },
  spec: { terminationGracePeriodSeconds: 0, containers: containers.map(name => ({ name, image: 'none' })) },
})

const read = async ({ metadata }: { metadata: { namespace: string; name: string } }, query: string) => {
  const path = `/api/v1/namespaces/${metadata.namespace}/pods/${metadata.name}/log?${query}`
  const { status, body } = await api.raw('GET', path)
  return [status, body] as const
}

test('are what the kubelet of the node sends, to the parameters that it is handed', async () => {
  await using kubelet = await withLogs(api)
  const pod = await kubelet.run(draft(await namespace(), 'manager'))
  kubelet.write(pod, 'manager', LINES, LINES.slice(0, 1))
  assert.equal(await read(pod, 'tailLines=2'), [200, 'two\nthree\n'])
  assert.equal(await read(pod, 'sinceTime=2026-03-01T11:59:30Z&timestamps=true'), [200, `${LINES[1]}\n${LINES[2]}\n`])
  assert.equal(await read(pod, 'previous=true&limitBytes=2'), [200, 'on'])
  assert.match(kubelet.asked.at(-1)!, /previous=true/)
  await api.delete(pod)
})

test('are refused as they are everywhere', async () => {
  await using kubelet = await withLogs(api)
  const place = await namespace()
  const pod = await kubelet.run(draft(place, 'kube-rbac-proxy', 'manager'))
  for (const query of [
    'sinceSeconds=0',
    'tailLines=-1',
    'limitBytes=0',
    'sinceSeconds=1&sinceTime=2026-03-01T11:59:30Z',
  ])
    assert.is((await read(pod, `container=manager&${query}`))[0], 422, query)
  assert.is((await read(pod, ''))[0], 400)
  assert.is((await read(pod, 'container=sidecar'))[0], 400)
  assert.is((await read(pod, 'container=manager&previous=true'))[0], 400)
  kubelet.write(pod, 'manager', (_, response) => response.writeHead(500).end('the disk is gone'))
  const [status, text] = await read(pod, 'container=manager')
  assert.is(status, 500)
  assert.match(text, 'the disk is gone')
  for (const code of [404, 503]) {
    kubelet.write(pod, 'manager', (_, response) => response.writeHead(code).end('secret words'))
    assert.is((await read(pod, 'container=manager'))[0], code)
  }
  await api.delete(pod)
  const unscheduled = await api.create({ ...draft(place, 'main'), metadata: { name: 'unscheduled', namespace: place } })
  assert.equal(await read(unscheduled, ''), [204, ''])
  await api.delete(unscheduled)
})

test.run()
