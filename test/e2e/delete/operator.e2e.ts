import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Outcome } from '../../../src/render/words/outcome.ts'
import { removeAtEnd } from '../../control-plane/process-group.ts'
import { marksOf, storedRelease } from '../../operations/preflight/stored-release.ts'
import { ownManager } from '../explain/operator.ts'
import type { Thing } from '../rig/api.ts'
import { api, crd, namespace, run } from '../rig/rig.ts'
import { actingOperator } from './acting-operator.ts'

const test = suite('delete operator NAME')

async function deleted(args: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'kubectl-finalize-backups-'))
  removeAtEnd(folder)
  const words = ['delete', 'operator', ...args, '--yes', '--backup-dir', folder, '-o', 'json']
  const { code, stdout, stderr } = await run(words, { timeoutSeconds: 120 })
  const { steps } = JSON.parse(stdout.startsWith('{') ? stdout : '{"steps":[]}') as Outcome
  const told = steps.map(({ ref, group, result }) => `${group} ${ref.kind}/${ref.name} ${result}`)
  return { code, stderr, told: told.toSorted() }
}

/** A Deployment of an operator whose Pod works, and an object of its CRD in each of two namespaces. */
async function installed() {
  const type = await crd()
  const [place, other] = [await namespace(), await namespace()]
  const operator = await actingOperator(type, place)
  const manager = ownManager(type)
  for (const [name, where] of [
    ['one', place],
    ['two', other],
  ] as const) {
    const path = `/apis/${type.apiVersion}/namespaces/${where}/${type.plural}?fieldManager=${manager}`
    await api.send('POST', path, type.draft(name, where, { metadata: { finalizers: [operator.finalizer] } }))
  }
  const labels = { app: manager }
  const deployment = await api.create({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: manager, namespace: place },
    spec: {
      replicas: 0,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: { serviceAccountName: manager, containers: [{ name: 'manager', image: 'registry.example.com/m:v1' }] },
      },
    },
  })
  const definition = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${type.plural}.${type.group}` },
  } as Thing
  return { type, place, operator, manager, deployment, definition }
}

test('a Deployment: the objects of its CRD go first, in all namespaces, then it; the CRD stays', async () => {
  const { type, place, operator, manager, deployment, definition } = await installed()
  await using _operator = operator
  const { code, told, stderr } = await deleted([manager, '-n', place])
  const objects = [`1 ${type.kind}/one done`, `1 ${type.kind}/two done`]
  assert.equal([code, ...told], [0, ...objects, `2 Deployment/${manager} done`], stderr)
  assert.is(await api.get(deployment), undefined)
  assert.is((await api.get(definition))?.metadata.deletionTimestamp, undefined)
})

test('a Helm release: the objects of the CRD that has its marks go first, then what it installed', async () => {
  const name = 'stack'
  const place = await namespace()
  const own = marksOf(name, place)
  const { type, operator, definition, place: home, manager } = await installed()
  await using _operator = operator
  await api.patch(definition, { metadata: own })
  const settings = await api.create({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'settings', namespace: place, ...own },
  })
  const deployment = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: manager, namespace: home },
  } as Thing
  await api.patch(deployment, { metadata: own })
  const manifest = [settings, deployment].map(each => `---\n${JSON.stringify(each)}\n`).join('')
  await api.create(storedRelease({ name, namespace: place, manifest }))
  const { code, told, stderr } = await deleted([name, '-n', place])
  const objects = [`1 ${type.kind}/one done`, `1 ${type.kind}/two done`]
  assert.equal([code, ...told], [0, ...objects, '2 ConfigMap/settings done', `2 Deployment/${manager} done`], stderr)
  assert.ok(await api.get(definition))
})

test.run()
