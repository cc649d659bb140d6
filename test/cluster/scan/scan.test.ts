import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ApiFailure } from '../../../src/api/failure.ts'
import type { ResourceType } from '../../../src/api/resource-type.ts'
import { serverWords } from '../../../src/api/terminating.ts'
import { scan } from '../../../src/cluster/scan/scan.ts'
import type { ApiRequest, ApiResponse } from '../../../src/cluster/transport/transport.ts'
import { type ScriptedAnswer, scriptedTransport, statusBody } from '../scripted-transport.ts'

const test = suite('scan')

function type(plural: string, namespaced = true): ResourceType {
  const kind = plural[0]!.toUpperCase() + plural.slice(1, -1)
  const names = { plural, kind, singular: kind.toLowerCase(), shortNames: [], categories: [] }
  return { group: '', version: 'v1', ...names, namespaced, verbs: ['list'] }
}

function page(names: readonly string[], next = ''): ScriptedAnswer {
  const items = names.map(name => ({
    metadata: { name, uid: `uid-${name}`, deletionTimestamp: '2026-01-01T00:00:00Z', creationTimestamp: 'x' },
  }))
  return { body: { kind: 'PartialObjectMetadataList', metadata: { resourceVersion: '9', continue: next }, items } }
}

const tokenOf = (request: ApiRequest): string => request.query?.continue ?? ''
const cut = new ApiFailure({ kind: 'cut', message: 'unexpected EOF' })

test('all pages are read, each object once', async () => {
  const pages: Record<string, ScriptedAnswer> = {
    '': page(['a', 'b'], 'two'),
    two: page(['b', 'c'], 'three'),
    three: page(['d']),
  }
  const transport = scriptedTransport(request => pages[tokenOf(request)]!)
  const { findings, unreadable } = await scan(transport, { types: [type('pods')], pageSize: 2 })
  assert.equal(
    findings.map(({ meta }) => meta.name),
    ['a', 'b', 'c', 'd'],
  )
  assert.equal(unreadable, [])
})

test('each page is bounded, and neither resourceVersion nor a match is sent', async () => {
  const transport = scriptedTransport(() => page([]))
  await scan(transport, { types: [type('pods')], pageSize: 2 })
  assert.equal(Object.keys(transport.requests[0]!.query!), ['limit'])
})

test('a page that breaks off is read again, and nothing of its first half counts', async () => {
  const half = '{"kind":"PartialObjectMetadataList","metadata":{},"items":[{"metadata":{"name":"ghost"'
  const transport = scriptedTransport((_request, asked) =>
    asked === 1 ? { body: half, breaksWith: cut } : page(['a']),
  )
  const { findings, unreadable } = await scan(transport, { types: [type('pods')], pageSize: 2 })
  assert.equal(
    findings.map(({ meta }) => meta.name),
    ['a'],
  )
  assert.equal(unreadable, [])
})

test('a page that always breaks off makes its type unreadable, and no other', async () => {
  const transport = scriptedTransport(({ path }) =>
    path.endsWith('pods') ? { body: '{"items":[', breaksWith: cut } : page(['s']),
  )
  const { findings, unreadable } = await scan(transport, { types: [type('pods'), type('services')], pageSize: 2 })
  assert.equal(
    findings.map(({ meta }) => meta.name),
    ['s'],
  )
  assert.equal(
    unreadable.map(({ resource, reason }) => [resource, reason]),
    [['pods', 'ResponseCut']],
  )
})

test('after 410 in the middle the list is begun anew, so that a deleted object is not reported', async () => {
  let expired = false
  const transport = scriptedTransport(request => {
    if (tokenOf(request) === '') return expired ? page(['b'], 'fresh') : page(['a'], 'old')
    if (tokenOf(request) === 'fresh') return page(['c'])
    expired = true
    return { status: 410, body: statusBody(410, 'Expired', 'The provided continue parameter is too old') }
  })
  const { findings } = await scan(transport, { types: [type('pods')], pageSize: 2 })
  assert.equal(
    findings.map(({ meta }) => meta.name),
    ['b', 'c'],
  )
})

