import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ApiFailure, codeOf } from '../../src/api/failure.ts'
import { NAMESPACE_TYPE } from '../../src/api/namespace-type.ts'
import { discover } from '../../src/cluster/discovery/discovery.ts'
import { isGone } from '../../src/cluster/is-gone.ts'
import { readWhole } from '../../src/cluster/read-whole.ts'
import { scan } from '../../src/cluster/scan/scan.ts'
import { definition } from '../../src/sandbox/incidents/parts/definition.ts'
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { plainText, statusResponse } from '../sandbox/fault-answers.ts'
import { manualClock } from '../sandbox/manual-clock.ts'

const test = suite('an object whose path is gone')

const JSON_TYPE = { 'content-type': 'application/json' }
const STATUS = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', reason: 'NotFound' } as const
const DEFINITION = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/widgets.example.com'

/** A type that was discovered, and how an object of it reads after that: gone, or the code that proves nothing. */
async function setup() {
  const sandbox = createSandbox({ clock: manualClock() })
  definition(sandbox, { group: 'example.com', plural: 'widgets', kind: 'Widget', oldVersion: 'v1beta1' })
  await sandbox.settle()
  const transport = sandbox.transport()
  const { types } = await discover(transport)
  const type = types.find(({ plural, version }) => plural === 'widgets' && version === 'v1')!
  const read = () =>
    readWhole(transport, type, { name: 'a', namespace: 'default' }).then(
      object => object ?? 'gone',
      error => codeOf(error),
    )
  return { sandbox, type, read }
}

function hide(sandbox: Sandbox, version: string): void {
  const found = sandbox.get('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'widgets.example.com')!
  const { spec } = found as { spec: { versions: { name: string }[] } } & typeof found
  const versions = spec.versions.map(each => ({ ...each, ...(each.name === version && { served: false }) }))
  sandbox.put({ ...found, spec: { ...spec, versions } })
}

test('went with its definition', async () => {
  const { sandbox, read } = await setup()
  await sandbox.handle({ method: 'DELETE', path: DEFINITION })
  await sandbox.settle()
  assert.is(await read(), 'gone')
})

test('went with its definition, though the documents of its group still show it', async () => {
  const { sandbox, read } = await setup()
  const noDefinition = { reason: 'NotFound', message: 'not found', details: { name: 'widgets.example.com' } }
  const objects = '/apis/example.com/v1/namespaces/default/widgets'
  sandbox.onRequest = ({ path }) => {
    if (path.startsWith(objects)) return plainText(404, '404 page not found\n')
    return path === DEFINITION ? statusResponse(404, noDefinition) : undefined
  }
  assert.is(await read(), 'gone')
})

test('may be there in another version', async () => {
  const { sandbox, read } = await setup()
  hide(sandbox, 'v1')
  await sandbox.settle()
  assert.is(await read(), 404)
})

test('may be there in another version of an aggregated API, which has no definition', async () => {
  const { sandbox, read } = await setup()
  hide(sandbox, 'v1')
  await sandbox.settle()
  const noDefinition = { reason: 'NotFound', message: 'not found', details: { name: 'widgets.example.com' } }
  sandbox.onRequest = ({ path }) => (path === DEFINITION ? statusResponse(404, noDefinition) : undefined)
  assert.is(await read(), 404)
})

test('may be there while its definition is, though no version is served', async () => {
  const { sandbox, read } = await setup()
  hide(sandbox, 'v1')
  hide(sandbox, 'v1beta1')
  await sandbox.settle()
  assert.is(await read(), 404)
})

test('may be there when a gateway answers in place of the server', async () => {
  const { sandbox, read } = await setup()
  sandbox.onRequest = () => plainText(404, '404 page not found\n')
  assert.is(await read(), 404)
})

test('may be there when its definition cannot be read', async () => {
  const { sandbox, read } = await setup()
  await sandbox.handle({ method: 'DELETE', path: DEFINITION })
  await sandbox.settle()
  sandbox.onRequest = ({ path }) => (path === DEFINITION ? plainText(503, 'service unavailable\n') : undefined)
  assert.is(await read(), 404)
})

// An aggregated server lost its route; the server in front answers for the group, and says whose the version is.
for (const [what, service, outcome] of [
  ['may be there when another server answers for its version', { namespace: 'agg', name: 'ships' }, 404],
  ['went when the server itself answers for its version', null, 'gone'],
] as const) {
  test(what, async () => {
    const { sandbox, read } = await setup()
    await sandbox.handle({ method: 'DELETE', path: DEFINITION })
    await sandbox.settle()
    const metadata = { name: 'v1.example.com', uid: 'x' }
    const versions = [{ groupVersion: 'example.com/v1', version: 'v1' }]
    const answers: Readonly<Record<string, object>> = {
      '/apis/example.com': { kind: 'APIGroup', name: 'example.com', versions },
      '/apis/apiregistration.k8s.io/v1/apiservices/v1.example.com': { kind: 'APIService', metadata, spec: { service } },
    }
    sandbox.onRequest = ({ path }) => {
      const body = answers[path]
      if (body !== undefined) return { ...plainText(200, JSON.stringify(body)), headers: JSON_TYPE }
      return path === '/apis/example.com/v1' ? plainText(404, '404 page not found\n') : undefined
    }
    assert.is(await read(), outcome)
  })
}

test('may be there while the list of all groups has its group, though the path of that is lost', async () => {
  const { sandbox, read } = await setup()
  const noDefinition = { reason: 'NotFound', message: 'not found', details: { name: 'widgets.example.com' } }
  sandbox.onRequest = ({ path }) => {
    if (path === DEFINITION) return statusResponse(404, noDefinition)
    if (path.endsWith('/apiservices/v1.example.com')) return plainText(503, 'not now\n')
    return path === '/apis/example.com' || path.endsWith('/widgets/a') ? plainText(404, 'lost\n') : undefined
  }
  assert.is(await read(), 404)
})

test('is there when the 404 of a write names the namespace, even one of the same name', async () => {
  const { sandbox, type } = await setup()
  const missing = (kind: string) =>
    new ApiFailure({ kind: 'status', code: 404, status: { ...STATUS, code: 404, details: { kind, name: 'a' } } })
  assert.is(await isGone(missing('namespaces'), sandbox.transport(), type, 'a'), false)
  assert.is(await isGone(missing('namespaces'), sandbox.transport(), NAMESPACE_TYPE, 'a'), true)
  assert.is(await isGone(missing('widgets'), sandbox.transport(), type, 'a'), true)
})

test('is no gap in a scan when it went with its definition', async () => {
  for (const [deleted, gaps] of [
    [true, []],
    [false, ['widgets.example.com']],
  ] as const) {
    const { sandbox, type } = await setup()
    if (deleted) await sandbox.handle({ method: 'DELETE', path: DEFINITION })
    else hide(sandbox, 'v1')
    await sandbox.settle()
    const { unreadable } = await scan(sandbox.transport(), { types: [type], pageSize: 500 })
    assert.equal(
      unreadable.map(({ resource }) => resource),
      gaps,
    )
  }
})

test.run()
