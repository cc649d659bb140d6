import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { KubeObject } from '../../src/api/object.ts'
import { refOf } from '../../src/api/object-ref.ts'
import { readWhole } from '../../src/cluster/read-whole.ts'
import { readWholes } from '../../src/cluster/read-wholes.ts'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { statusResponse } from '../sandbox/fault-answers.ts'

const test = suite('read many whole objects')

const CONFIG_MAPS = { group: '', version: 'v1', plural: 'configmaps', kind: 'ConfigMap', namespaced: true } as const
const SECRETS = { ...CONFIG_MAPS, plural: 'secrets', kind: 'Secret' } as const

function setup(type: typeof CONFIG_MAPS | typeof SECRETS, count: number) {
  const sandbox = createSandbox()
  sandbox.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } })
  const objects = Array.from({ length: count }, (_, index) =>
    sandbox.put({
      apiVersion: 'v1',
      kind: type.kind,
      metadata: { name: `o${index}`, namespace: 'shop' },
      data: { key: 'dmFsdWU=' },
    }),
  )
  const requests: string[] = []
  sandbox.onRequest = ({ method, path }) => {
    requests.push(`${method} ${path}`)
    return undefined
  }
  const soughtOf = (some: readonly KubeObject[]) =>
    some.map(({ metadata }) => ({ ref: refOf(type as never, metadata), type: type as never }))
  const read = (some: readonly KubeObject[]) => readWholes(sandbox.transport(), soughtOf(some))
  return { sandbox, objects, requests, read }
}

test('many objects of one type in one namespace are one list, each as it is read by itself', async () => {
  const { sandbox, objects, requests, read } = setup(CONFIG_MAPS, 30)
  const found = await read(objects.slice(0, 25))
  assert.equal(requests, ['GET /api/v1/namespaces/shop/configmaps'])
  assert.equal(
    [...found.keys()].toSorted(),
    objects
      .slice(0, 25)
      .map(({ metadata }) => metadata.uid)
      .toSorted(),
  )
  const alone = await readWhole(sandbox.transport(), CONFIG_MAPS as never, { name: 'o7', namespace: 'shop' })
  assert.equal(found.get(alone!.metadata.uid), alone)
  // As kube-apiserver begins one of a built-in type: a backup has that order.
  assert.equal(Object.keys(found.get(alone!.metadata.uid)!).slice(0, 2), ['kind', 'apiVersion'])
})

test('few objects are not listed, nor are Secrets, whose list would have the contents of others', async () => {
  const [few, secrets] = [setup(CONFIG_MAPS, 30), setup(SECRETS, 30)]
  assert.is((await few.read(few.objects.slice(0, 5))).size, 0)
  assert.is((await secrets.read(secrets.objects)).size, 0)
  assert.equal([...few.requests, ...secrets.requests], [])
})

test('a list that is forbidden, or of which most is something else, is left', async () => {
  const forbidden = setup(CONFIG_MAPS, 30)
  forbidden.sandbox.onRequest = () => statusResponse(403, { reason: 'Forbidden', message: 'no' })
  assert.is((await forbidden.read(forbidden.objects)).size, 0)
  const crowded = setup(CONFIG_MAPS, 1600)
  // The last by their names, which a list goes by.
  const found = await crowded.read(crowded.objects.slice(980, 1000))
  assert.equal([found.size, crowded.requests.length], [0, 2])
})

test.run()
