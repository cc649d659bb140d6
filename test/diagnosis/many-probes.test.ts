import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { MAX_PROBES } from '../../src/diagnosis/admission/probe.ts'
import { customResource } from '../../src/sandbox/incidents/parts/custom-resource.ts'
import { definition } from '../../src/sandbox/incidents/parts/definition.ts'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { operator } from '../../src/sandbox/incidents/parts/operator.ts'
import type { Sandbox } from '../../src/sandbox/sandbox.ts'
import { explained } from './explained.ts'
import { clusterOfThings, thing } from './things.ts'
import { configuration, GROUP, service, webhook } from './webhook-configuration.ts'

const test = suite('more terminating objects than dry runs')

const OTHERS = 120

/** Jobs over many namespaces that nothing in admission watches, and Things of which a controller that lives looks after. */
function crowd(): Sandbox {
  const sandbox = clusterOfThings()
  const group = 'aaa.example.com'
  definition(sandbox, { group, plural: 'chores', kind: 'Chore' })
  operator(sandbox, { name: 'chores', group, plural: 'chores' })
  operator(sandbox, { name: 'tenancy', group: GROUP, plural: 'things' })
  for (let index = 0; index < OTHERS; index += 1) {
    namespace(sandbox, `team-${index}`)
    customResource(sandbox, {
      apiVersion: `${group}/v1`,
      kind: 'Chore',
      namespace: `team-${index}`,
      name: 'chore',
      manager: 'chores',
      finalizers: [`${group}/hold`],
      deleted: 3600,
    })
  }
  return sandbox
}

/** Denies the updates of Things of these names; undefined: it is dead. */
function watching(sandbox: Sandbox, denied: readonly string[] | undefined): void {
  service(sandbox, 'guard', { address: denied !== undefined })
  configuration(sandbox, 'guard', [webhook('guard.example.com')])
  sandbox.admission.push({
    name: 'guard.example.com',
    phase: 'validating',
    resources: [`things.${GROUP}`],
    operations: ['UPDATE'],
    review: ({ name }) => {
      if (denied === undefined) throw new Error('connection refused')
      return denied.includes(name) ? { allowed: false, message: 'keep it', code: 403 } : { allowed: true }
    },
  })
}

test('go to what a webhook watches before what nothing watches', async () => {
  const sandbox = crowd()
  watching(sandbox, ['one', 'three'])
  for (const name of ['one', 'two', 'three']) thing(sandbox, name, { namespace: 'team-119' })
  thing(sandbox, 'one', { namespace: 'team-118' })
  const answer = await explained(sandbox)
  const denied = answer.causes.find(({ code }) => code === 'RequestDenied')!
  assert.equal([denied.subject.name, denied.verdict], ['guard', 'stuck'])
  assert.equal(denied.blocks.map(({ namespace: place, name }) => `${place}/${name}`).toSorted(), [
    'team-118/one',
    'team-119/one',
    'team-119/three',
  ])
})

test('need one for all that a dead webhook watches', async () => {
  const sandbox = crowd()
  watching(sandbox, undefined)
  for (let index = 0; index < OTHERS; index += 1) thing(sandbox, 'acme', { namespace: `team-${index}` })
  const answer = await explained(sandbox)
  const dead = answer.causes.find(({ code }) => code === 'WebhookUnavailable')!
  assert.equal([dead.subject.name, dead.blocks.length], ['guard', OTHERS])
})

test('leave some untried, which is said, and nothing is claimed of those', async () => {
  const sandbox = crowd()
  watching(sandbox, ['acme'])
  for (let index = 0; index < OTHERS; index += 1) thing(sandbox, 'acme', { namespace: `team-${index}` })
  const { causes } = await explained(sandbox)
  const ofThings = causes.filter(({ blocks }) => blocks.some(({ kind }) => kind === 'Thing'))
  const denied = ofThings.find(({ code }) => code === 'RequestDenied')!
  const untried = ofThings.find(({ code }) => code === 'CleanupInProgress')!
  assert.ok(denied.blocks.length >= MAX_PROBES - 2)
  assert.is(ofThings.length, 2)
  assert.is(denied.blocks.length + untried.blocks.length, OTHERS)
  assert.ok(untried.evidence.some(({ source }) => source === 'dry run'))
  assert.not.ok(untried.evidence.some(({ fact }) => fact.includes('no error')))
  assert.ok(untried.remedies[0]!.commands.every(each => each.startsWith('kubectl finalize explain')))
})

/** What is removed by a dry run while all is explained: `RESOURCE/NAME`. */
async function removalsTried(sandbox: Sandbox): Promise<readonly string[]> {
  const tried: string[] = []
  sandbox.onRequest = ({ method, path }) => {
    if (method === 'PATCH') tried.push(path.split('/').slice(-2).join('/'))
    return undefined
  }
  await explained(sandbox)
  return tried
}

function heldMaps(count: number): Sandbox {
  const sandbox = clusterOfThings()
  for (let index = 0; index < count; index += 1)
    sandbox.put({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: {
        namespace: 'customers',
        name: `map-${index}`,
        finalizers: ['example.com/hold'],
        deletionTimestamp: new Date(sandbox.clock.now().getTime() - 3_600_000).toISOString(),
        deletionGracePeriodSeconds: 0,
      },
    })
  return sandbox
}

test('try one of a type of Kubernetes that nothing watches, for all of a namespace with the same finalizers', async () => {
  assert.is((await removalsTried(heldMaps(MAX_PROBES))).length, MAX_PROBES)
  assert.is((await removalsTried(heldMaps(MAX_PROBES + 1))).length, 1)
})

test('try more of them where the one is refused', async () => {
  const sandbox = heldMaps(MAX_PROBES + 1)
  sandbox.admission.push({
    name: 'compiled in',
    phase: 'validating',
    resources: ['configmaps'],
    operations: ['UPDATE'],
    review: () => ({ allowed: false, message: 'keep it', code: 403 }),
  })
  assert.is((await removalsTried(sandbox)).length, MAX_PROBES)
})

test('try each of a custom type, whose schema every one may break by itself', async () => {
  const sandbox = clusterOfThings()
  for (let index = 0; index <= MAX_PROBES; index += 1) thing(sandbox, `thing-${index}`)
  assert.is((await removalsTried(sandbox)).length, MAX_PROBES)
})

test.run()
