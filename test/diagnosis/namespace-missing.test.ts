import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { everyRepair } from '../../src/plan/first-remedy.ts'
import { inWords } from '../../src/render/words/in-words.ts'
import { customResource } from '../../src/sandbox/incidents/parts/custom-resource.ts'
import { definition } from '../../src/sandbox/incidents/parts/definition.ts'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { operator } from '../../src/sandbox/incidents/parts/operator.ts'
import { pod } from '../../src/sandbox/incidents/parts/pod.ts'
import { HOUR } from '../../src/sandbox/incidents/parts/time.ts'
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { explained } from './explained.ts'
import { configMap, deleted } from './stuck-objects.ts'

const test = suite('what is left in a namespace that is no more')

function setup(): Sandbox {
  const sandbox = createSandbox({ clock: manualClock() })
  namespace(sandbox, 'there')
  configMap(sandbox, 'there', 'neighbour', deleted(sandbox, HOUR, 'example.com/hold'))
  configMap(sandbox, 'gone', 'left', deleted(sandbox, HOUR, 'example.com/hold', 'foregroundDeletion'))
  const metadata = { namespace: 'gone', name: 'password', ...deleted(sandbox, HOUR, 'example.com/hold') }
  sandbox.put({ apiVersion: 'v1', kind: 'Secret', metadata })
  return sandbox
}

test('shares one cause over several kinds, with one guided step that cures it', async () => {
  const sandbox = setup()
  const { causes, object, codesOf } = await explained(sandbox)
  const [missing, ...others] = causes.filter(({ code }) => code === 'NamespaceMissing')
  assert.is(others.length, 0)
  assert.equal(missing!.subject, { kind: 'Namespace', name: 'gone' })
  assert.equal(missing!.blocks.map(({ name }) => name).toSorted(), ['left', 'password'])
  assert.is(object('Secret', 'password').verdict, 'stuck')
  assert.equal(
    missing!.remedies.map(({ kind, commands }) => [kind, ...commands]),
    [
      ['repair', 'kubectl finalize namespace gone'],
      ['repair', 'kubectl create namespace gone'],
    ],
  )
  assert.match(inWords(everyRepair(missing)![1]!.what), /^or where the controllers/)
  assert.not.ok(codesOf('ConfigMap', 'neighbour').includes('NamespaceMissing'))
})

test('comes before an operator that is scaled to zero, which cannot update anything there', async () => {
  const sandbox = createSandbox({ clock: manualClock() })
  const group = 'acme.example.com'
  definition(sandbox, { group, plural: 'widgets', kind: 'Widget' })
  operator(sandbox, { name: 'acme', group, plural: 'widgets', replicas: 0 })
  namespace(sandbox, 'there')
  for (const place of ['gone', 'there']) {
    const rest = { namespace: place, name: place, manager: 'acme', finalizers: [`${group}/w`], deleted: HOUR }
    customResource(sandbox, { apiVersion: `${group}/v1`, kind: 'Widget', ...rest })
  }
  const { object, causes } = await explained(sandbox)
  const codesOf = (name: string) => object('Widget', name).causes.map(id => id.split('/')[0])
  assert.equal(codesOf('gone'), ['NamespaceMissing', 'ControllerUnhealthy'])
  assert.equal(codesOf('there'), ['ControllerUnhealthy'])
  assert.is(causes[0]!.code, 'NamespaceMissing')
  const unhealthy = causes.filter(({ code }) => code === 'ControllerUnhealthy')
  assert.equal(
    unhealthy.map(({ blocks, remedies: [first] }) => [blocks[0]!.name, first!.kind, first!.commands.length]).toSorted(),
    [
      ['gone', 'repair', 2],
      ['there', 'repair', 1],
    ],
  )
})

test('but a Pod without finalizers is not held by it, for a DELETE needs no namespace', async () => {
  const sandbox = setup()
  pod(sandbox, 'gone', 'db-0', { deleted: 10, graceSeconds: 300 })
  const { codesOf } = await explained(sandbox)
  assert.not.ok(codesOf('Pod', 'db-0').includes('NamespaceMissing'))
})

test('is not said of a namespace that may not be read', async () => {
  const sandbox = setup()
  sandbox.authorize = (_user, _verb, resource) => resource !== 'namespaces'
  const { causes } = await explained(sandbox)
  assert.not.ok(causes.some(({ code }) => code === 'NamespaceMissing'))
})

test('is not said when the object is gone with its namespace by the time of the look', async () => {
  const sandbox = setup()
  // Between the survey and the first question the namespace ends in the ordinary way.
  sandbox.onRequest = ({ method, path }) => {
    if (method !== 'GET' || path !== '/api/v1/namespaces/gone') return undefined
    for (const [kind, name, storage] of [
      ['ConfigMap', 'left', 'configmaps'],
      ['Secret', 'password', 'secrets'],
    ] as const) {
      const known = sandbox.get('v1', kind, name, 'gone')
      if (known) sandbox.server.store.remove(storage, known)
    }
    return undefined
  }
  const { causes } = await explained(sandbox)
  assert.not.ok(causes.some(({ code }) => code === 'NamespaceMissing'))
})

test.run()
