import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { parse, stringify } from 'yaml'
import { until } from '../../control-plane/until.ts'
import { api, namespace, run, target } from '../rig/rig.ts'

// It watches every type: while it runs, other files would be told that something listens to theirs.
const test = suite('several clusters as one answer')

/** The target under two names, and a third cluster that is dead. */
function threeContexts() {
  const folder = mkdtempSync(join(tmpdir(), 'kubectl-finalize-contexts-'))
  const own = parse(readFileSync(target().kubeconfig, 'utf8'))
  const current = own.contexts.find(({ name }: { name: string }) => name === own['current-context'])
  const file = join(folder, 'kubeconfig')
  const others = {
    ...own,
    clusters: [...own.clusters, { name: 'dead', cluster: { server: 'http://127.0.0.1:1' } }],
    contexts: [
      { name: 'prod-a', context: current.context },
      { name: 'prod-b', context: current.context },
      { name: 'prod-dead', context: { ...current.context, cluster: 'dead' } },
    ],
  }
  writeFileSync(file, stringify(others))
  return { folder, env: { KUBECONFIG: file }, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) }
}

async function held() {
  const place = await namespace()
  const object = await api.create({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'far', namespace: place, finalizers: ['example.com/far'] },
  })
  await api.delete(object)
  return { place, object }
}

test('list and explain tell what each has, the cause that two share, and that a third is dead', async () => {
  const { place } = await held()
  using three = threeContexts()
  const options = { env: three.env }
  const listed = await run(['list', '-n', place, '--contexts', '/^prod-/'], options)
  assert.is(listed.code, 1)
  assert.match(listed.stdout, /^CONTEXT +NAMESPACE +NAME/)
  assert.match(listed.stdout, /^prod-a .*configmap\/far/m)
  assert.match(listed.stdout, /^prod-b .*configmap\/far/m)
  assert.match(listed.stderr, /^prod-dead: error: .*refused/m)

  const explained = await run(['explain', '-n', place, '--contexts', '/^prod-/'], options)
  assert.is(explained.code, 1)
  assert.match(explained.stdout, /^2 clusters, the same cause: ControllerUnknown .* \(prod-a, prod-b\)$/m)
  assert.match(explained.stdout, /kubectl .*--context prod-b/)

  const both = await run(['explain', '-n', place, '--contexts', 'prod-b,prod-a', '-o', 'json'], options)
  const answer = JSON.parse(both.stdout)
  assert.equal(
    answer.clusters.map(({ context, complete }: { context: string; complete: boolean }) => [context, complete]),
    [
      ['prod-b', true],
      ['prod-a', true],
    ],
  )
  assert.equal(
    answer.causes.map(({ context }: { context: string }) => context),
    ['prod-b', 'prod-a'],
  )
  const ids = new Set(answer.causes.map(({ id }: { id: string }) => id))
  assert.is(ids.size, 2)
  assert.ok(answer.objects.every(({ causes }: { causes: string[] }) => causes.every(id => ids.has(id))))

  const json = JSON.parse((await run(['list', '-n', place, '--contexts', '/prod/', '-o', 'json'], options)).stdout)
  assert.is(json.complete, false)
  assert.equal(
    json.clusters.map(({ complete }: { complete: boolean }) => complete),
    [true, true, false],
  )
  assert.is((await run(['list', '--contexts', 'absent'], options)).code, 2)
  assert.is((await run(['list', '--contexts', '/prod/', '--context', 'prod-a'], options)).code, 2)
})

test('watch --once is one answer, and its textfile says of the dead one that it is not complete', async () => {
  const { place, object } = await held()
  using three = threeContexts()
  const textfile = join(three.folder, 'finalize.prom')
  const words = ['watch', '--once', '-n', place, '--after=0', '--contexts', '/^prod-/']
  const once = await run([...words, '--textfile', textfile], { env: three.env })
  assert.is(once.code, 3)
  for (const name of ['prod-a', 'prod-b'])
    assert.match(once.stdout, new RegExp(`  ${name}  UNKNOWN  ControllerUnknown`))
  assert.match(once.stderr, /^prod-dead: error: .*refused/m)
  const text = readFileSync(textfile, 'utf8')
  for (const name of ['prod-a', 'prod-b']) {
    assert.match(text, new RegExp(`^kubectl_finalize_stuck_objects\\{context="${name}",[^}]*\\} 1$`, 'm'))
    assert.match(text, new RegExp(`^kubectl_finalize_scan_complete\\{context="${name}"\\} 1$`, 'm'))
  }
  assert.equal(text.match(/^.*context="prod-dead".*$/gm), ['kubectl_finalize_scan_complete{context="prod-dead"} 0'])

  await api.patch(object, { metadata: { finalizers: null } })
  const json = await run([...words, '-o', 'json'], { env: three.env })
  assert.is(json.code, 1, 'nothing is held, and one is dead')
  assert.equal(
    JSON.parse(json.stdout).clusters.map(({ complete }: { complete: boolean }) => complete),
    [true, true, false],
  )
  const living = await run(['watch', '--once', '-n', place, '--contexts', 'prod-a,prod-b'], { env: three.env })
  assert.is(living.code, 0)
})

test('watch goes on with those that answer, says which of them tells it, and keeps their reports apart', async () => {
  const { place, object } = await held()
  using three = threeContexts()
  const reports = join(three.folder, 'reports')
  const filesOf = (name: string) => (existsSync(join(reports, name)) ? readdirSync(join(reports, name)) : [])
  const words = ['watch', '-n', place, '--after=1s', '--every=1s', '--contexts', '/^prod-/', '--report', reports]
  const { code, stdout } = await run(words, {
    env: three.env,
    onOutput: async text => {
      if (![' prod-a  UNKNOWN', ' prod-b  UNKNOWN', ' prod-dead  UNREADABLE'].every(part => text.includes(part)))
        return false
      const areWritten = async () => ['prod-a', 'prod-b'].every(name => filesOf(name).length === 2) || undefined
      await until(areWritten, { what: 'reports of both', deadlineSeconds: 60 })
      await api.patch(object, { metadata: { finalizers: null } })
      return true
    },
    signalAfterOutput: { text: 'prod-b  ENDED', signal: 'SIGTERM' },
  })
  assert.is(code, 130)
  assert.match(stdout, / prod-dead {2}UNREADABLE {2}the server: .*refused/)
  assert.equal(filesOf('prod-dead'), [])
  const recording = filesOf('prod-b').find(name => name.endsWith('-recording.gz'))!
  assert.match((await run(['explain', '--from', join(reports, 'prod-b', recording)])).stdout, /ControllerUnknown/)
})

test.run()
