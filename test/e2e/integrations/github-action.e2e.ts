import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { parse } from 'yaml'
import { api, namespace, runProgram, target } from '../rig/rig.ts'
import { folder, script } from './run-script.ts'

const test = suite('the action for GitHub')

const place = resolve(import.meta.dirname, '../../../integrations/github-action')
const action = parse(readFileSync(join(place, 'action.yml'), 'utf8')) as {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>
  readonly outputs: Readonly<Record<string, { readonly value: string }>>
  readonly runs: { readonly steps: readonly Step[] }
}

interface Step {
  readonly id: string
  readonly env: Readonly<Record<string, string>>
  readonly run: string
}

/** Runs the steps as the runner does: expressions are replaced in `env` alone, and each step's outputs are there for the next. */
async function runAction(given: Readonly<Record<string, string>>) {
  const temp = folder()
  const known = new Map(
    Object.entries(action.inputs).map(([name, { default: value = '' }]) => [`inputs.${name}`, value]),
  )
  for (const [name, value] of Object.entries(given)) known.set(`inputs.${name}`, value)
  const filled = (text: string) => text.replaceAll(/\$\{\{ ([\w.-]+) \}\}/g, (_all, name) => known.get(name) ?? '')
  const [output, summary] = [join(temp, 'output'), join(temp, 'summary')]
  for (const file of [output, summary]) writeFileSync(file, '')
  let last = { code: 0 as number | null, stdout: '', stderr: '' }
  for (const { id, env, run } of action.runs.steps) {
    const inputs = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, filled(value)]))
    const runner = {
      ...{ GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary, RUNNER_TEMP: temp, GITHUB_ACTION_PATH: place },
      PATH: process.env.PATH,
    }
    last = await runProgram('bash', ['--noprofile', '--norc', '-e', '-o', 'pipefail', '-c', run], {
      env: { ...inputs, ...runner },
      cwd: temp,
    })
    for (const [, name, value] of readFileSync(output, 'utf8').matchAll(/^([\w-]+)=(.*)$/gm))
      known.set(`steps.${id}.outputs.${name}`, value!)
    if (last.code !== 0) break
  }
  const outputs = Object.fromEntries(Object.entries(action.outputs).map(([name, { value }]) => [name, filled(value)]))
  return { ...last, outputs, summary: readFileSync(summary, 'utf8'), temp }
}

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
  const waited = await runAction(given)
  assert.is(waited.code, 3, waited.stderr)
  assert.equal(waited.outputs, { 'exit-code': '3', causes: 'ControllerUnknown' })
  assert.match(waited.summary, /^### kubectl finalize wait: exit code 3\n\n {4}ControllerUnknown /)
  assert.match(waited.summary, /\n```mermaid\n(?:.*\n)*(?:flowchart|graph) /)
  const explained = await runAction({ ...given, command: 'explain', objects: '' })
  assert.is(explained.code, 0, explained.stderr)
  assert.equal(explained.outputs, { 'exit-code': '0', causes: 'ControllerUnknown' })
  await api.patch(held, { metadata: { finalizers: null } })
  const gone = await runAction(given)
  assert.equal([gone.code, gone.outputs['exit-code']], [0, '0'], gone.stderr)
})

test('runs nothing whose checksum is another, and checks what it downloads over HTTP', async () => {
  const { archive, sha256 } = release()
  const server = createServer((_request, response) => response.end(readFileSync(archive)))
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/release.tar.gz`
    const other = await runAction({ url, sha256: sha256.replace(/^./, digit => (digit === '0' ? '1' : '0')) })
    assert.is(other.code, 1)
    assert.match(other.stderr, /^error: the file has SHA-256 [0-9a-f]{64}, not /m)
    assert.equal(other.outputs, { 'exit-code': '', causes: '' })
    const right = await runAction({ url, sha256: sha256.toUpperCase(), command: 'explain', objects: 'configmap/none' })
    assert.is(right.outputs['exit-code'], '1', right.stderr)
    const bad = await runAction({ url, sha256: 'none' })
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
    const { code, temp } = await runAction({ url, sha256, objects: 'configmap/x', timeout: '1s', [name]: evil })
    assert.is.not(code, 0, name)
    assert.not(existsSync(join(temp, 'hit')), name)
  }
  const flag = await runAction({ url, sha256, objects: '--override=X/Y' })
  assert.equal([flag.code, flag.stderr], [2, 'error: objects must be TYPE/NAME: --override=X/Y\n'])
})

test.run()