test('a type whose token expires every time ends as unreadable, and what its first page had is kept', async () => {
  const transport = scriptedTransport(request =>
    tokenOf(request) === '' ? page(['a'], 'old') : { status: 410, body: statusBody(410, 'Expired', 'too old') },
  )
  const { findings, unreadable } = await scan(transport, { types: [type('pods')], pageSize: 2 })
  assert.equal(
    findings.map(({ meta }) => meta.name),
    ['a'],
  )
  assert.is(unreadable[0]!.reason, 'Expired')
})

test('a server that repeats a page token for ever is left', async () => {
  const transport = scriptedTransport(() => page(['a'], 'again'))
  const { unreadable } = await scan(transport, { types: [type('pods')], pageSize: 2 })
  assert.is(unreadable[0]!.reason, 'Garbled')
  assert.is(transport.requests.length, 2)
})

test('a type that cannot be listed is unreadable: neither a lost route nor a refused method says that nothing is there', async () => {
  const transport = scriptedTransport(({ path }) =>
    path.endsWith('tokens')
      ? { status: 405, body: statusBody(405, 'MethodNotAllowed', 'no') }
      : { status: 404, body: statusBody(404, 'NotFound', 'the server could not find the requested resource') },
  )
  const types = [type('pods'), { ...type('ships'), group: 'agg.example' }, type('tokens')]
  const { unreadable } = await scan(transport, { types, pageSize: 2 })
  assert.equal(unreadable.map(({ resource, reason }) => [resource, reason]).toSorted(), [
    ['pods', 'NotFound'],
    ['ships.agg.example', 'NotFound'],
    ['tokens', 'MethodNotAllowed'],
  ])
})

test('a route that is lost in the middle of a list makes its type unreadable, and drops nothing that was read', async () => {
  const lost = { status: 404, body: '404 page not found\n', headers: { 'content-type': 'text/plain' } }
  const transport = scriptedTransport(request => (tokenOf(request) === '' ? page(['a'], 'two') : lost))
  const { findings, unreadable, typesRead } = await scan(transport, { types: [type('pods')], pageSize: 2 })
  assert.equal(
    findings.map(({ meta }) => meta.name),
    ['a'],
  )
  assert.equal(
    unreadable.map(({ resource, reason }) => [resource, reason]),
    [['pods', 'NotFound']],
  )
  assert.is(typesRead, 0)
})

// What a page of the middle can be that is no empty page.
for (const [what, body] of [
  ['bare null items', { items: null }],
  ['null items of no resourceVersion', { kind: 'PodList', apiVersion: 'v1', metadata: {}, items: null }],
  ['no items', { kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion: '9' } }],
  ['items of another type', { kind: 'PodList', metadata: { resourceVersion: '9' }, items: {} }],
  ['an item of null', { kind: 'PodList', metadata: { resourceVersion: '9' }, items: [null, 'deletionTimestamp'] }],
  ['nothing', {}],
  ['empty items and nothing else', { items: [] }],
  ['one object', { kind: 'Pod', metadata: { name: 'a', uid: '1' }, items: [] }],
  [
    'an object without a uid',
    { kind: 'PodList', metadata: {}, items: [{ metadata: { name: 'a', deletionTimestamp: '2026-01-01T00:00:00Z' } }] },
  ],
] as const) {
  test(`a page with ${what} is not the end of a list`, async () => {
    const transport = scriptedTransport(request => (tokenOf(request) === '' ? page(['a'], 'two') : { body }))
    const { findings, unreadable } = await scan(transport, { types: [type('pods')], pageSize: 2 })
    assert.is(findings.length, 1)
    assert.equal(
      unreadable.map(({ resource, reason }) => [resource, reason]),
      [['pods', 'Garbled']],
    )
    assert.not.match(serverWords(unreadable[0]!), /undefined|iterable|function|JSON at|Unexpected/)
  })
}

test('the empty list of a Go server has null items', async () => {
  const body = { kind: 'PartialObjectMetadataList', metadata: { resourceVersion: '9' }, items: null }
  const { unreadable } = await scan(
    scriptedTransport(() => ({ body })),
    { types: [type('pods')], pageSize: 2 },
  )
  assert.equal(unreadable, [])
})

test('types that are lost by the hundred cost one more request each', async () => {
  const transport = scriptedTransport(() => ({ status: 404, body: '404 page not found\n' }))
  const types = Array.from({ length: 300 }, (_, index) => ({ ...type(`things${index}s`), group: 'example.com' }))
  const { unreadable } = await scan(transport, { types, pageSize: 2 })
  assert.is(unreadable.length, 300)
  assert.is(transport.requests.length, 600)
})

