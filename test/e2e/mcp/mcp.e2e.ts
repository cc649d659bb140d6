import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { UNTRUSTED } from '../../../src/commands/mcp/result.ts'
import { removeAtEnd } from '../../control-plane/process-group.ts'
import { api, namespace, run, runProgram, target } from '../rig/rig.ts'

const test = suite('kubectl finalize mcp')

interface Result {
  readonly isError?: boolean
  readonly content: readonly { readonly text: string }[]
  readonly structuredContent?: Readonly<Record<string, unknown>>
}

/** The protocol's own client, with this program as its server. */
async function connected(...flags: readonly string[]) {
  const client = new Client({ name: 'test', version: '1.0.0' })
  const env = { KUBECONFIG: target().kubeconfig, HOME: tmpdir(), PATH: process.env.PATH ?? '' }
  await client.connect(
    new StdioClientTransport({ command: target().program, args: ['mcp', ...flags], env, stderr: 'pipe' }),
  )
  const call = async (name: string, given: Readonly<Record<string, unknown>> = {}): Promise<Result> =>
    (await client.callTool({ name, arguments: { ...given } })) as unknown as Result
  return { client, call, [Symbol.asyncDispose]: () => client.close() }
}

/** A terminating object of a namespace of its own, held by a finalizer that nobody removes. */
async function heldIn(place: string) {
  const held = await api.create({
    ...{ apiVersion: 'v1', kind: 'ConfigMap' },
    metadata: { name: 'held', namespace: place, finalizers: ['e2e.example.com/hold'] },
  })
  await api.delete(held)
  return held
}

test('answers what the commands print as JSON, in a text that is marked as data', async () => {
  const place = await namespace()
  const held = await heldIn(place)
  await using server = await connected()
  const asked = {
    list: [{ namespace: place }, ['list', '-n', place]],
    explain: [{ objects: ['configmap/held'], namespace: place }, ['explain', 'configmap/held', '-n', place]],
    preflight: [{ objects: [`namespace/${place}`] }, ['preflight', `namespace/${place}`]],
    catalog: [{ finalizer: 'kubernetes.io/pvc-protection' }, ['catalog', 'kubernetes.io/pvc-protection']],
  } as const
  const timeless = (text: string): unknown =>
    JSON.parse(text, (key, value) => {
      if (/^(takenAt|ageSeconds)$/.test(key)) return undefined
      return typeof value === 'string' ? value.replaceAll(/\b\d+[sm]\b/g, '…') : value
    })
  for (const [tool, [given, words]] of Object.entries(asked)) {
    const { content, structuredContent } = await server.call(tool, given)
    assert.is(content[0]!.text, UNTRUSTED)
    assert.equal(JSON.parse(content.at(-1)!.text), structuredContent)
    const { stdout } = await run([...words, '-o', 'json'])
    assert.equal(timeless(content.at(-1)!.text), timeless(stdout), tool)
  }
  const { content, structuredContent } = await server.call('explain', { namespace: place, causesOnly: true })
  assert.match(content.at(-1)!.text, /^ControllerUnknown /)
  assert.is(structuredContent, undefined)
  await api.patch(held, { metadata: { finalizers: null } })
})

test('explains recordings of the folder that the user opened, and reads no other file', async () => {
  const place = await namespace()
  const held = await heldIn(place)
  const folder = mkdtempSync(join(tmpdir(), 'kubectl-finalize-recordings-'))
  removeAtEnd(folder)
  assert.is((await run(['record', '-n', place, '-o', join(folder, 'shop.gz')])).code, 0)
  await api.patch(held, { metadata: { finalizers: null } })
  const outside = join(tmpdir(), `kubectl-finalize-${place}`)
  removeAtEnd(outside)
  writeFileSync(outside, 'secret')
  symlinkSync(outside, join(folder, 'link'))
  await using server = await connected('--recordings', folder)
  const { structuredContent } = await server.call('recording', { file: 'shop.gz', causesOnly: false })
  const [{ code } = { code: '' }] = structuredContent!.causes as readonly { code: string }[]
  assert.is(code, 'ControllerUnknown')
  for (const file of ['link', `../${place}`, outside, '.', 'nothing.gz', '..']) {
    const { isError, content } = await server.call('recording', { file })
    assert.ok(isError, file)
    assert.equal(
      content.map(({ text }) => text),
      [`error: there is no file "${file}" in the folder of --recordings`],
    )
  }
})

test('answers bad arguments in one line, and goes on', async () => {
  await using server = await connected()
  const { tools } = await server.client.listTools()
  assert.equal(
    tools.map(({ name }) => name),
    ['list', 'explain', 'preflight', 'catalog', 'recording'],
  )
  for (const { annotations } of tools) assert.is(annotations?.readOnlyHint, true)
  const wrong = [
    ['list', { namespace: 'Not_One' }, /^error: invalid namespace "Not_One": /],
    ['list', { olderThan: 'long' }, /^error: invalid argument "long" for /],
    ['list', { override: ['ControllerAlive'] }, /additional properties/],
    ['explain', { objects: ['pods'] }, /must match pattern/],
    ['explain', { objects: ['configmap/none'], finalizer: 'x/y' }, /^error: objects and finalizer may not /],
    ['explain', { objects: ['configmap/none'] }, /^Error from server \(NotFound\): /],
    ['preflight', {}, /must have required property 'objects'/],
    ['preflight', { objects: ['configmap/none'] }, /\(NotFound\): /],
    ['catalog', { finalizer: 'kubernetes.io/pvc-protectoin' }, /^error: no known finalizer .* similar names: /],
    ['recording', { file: 'x' }, /^error: no recordings may be read: /],
  ] as const
  for (const [tool, given, line] of wrong) {
    const { isError, content } = await server.call(tool, given)
    assert.ok(isError, `${tool} ${JSON.stringify(given)}`)
    assert.is(content.length, 1)
    assert.match(content[0]!.text, line)
    assert.not.match(content[0]!.text, /\n/)
  }
})

const HELLO = {
  ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
}
const CALL = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'list', arguments: {} } }

test('ends with 0 when stdin ends, after the last answer, and answers a line that is no message with an error', async () => {
  const input = [JSON.stringify(HELLO), 'no message', JSON.stringify(CALL), ''].join('\n')
  const { code, stdout, stderr } = await runProgram(target().program, ['mcp', '--sandbox'], { input })
  assert.is(code, 0, stderr)
  const answers = stdout
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as { id: number | null; error?: { code: number } })
  assert.equal(answers.map(({ id, error }) => `${id} ${error?.code ?? 'ok'}`).toSorted(), [
    '1 ok',
    '2 ok',
    'null -32700',
  ])
})

test('ends at an interrupt, also while stdin stays open', async () => {
  const server = spawn(target().program, ['mcp', '--sandbox'], { stdio: ['pipe', 'pipe', 'inherit'] })
  server.stdin.write(`${JSON.stringify(HELLO)}\n`)
  await once(server.stdout, 'data')
  server.kill('SIGINT')
  const [code] = await once(server, 'exit')
  assert.is(code, 130)
})

test.run()
