import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { customResource } from '../../src/sandbox/incidents/parts/custom-resource.ts'
import { definition } from '../../src/sandbox/incidents/parts/definition.ts'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { operator } from '../../src/sandbox/incidents/parts/operator.ts'
import { ago, HOUR, MINUTE } from '../../src/sandbox/incidents/parts/time.ts'
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { statusResponse } from '../sandbox/fault-answers.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { explained } from './explained.ts'
import { ownRemedies } from './own-remedies.ts'

const test = suite('a namespace that took away what its content needs')

const GROUP = 'objectstore.example.com'
const FINALIZER = `${GROUP}/bucket`

interface Options {
  /** Whether the namespace is being deleted. */
  readonly terminating?: boolean
  /** Whether the operator's role is bound in the cluster. */
  readonly bound?: boolean
  readonly status?: Record<string, unknown>
  readonly spec?: Record<string, unknown>
}

/** A bucket in the namespace `shop`, and an operator that runs elsewhere. */
function setup({ terminating = true, bound = true, status, spec }: Options = {}): Sandbox {
  const sandbox = createSandbox({ clock: manualClock() })
  definition(sandbox, { group: GROUP, plural: 'buckets', kind: 'Bucket' })
  namespace(sandbox, 'shop', terminating ? { deleted: HOUR } : {})
  operator(sandbox, { name: 'objectstore', group: GROUP, plural: 'buckets', bound })
  customResource(sandbox, {
    apiVersion: `${GROUP}/v1`,
    kind: 'Bucket',
    namespace: 'shop',
    name: 'logs',
    manager: 'objectstore',
    finalizers: [FINALIZER],
    deleted: HOUR,
    ...(spec && { spec }),
    status: { bucketURL: 's3://shop-logs', ...status },
  })
  return sandbox
}

/** Conditions as of a minute ago. */
function failing(message: string, type = 'Synced', status = 'False'): Record<string, unknown> {
  const at = ago(setup(), MINUTE)
  return { conditions: [{ type, status, reason: 'ReconcileError', message, lastTransitionTime: at }] }
}

const REFUSALS: readonly string[] = [
  'providerconfigusages "x" is forbidden: unable to create new content in namespace shop because it is being terminated',
  'cannot apply Job: forbidden (NamespaceTerminating)',
  'jobs.batch "wipe" is forbidden: unable to create new content in namespace "shop" because it is being terminated',
]

test('what cannot be created in it: the failure is stuck for good, and nothing asks for a retry', async () => {
  for (const message of REFUSALS) {
    for (const status of [
      failing(message),
      { error: { message } },
      { reason: message },
      failing(message, 'Ready', 'True'),
    ]) {
      const { causes, object } = await explained(setup({ status }))
      const cause = causes.find(({ subject }) => subject.kind === 'Bucket')!
      assert.equal([cause.code, object('Bucket', 'logs').verdict], ['CleanupFailing', 'stuck'], JSON.stringify(status))
      assert.ok(
        cause.evidence.some(({ fact }) => fact === 'namespace shop is terminating: nothing can be created in it'),
      )
      assert.equal(
        ownRemedies(cause).map(({ kind }) => kind),
        ['inspect', 'remove'],
      )
      const [, remove] = ownRemedies(cause)
      assert.equal(remove!.leaks, ['s3://shop-logs (status.bucketURL)'])
      assert.equal(remove!.commands, [
        `kubectl finalize remove buckets.${GROUP}/logs -n shop --finalizer ${FINALIZER} --override ControllerAlive`,
      ])
    }
  }
})

test('a refusal in a namespace that lives is an old one: the controller tries again', async () => {
  const { causes } = await explained(setup({ terminating: false, status: failing(REFUSALS[0]!) }))
  assert.equal(
    causes.map(({ code, remedies }) => [code, remedies[0]!.kind]),
    [['CleanupFailing', 'repair']],
  )
})

