import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { customResource } from '../../src/sandbox/incidents/parts/custom-resource.ts'
import { definition } from '../../src/sandbox/incidents/parts/definition.ts'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { HOUR } from '../../src/sandbox/incidents/parts/time.ts'
import { controllerOf } from '../../src/sandbox/incidents/parts/workload.ts'
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { explained } from './explained.ts'
import { configMap, deleted } from './stuck-objects.ts'

const test = suite('a terminating custom resource that its controller holds')

const GROUP = 'stores.example.com'

function setup(): Sandbox {
  const sandbox = createSandbox({ clock: manualClock() })
  namespace(sandbox, 'shop')
  definition(sandbox, { group: GROUP, plural: 'stores', kind: 'Store' })
  return sandbox
}

function store(sandbox: Sandbox, ...finalizers: string[]) {
  const type = { apiVersion: `${GROUP}/v1`, kind: 'Store' }
  return customResource(sandbox, { ...type, namespace: 'shop', name: 'main', manager: 'm', finalizers, deleted: HOUR })
}

test('waits for the terminating objects that it owns, and not for those that live', async () => {
  const sandbox = setup()
  const owner = controllerOf(store(sandbox, `${GROUP}/cleanup`))
  configMap(sandbox, 'shop', 'going', { ownerReferences: [owner], ...deleted(sandbox, HOUR, 'other.example.com/x') })
  configMap(sandbox, 'shop', 'staying', { ownerReferences: [owner] })
  const { object, objects, causes } = await explained(sandbox)
  assert.equal(
    object('Store', 'main').waitingFor.map(({ reason, ref }) => [reason, ref.name]),
    [['Owned', 'going']],
  )
  assert.is(objects.length, 2)
  const holders = causes.filter(({ blocks }) => blocks.some(({ name }) => name === 'going'))
  assert.ok(holders.every(({ blocks }) => blocks.some(({ name }) => name === 'main')))
})

test('deleted in the foreground waits for a blocking one as a dependent, once', async () => {
  const sandbox = setup()
  const owner = controllerOf(store(sandbox, 'foregroundDeletion', `${GROUP}/cleanup`))
  configMap(sandbox, 'shop', 'going', { ownerReferences: [owner], ...deleted(sandbox, HOUR, 'other.example.com/x') })
  const { object } = await explained(sandbox)
  assert.equal(
    object('Store', 'main').waitingFor.map(({ reason }) => reason),
    ['Dependent'],
  )
})

test('and an object that own each other are a circle that ends', async () => {
  const sandbox = setup()
  const main = store(sandbox, `${GROUP}/cleanup`)
  const held = deleted(sandbox, HOUR, 'other.example.com/x')
  const going = configMap(sandbox, 'shop', 'going', { ownerReferences: [controllerOf(main)], ...held })
  sandbox.put({ ...main, metadata: { ...main.metadata, ownerReferences: [controllerOf(going)] } })
  assert.is((await explained(sandbox)).objects.length, 2)
})

test.run()
