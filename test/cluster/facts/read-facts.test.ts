import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Fact, queryKey } from '../../../src/api/fact.ts'
import type { KubeObject, ObjectMeta } from '../../../src/api/object.ts'
import { discover } from '../../../src/cluster/discovery/discovery.ts'
import { knownMetadata } from '../../../src/cluster/facts/fact-source.ts'
import { readFacts } from '../../../src/cluster/facts/read-facts.ts'
import { readJson } from '../../../src/cluster/transport/read.ts'
import type { Transport } from '../../../src/cluster/transport/transport.ts'
import { definition } from '../../../src/sandbox/incidents/parts/definition.ts'
import type { RequestHook } from '../../../src/sandbox/sandbox.ts'
import { createSandbox } from '../../../src/sandbox/sandbox.ts'
import { plainText } from '../../sandbox/fault-answers.ts'

const test = suite('facts that are read')

async function stateOf(hook?: RequestHook): Promise<string | undefined> {
  const sandbox = createSandbox()
  const transport = sandbox.transport()
  const discovery = await discover(transport)
  sandbox.onRequest = hook
  const query = { about: 'object', resource: 'services', namespace: 'default', name: 'a' } as const
  const facts = await readFacts({ transport, discovery, pageSize: 500 }, [query])
  return [...facts.values()][0]?.state
}

test('what the server says is not there is absent', async () => {
  assert.is(await stateOf(), 'absent')
})

test('a 404 from a gateway without a route proves nothing', async () => {
  assert.is(await stateOf(() => plainText(404, '404 page not found\n')), 'unreadable')
})

test('an answer that does not say whether somebody may do it is no refusal', async () => {
  const query = { about: 'access', user: 'eve', verb: 'get', resource: 'pods' } as const
  for (const text of ['{}', '{"items":null}', '{"status":{"allowed":"yes"}}']) {
    const sandbox = createSandbox()
    const transport = sandbox.transport()
    const discovery = await discover(transport)
    sandbox.onRequest = () => ({ ...plainText(201, text), headers: { 'content-type': 'application/json' } })
    const [fact] = (await readFacts({ transport, discovery, pageSize: 500 }, [query])).values()
    assert.is(fact?.state, 'unreadable', text)
  }
})

test('metadata that the scan has is not kept again, unless the object has changed since', async () => {
  const sandbox = createSandbox()
  const transport = sandbox.transport()
  const path = '/api/v1/namespaces/default/configmaps'
  for (const name of ['a', 'b']) await create(transport, path, { metadata: { name } })
  const discovery = await discover(transport)
  const queries = [
    { about: 'list', resource: 'configmaps', namespace: 'default' },
    { about: 'metadata', resource: 'configmaps', namespace: 'default' },
  ] as const
  const read = async (scanned: readonly ObjectMeta[]) => {
    const known = knownMetadata(new Map(scanned.map(meta => [meta.uid, { meta }])))
    const facts = await readFacts({ transport, discovery, pageSize: 500, known }, queries)
    const [list, metadata] = queries.map(query => facts.get(queryKey(query)) as Fact<readonly unknown[]>)
    const whole = list?.state === 'known' ? (list.value as readonly KubeObject[]) : []
    return [whole.map(each => each.metadata), metadata?.state === 'known' ? metadata.value : []] as const
  }
  const [scanned] = await read([])
  const isScanned = (meta: unknown) => scanned.includes(meta as ObjectMeta)
  const [a] = scanned
  await readJson(transport, {
    method: 'PATCH',
    path: `${path}/${a!.name}`,
    headers: { 'content-type': 'application/merge-patch+json' },
    body: JSON.stringify({ metadata: { labels: { changed: 'yes' } } }),
  })
  const [whole, metadata] = await read(scanned)
  assert.equal(
    whole.map(isScanned),
    scanned.map(each => each !== a),
  )
  assert.equal(metadata.map(isScanned), whole.map(isScanned))
  assert.equal(whole[0]!.labels, { changed: 'yes' })
})

/** A ConfigMap with two finalizers, and what is asked of the server for the dry run of their removal. */
async function removalOf({ uid, hook }: { uid?: string; hook?: (method: string) => number | undefined }) {
  const sandbox = createSandbox()
  const transport = sandbox.transport()
  const path = '/api/v1/namespaces/default/configmaps'
  await create(transport, path, { metadata: { name: 'a', finalizers: ['x.y/a', 'x.y/b'] } })
  const { body } = await readJson(transport, { method: 'GET', path: `${path}/a` })
  const discovery = await discover(transport)
  const asked: string[] = []
  sandbox.onRequest = ({ method }) => {
    asked.push(method)
    const code = hook?.(method)
    return code === undefined ? undefined : plainText(code, 'no')
  }
  const read = async (finalizers: readonly string[]) => {
    const object = { resource: 'configmaps', namespace: 'default', name: 'a' }
    const query = { about: 'removal', ...object, uid: uid ?? (body as KubeObject).metadata.uid, finalizers } as const
    return [...(await readFacts({ transport, discovery, pageSize: 500 }, [query])).values()][0]
  }
  return { asked, read }
}