test('a type that may not be listed cluster-wide is read in the fallback namespace, and both are told', async () => {
  const transport = scriptedTransport(({ path }) =>
    path.includes('/namespaces/team/') ? page(['mine']) : { status: 403, body: statusBody(403, 'Forbidden', 'no') },
  )
  const types = [type('pods'), type('nodes', false)]
  const { findings, unreadable, fellBack } = await scan(transport, { types, fallbackNamespace: 'team', pageSize: 2 })
  assert.equal(
    findings.map(({ meta }) => meta.name),
    ['mine'],
  )
  assert.equal(fellBack, ['pods'])
  assert.equal(
    unreadable.map(({ resource, reason, namespace }) => [resource, reason, namespace]),
    [
      ['pods', 'Forbidden', undefined],
      ['nodes', 'Forbidden', undefined],
    ],
  )
})

test('one object under two types is found once', async () => {
  const transport = scriptedTransport(() => page(['same']))
  const { findings } = await scan(transport, { types: [type('events'), type('occasions')], pageSize: 2 })
  assert.is(findings.length, 1)
})

test('the order of types decides the order of what is found, and whose an object under two types is, not that of the answers', async () => {
  const names: Record<string, readonly string[]> = { services: ['b', 'same'], pods: ['a'], occasions: ['c', 'same'] }
  const others = Promise.withResolvers<void>()
  let read = 0
  const inner = scriptedTransport(({ path }) => page(names[path.split('/').at(-1)!]!))
  const transport = {
    ...inner,
    send: async (request: ApiRequest) => {
      if (request.path.endsWith('services')) await others.promise
      return inner.send(request)
    },
  }
  const types = Object.keys(names).map(name => type(name))
  const onType = (): void => void (++read === 2 && others.resolve())
  const { findings } = await scan(transport, { types, pageSize: 2, onType })
  assert.equal(
    findings.map(finding => `${finding.type.plural}/${finding.meta.name}`),
    ['services/b', 'services/same', 'pods/a', 'occasions/c'],
  )
})

test('a label selector that the server refuses ends the scan, because every type would refuse it', async () => {
  const transport = scriptedTransport(() => ({
    status: 400,
    body: statusBody(400, 'BadRequest', 'unable to parse requirement'),
  }))
  try {
    await scan(transport, { types: [type('pods')], labelSelector: '===', pageSize: 2 })
    assert.unreachable()
  } catch (error) {
    assert.instance(error, ApiFailure)
  }
})

test('at most 16 requests are under way at once', async () => {
  let open = 0
  let most = 0
  const inner = scriptedTransport(() => page([]))
  const transport = {
    ...inner,
    send: async (request: ApiRequest) => {
      most = Math.max(most, ++open)
      await new Promise(resolve => setImmediate(resolve))
      open--
      return inner.send(request)
    },
  }
  await scan(transport, { types: Array.from({ length: 100 }, (_, index) => type(`things${index}s`)), pageSize: 2 })
  assert.is(most, 16)
})

test('of a type that is kept whole the next page is asked for while the first arrives, and read once', async () => {
  const bytes = readFileSync(new URL('fixtures/configmaps-1.36.3.pb', import.meta.url))
  const inner = scriptedTransport(request => (tokenOf(request) === '' ? { body: bytes } : page(['last'])))
  let isAsked = () => {}
  const asked = new Promise<void>(resolve => {
    isAsked = resolve
  })
  const transport = {
    ...inner,
    send: async (request: ApiRequest): Promise<ApiResponse> => {
      const response = await inner.send(request)
      if (tokenOf(request) !== '') {
        isAsked()
        return response
      }
      const body = (async function* () {
        yield bytes.subarray(0, bytes.length - 1)
        await asked
        yield bytes.subarray(bytes.length - 1)
      })()
      return { ...response, headers: { 'content-type': 'application/vnd.kubernetes.protobuf' }, body }
    },
  }
  const whole = new Set(['configmaps'])
  const { findings } = await scan(transport, { types: [type('configmaps')], pageSize: 4, whole })
  assert.equal(
    findings.map(({ meta }) => meta.name),
    ['healthy', 'kube-root-ca.crt', 'owner', 'stuck', 'last'],
  )
  assert.is(inner.requests.length, 2)
})

test.run()
