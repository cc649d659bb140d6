import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Fact, queryKey } from '../../../src/api/fact.ts'
import type { KubeObject } from '../../../src/api/object.ts'
import { discover } from '../../../src/cluster/discovery/discovery.ts'
import { readFacts } from '../../../src/cluster/facts/read-facts.ts'
import type { Transport } from '../../../src/cluster/transport/transport.ts'
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