test('a removal of finalizers that are as the scan saw them takes one request', async () => {
  const { asked, read } = await removalOf({})
  assert.equal(await read(['x.y/a', 'x.y/b']), { state: 'known', value: { accepted: true, finalizersLeft: [] } })
  assert.equal(asked, ['PATCH'])
})

test('where the finalizers are others by now, the removal is that of the object as it is', async () => {
  const { asked, read } = await removalOf({})
  assert.equal(await read(['x.y/b']), { state: 'known', value: { accepted: true, finalizersLeft: ['x.y/a'] } })
  assert.equal(asked, ['PATCH', 'GET', 'PATCH'])
})

test('another object of the name is not the one whose removal is asked about', async () => {
  const { read } = await removalOf({ uid: 'of-another' })
  assert.equal(await read(['x.y/a', 'x.y/b']), { state: 'absent' })
})

test('a removal that breaks the server is an answer, unless the object cannot even be read', async () => {
  const rejected = await removalOf({ hook: method => (method === 'PATCH' ? 500 : undefined) })
  const fact = await rejected.read(['x.y/a', 'x.y/b'])
  assert.is(fact?.state === 'known' && (fact.value as { code: number }).code, 500)
  assert.equal(rejected.asked, ['PATCH', 'GET'])
  const unread = await removalOf({ hook: () => 500 })
  assert.is((await unread.read(['x.y/a', 'x.y/b']))?.state, 'unreadable')
})

test('what a CRD says in its annotation comes with the CRD, where that is asked for too', async () => {
  const sandbox = createSandbox()
  const transport = sandbox.transport()
  definition(sandbox, { group: 'example.com', plural: 'things', kind: 'Thing' })
  const discovery = await discover(transport)
  const asked: string[] = []
  sandbox.onRequest = ({ path }) => void asked.push(path)
  const crd = { resource: 'customresourcedefinitions.apiextensions.k8s.io', name: 'things.example.com' }
  const queries = [{ about: 'annotated', ...crd } as const, { about: 'object', ...crd } as const]
  const facts = await readFacts({ transport, discovery, pageSize: 500 }, queries)
  assert.equal(facts.get(queryKey(queries[0]!)), { state: 'known', value: { finalizers: [] } })
  assert.is(asked.length, 1)
})

const NAMESPACES = Array.from({ length: 12 }, (_, index) => `n${index}`)

/** ConfigMaps named after their namespace; the answers to the questions for those of each namespace, and what was asked for them. */
async function listsOf(namespaces: readonly string[], refuse: (path: string) => boolean = () => false) {
  const sandbox = createSandbox()
  const transport = sandbox.transport()
  for (const name of [...NAMESPACES, 'other']) {
    await create(transport, '/api/v1/namespaces', { metadata: { name } })
    await create(transport, `/api/v1/namespaces/${name}/configmaps`, { metadata: { name: `of-${name}` } })
  }
  const discovery = await discover(transport)
  const asked: string[] = []
  sandbox.onRequest = ({ path }) => {
    asked.push(path)
    return refuse(path) ? plainText(403, 'no') : undefined
  }
  const queries = namespaces.map(namespace => ({ about: 'list', resource: 'configmaps', namespace }) as const)
  const facts = await readFacts({ transport, discovery, pageSize: 500 }, queries)
  const names = queries.map(query => {
    const fact = facts.get(queryKey(query)) as Fact<readonly KubeObject[]>
    return fact.state === 'known'
      ? fact.value.map(({ kind, metadata }) => `${kind}/${metadata.name}`).join()
      : fact.state
  })
  return { asked, names }
}

async function create(transport: Transport, path: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  assert.is((await transport.send({ method: 'POST', path, headers, body: JSON.stringify(body) })).status, 201)
}

const ALL = '/api/v1/configmaps'
const EACH = NAMESPACES.map(name => `ConfigMap/of-${name}`)

test('lists of one type in many namespaces are one request, and each has just what is in its namespace', async () => {
  const { asked, names } = await listsOf(NAMESPACES)
  assert.equal(asked, [ALL])
  assert.equal(names, EACH)
})

test('where the whole type may not be listed, each namespace is asked for by itself', async () => {
  const { asked, names } = await listsOf(NAMESPACES, path => path === ALL)
  assert.is(asked.length, 1 + NAMESPACES.length)
  assert.equal(names, EACH)
})

test('a few namespaces are asked for by themselves: the whole type may be far more', async () => {
  const { asked, names } = await listsOf(NAMESPACES.slice(0, 3))
  assert.equal(
    asked.toSorted(),
    ['n0', 'n1', 'n2'].map(name => `/api/v1/namespaces/${name}/configmaps`),
  )
  assert.equal(names, EACH.slice(0, 3))
})

test.run()
