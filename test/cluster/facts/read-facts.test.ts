import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { discover } from '../../../src/cluster/discovery/discovery.ts'
import { readFacts } from '../../../src/cluster/facts/read-facts.ts'
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

test.run()
