import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { api, namespace, runProgram, target } from '../rig/rig.ts'
import { action, runAction } from './action-steps.ts'
import { folder, script } from './run-script.ts'

const test = suite('the action for GitHub')

/** Runs the action in a folder of its own. */
const act = (given: Readonly<Record<string, string>>) =>
  runAction(given, folder(), (args, options) => runProgram('bash', args, options))

/** A release as it is downloaded: an archive with a program that is the one under test. */
function release(): { readonly archive: string; readonly sha256: string } {
  const made = folder()
  script(made, 'kubectl-finalize', `exec '${target().program}' "$@"`)
  const archive = join(made, 'release.tar.gz')
  execFileSync('tar', ['-czf', archive, '-C', made, 'kubectl-finalize'])
  return { archive, sha256: createHash('sha256').update(readFileSync(archive)).digest('hex') }
}

test('ends with the reason when an object is still there at the timeout, and with 0 when it is gone', async () => {
  const where = await namespace()
  const { archive, sha256 } = release()
  const held = await api.create({
    ...{ apiVersion: 'v1', kind: 'ConfigMap' },
    metadata: { name: 'held', namespace: where, finalizers: ['e2e.example.com/hold'] },
  })
  await api.delete(held)
  const given = { url: pathToFileURL(archive).href, sha256, objects: 'configmap/held', namespace: where, timeout: '1s' }
  const waited = await act(given)
  assert.is(waited.code, 3, waited.stderr)
  assert.equal(waited.outputs, { 'exit-code': '3', causes: 'ControllerUnknown' })
  assert.match(waited.summary, /^### kubectl finalize wait: exit code 3\n\n {4}ControllerUnknown /)
  assert.match(waited.summary, /\n```mermaid\n(?:.*\n)*(?:flowchart|graph) /)
  const explained = await act({ ...given, command: 'explain', objects: '' })
  assert.is(explained.code, 0, explained.stderr)
  assert.equal(explained.outputs, { 'exit-code': '0', causes: 'ControllerUnknown' })
  await api.patch(held, { metadata: { finalizers: null } })
  const gone = await act(given)
  assert.equal([gone.code, gone.outputs['exit-code']], [0, '0'], gone.stderr)
})

test('runs nothing whose checksum is another, and checks what it downloads over HTTP', async () => {
  const { archive, sha256 } = release()
  const server = createServer((_request, response) => response.end(readFileSync(archive)))
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/release.tar.gz`
    const other = await act({ url, sha256: sha256.replace(/^./, digit => (digit === '0' ? '1' : '0')) })
    assert.is(other.code, 1)
    assert.match(other.stderr, /^error: the file has SHA-256 [0-9a-f]{64}, not /m)
    assert.equal(other.outputs, { 'exit-code': '', causes: '' })
    const right = await act({ url, sha256: sha256.toUpperCase(), command: 'explain', objects: 'configmap/none' })
    assert.is(right.outputs['exit-code'], '1', right.stderr)
    const bad = await act({ url, sha256: 'none' })
    assert.equal([bad.code, bad.stderr], [2, 'error: sha256 must have 64 hexadecimal digits\n'])
  } finally {
    server.close()
  }
})

test('takes inputs as values: none is part of a script, or a flag', async () => {
  for (const { run } of action.runs.steps) assert.not.match(run, /\$\{\{/)
  const { archive, sha256 } = release()
  const url = pathToFileURL(archive).href
  const evil = '$(touch hit);`touch hit`"\'; touch hit #'
  for (const name of ['objects', 'namespace', 'context', 'timeout', 'command', 'url', 'sha256']) {
    const { code, temp } = await act({ url, sha256, objects: 'configmap/x', timeout: '1s', [name]: evil })
    assert.is.not(code, 0, name)
    assert.not(existsSync(join(temp, 'hit')), name)
  }
  const flag = await act({ url, sha256, objects: '--override=X/Y' })
  assert.equal([flag.code, flag.stderr], [2, 'error: objects must be TYPE/NAME: --override=X/Y\n'])
})

test.run()
