import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { headless } from '../headless.ts'

const test = suite('mcp')

const call = (id: number, given: object) => ({
  ...{ jsonrpc: '2.0', id, method: 'tools/call' },
  params: { name: 'list', arguments: given },
})
const HELLO = {
  ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
}

async function answersTo(...lines: readonly unknown[]) {
  const input = lines.map(line => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('')
  const { stdout, stderr } = await headless(['mcp', '--sandbox'], { input })
  assert.is(stderr, '')
  return stdout
    .trimEnd()
    .split('\n')
    .map(
      line => JSON.parse(line) as { id: unknown; error?: { code: number }; result?: { content: { text: string }[] } },
    )
}

test('answers a line that is no message of JSON-RPC with its error, and the next line as usual', async () => {
  const ping = { jsonrpc: '2.0', method: 'ping' }
  const lines = ['garbage', '', [], {}, null, { ...ping, jsonrpc: '1.0', id: 7 }, { ...ping, id: {} }]
  const answers = await answersTo(...lines, { ...ping, id: 5 })
  assert.equal(
    answers.map(({ id, error }) => [id, error?.code]),
    [
      [null, -32700],
      [null, -32600],
      [null, -32600],
      [null, -32600],
      [7, -32600],
      [null, -32600],
      [5, undefined],
    ],
  )
})

test('names its own arguments in errors, and no flag', async () => {
  const answers = await answersTo(HELLO, call(2, { olderThan: '-5s' }))
  const { text } = answers.find(({ id }) => id === 2)!.result!.content[0]!
  assert.match(text, /^error: invalid argument "-5s" for "olderThan": /)
})

test.run()
