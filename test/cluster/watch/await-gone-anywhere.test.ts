import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { awaitGoneAnywhere } from '../../../src/cluster/watch/await-gone-anywhere.ts'
import { pods } from '../pods.ts'
import { scriptedTransport, statusBody } from '../scripted-transport.ts'

const test = suite('waiting in many namespaces')

const meta = (namespace: string) => ({ name: 'a', namespace, uid: `uid-${namespace}`, resourceVersion: '5' })

/** Waits for a Pod in each of so many namespaces; none is there. Answers the paths of the lists. */
async function awaited(count: number, mayListAll: boolean) {
  const transport = scriptedTransport(({ path }) => {
    if (path === '/api/v1/pods' && !mayListAll) return { status: 403, body: statusBody(403, 'Forbidden', 'no') }
    return { body: { kind: 'PodList', metadata: { resourceVersion: '7' }, items: [] } }
  })
  const gone: string[] = []
  await awaitGoneAnywhere(transport, {
    type: pods,
    objects: Array.from({ length: count }, (_, index) => meta(`ns-${index}`)),
    signal: new AbortController().signal,
    sleep: async () => {},
    pollSeconds: 5,
    turn: async () => {},
    onGone: ({ namespace }) => gone.push(namespace!),
    onTrouble() {},
  })
  return { gone, paths: transport.requests.map(({ path }) => path) }
}

test('a few are looked at one by one, many all at once', async () => {
  const few = await awaited(3, true)
  assert.equal(
    few.paths,
    [0, 1, 2].map(index => `/api/v1/namespaces/ns-${index}/pods`),
  )
  const many = await awaited(20, true)
  assert.equal(many.paths, ['/api/v1/pods'])
  assert.is(many.gone.length, 20)
})

test('many are looked at one by one where the user may not read all', async () => {
  const { gone, paths } = await awaited(20, false)
  assert.is(paths.length, 21)
  assert.is(new Set(gone).size, 20)
})

test.run()
