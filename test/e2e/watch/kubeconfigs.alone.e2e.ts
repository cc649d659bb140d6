import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { parse, stringify } from 'yaml'
import { type Api, createApi } from '../rig/api.ts'
import { api, namespace, run, target } from '../rig/rig.ts'
import { startSandbox } from '../rig/start-target.ts'
import { metrics, watching } from './watching.ts'

// It watches every type: while it runs, other files would be told that something listens to theirs.
const test = suite('several kubeconfigs as one answer')

/** A directory with the kubeconfigs of the target and of another cluster, both with a context `prod`, and of a third that is dead. */
async function threeClusters() {
  const other = await startSandbox(target().program, undefined)
  const folder = mkdtempSync(join(tmpdir(), 'kubectl-finalize-kubeconfigs-'))
  const fleet = join(folder, 'fleet')
  mkdirSync(fleet)
  const write = (name: string, kubeconfig: string, server?: string): void => {
    const own = parse(readFileSync(kubeconfig, 'utf8'))
    const current = own.contexts.find((each: { name: string }) => each.name === own['current-context'])
    const context = server === undefined ? 'prod' : 'gone'
    if (server !== undefined) own.clusters = [{ name: current.context.cluster, cluster: { server } }]
    const contexts = [{ name: context, context: current.context }]
    writeFileSync(join(fleet, name), stringify({ ...own, contexts, 'current-context': context }))
  }
  write('a.yaml', target().kubeconfig)
  write('b.yaml', other.target.kubeconfig)
  write('dead.yaml', target().kubeconfig, 'http://127.0.0.1:1')
  return {
    fleet,
    other: createApi(other.target.admin),
    async [Symbol.asyncDispose]() {
      await other.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Makes an object there that is stuck. */
async function held(place: string, name: string, to: Api) {
  const object = await to.create({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace: place, finalizers: ['example.com/far'] },
  })
  await to.delete(object)
  return object
}

test('list and explain tell two clusters of one context name apart, and that a third is dead', async () => {
  const place = await namespace()
  await using three = await threeClusters()
  await three.other.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: place } })
  await held(place, 'here', api)
  await held(place, 'there', three.other)

  const listed = await run(['list', '-n', place, '--kubeconfigs', three.fleet])
  assert.is(listed.code, 1)
  assert.match(listed.stdout, /^a\.yaml:prod .*configmap\/here/m)
  assert.match(listed.stdout, /^b\.yaml:prod .*configmap\/there/m)
  assert.match(listed.stderr, /^gone: error: .*refused/m)

  const json = JSON.parse((await run(['list', '-n', place, '--kubeconfigs', three.fleet, '-o', 'json'])).stdout)
  assert.equal(
    json.clusters.map(({ context, complete }: { context: string; complete: boolean }) => [context, complete]),
    [
      ['a.yaml:prod', true],
      ['b.yaml:prod', true],
      ['gone', false],
    ],
  )
  assert.is(json.complete, false)

  const living = ['a.yaml', 'b.yaml'].map(name => join(three.fleet, name)).join(',')
  const explained = await run(['explain', '-n', place, '--kubeconfigs', living])
  assert.is(explained.code, 0)
  const [command] = /kubectl .*--kubeconfig \S+b\.yaml --context prod/.exec(explained.stdout) ?? []
  assert.ok(command, explained.stdout)
})

test('a file that is malformed is a line; where there is no other it is the error', async () => {
  const place = await namespace()
  await held(place, 'here', api)
  await using three = await threeClusters()
  const bad = join(three.fleet, 'bad.yaml')
  writeFileSync(bad, 'contexts: [')
  const beside = await run(['list', '-n', place, '--kubeconfigs', `${join(three.fleet, 'a.yaml')},${bad}`])
  assert.is(beside.code, 1)
  assert.match(beside.stdout, /^prod .*configmap\/here/m)
  assert.match(beside.stderr, /bad\.yaml: error: error loading config file .*: yaml: line 1: /)
  const alone = await run(['watch', '--kubeconfigs', bad])
  assert.is(alone.code, 1)
  assert.match(alone.stderr, /^error: error loading config file "[^"]*bad\.yaml": yaml: line 1: [^\n]*\n$/)
})

test('watch serves the series of each, and of the dead one that it is not complete', async () => {
  const place = await namespace()
  await using three = await threeClusters()
  await three.other.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: place } })
  await held(place, 'here', api)
  const there = await held(place, 'there', three.other)
  const stuck = (context: string) =>
    new RegExp(`^kubectl_finalize_stuck_objects\\{context="${context}",.*namespace="${place}"\\} 1$`, 'm')
  const complete = (context: string, value: number) =>
    new RegExp(`^kubectl_finalize_scan_complete\\{context="${context}"\\} ${value}$`, 'm')
  const code = await watching(['-n', place, '--kubeconfigs', three.fleet], async get => {
    const text = await metrics(get, each =>
      [stuck('a.yaml:prod'), stuck('b.yaml:prod'), complete('gone', 0)].every(line => line.test(each)),
    )
    assert.match(text, complete('a.yaml:prod', 1))
    assert.match(text, complete('b.yaml:prod', 1))
    assert.not.match(text, /objects\{context="gone"/)
    await three.other.patch(there, { metadata: { finalizers: null } })
    const after = await metrics(get, each => !stuck('b.yaml:prod').test(each))
    assert.match(after, stuck('a.yaml:prod'))
  })
  assert.is(code, 130)
})

test.run()