test('a role that went with it: given back by a ClusterRoleBinding, never in the namespace; a removal needs one override', async () => {
  const gone = await explained(setup({ bound: false }))
  const cause = gone.causes.find(({ code }) => code === 'ControllerForbidden')!
  assert.equal([cause.subject.kind, cause.subject.name], ['ServiceAccount', 'objectstore'])
  const [repair] = cause.remedies
  assert.equal(repair!.commands, [
    `kubectl create clusterrolebinding objectstore-finalizes-buckets.${GROUP} --clusterrole objectstore-manager --serviceaccount objectstore-system:objectstore`,
  ])
  assert.ok(cause.remedies.at(-1)!.commands.every(command => command.endsWith('--override RepairFirst')))
  const living = await explained(setup({ bound: false, terminating: false }))
  const [first] = living.causes[0]!.remedies
  assert.equal(first!.commands, [
    `kubectl create rolebinding objectstore-finalizes-buckets.${GROUP} -n shop --clusterrole objectstore-manager --serviceaccount objectstore-system:objectstore`,
  ])
})

test('a right of which the object says that it is refused, and that the server still refuses', async () => {
  const message =
    'User "system:serviceaccount:objectstore-system:objectstore" cannot delete resource "secrets" in API group "" in the namespace "shop"'
  for (const [terminating, words] of [
    // It could only be given in the whole cluster: too much for what a text says.
    [true, ['kubectl auth can-i delete secrets']],
    [false, ['kubectl create role ', '-n shop --verb delete --resource secrets']],
  ] as const) {
    const { causes } = await explained(setup({ terminating, status: failing(message) }))
    const cause = causes.find(({ code }) => code === 'ControllerForbidden')!
    assert.equal([cause.subject.kind, cause.subject.name], ['ServiceAccount', 'objectstore'])
    const [command] = cause.remedies[0]!.commands
    for (const word of words) assert.ok(command!.includes(word), command)
  }
  const allowed = message.replace('"secrets"', '"buckets"').replace('API group ""', `API group "${GROUP}"`)
  const { causes } = await explained(setup({ terminating: false, status: failing(allowed) }))
  assert.equal(
    causes.map(({ code }) => code),
    ['CleanupFailing'],
  )
})

test('an account that is gone itself is given no right: the removal is what is left', async () => {
  const sandbox = setup({ bound: false })
  const gone = statusResponse(404, { reason: 'NotFound', details: { name: 'objectstore', kind: 'serviceaccounts' } })
  sandbox.onRequest = ({ path }) => (path.endsWith('/serviceaccounts/objectstore') ? gone : undefined)
  const { causes } = await explained(sandbox)
  const cause = causes.find(({ code }) => code === 'ControllerForbidden')!
  assert.equal(
    ownRemedies(cause).map(({ kind }) => kind),
    ['inspect', 'remove'],
  )
})

test('an operator in a namespace that is terminating cannot run again: nothing scales it up', async () => {
  const sandbox = setup({ terminating: false })
  const place = 'objectstore-system'
  const home = sandbox.get('v1', 'Namespace', place)!
  const metadata = { ...home.metadata, deletionTimestamp: ago(sandbox, HOUR), deletionGracePeriodSeconds: 0 }
  sandbox.put({ ...home, metadata, status: { phase: 'Terminating' } })
  const found = sandbox.get('apps/v1', 'Deployment', 'objectstore', place)!
  sandbox.put({ ...found, spec: { ...(found.spec as object), replicas: 0 }, status: {} })
  const { causes } = await explained(sandbox)
  const cause = causes.find(({ code }) => code === 'ControllerUnhealthy')!
  assert.equal(
    ownRemedies(cause).map(({ kind }) => kind),
    ['remove'],
  )
  assert.not.ok(cause.remedies[0]!.commands.some(command => command.includes('--override')))
  assert.ok(
    cause.evidence.some(({ fact }) => fact === `namespace ${place} is terminating: nothing can be created in it`),
  )
})

test('a Secret that went with it is named with why it cannot come back', async () => {
  const spec = { credentials: { secretRef: { name: 'aws' } } }
  const { causes } = await explained(setup({ spec, status: failing('secrets "aws" not found') }))
  const cause = causes.find(({ code }) => code === 'ReferenceMissing')!
  assert.ok(cause.evidence.some(({ fact }) => fact.includes('nothing can be created in it')))
  assert.equal(
    ownRemedies(cause).map(({ kind }) => kind),
    ['remove'],
  )
})

test.run()
