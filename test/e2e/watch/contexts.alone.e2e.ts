import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { parse, stringify } from 'yaml'
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
  return { env: { KUBECONFIG: file }, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) }
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

test('watch goes on with those that answer, and says which of them tells it', async () => {
  const { place, object } = await held()
  using three = threeContexts()
  const words = ['watch', '-n', place, '--after=1s', '--every=1s', '--contexts', '/^prod-/']
  const { code, stdout } = await run(words, {
    env: three.env,
    onOutput: async text => {
      if (![' prod-a  UNKNOWN', ' prod-b  UNKNOWN', ' prod-dead  UNREADABLE'].every(part => text.includes(part)))
        return false
      await api.patch(object, { metadata: { finalizers: null } })
      return true
    },
    signalAfterOutput: { text: 'prod-b  ENDED', signal: 'SIGTERM' },
  })
  assert.is(code, 130)
  assert.match(stdout, / prod-dead {2}UNREADABLE {2}the server: .*refused/)
})

test.run()
