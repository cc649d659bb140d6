import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Cause } from '../../src/render/words/explanation.ts'
import { customResource } from '../../src/sandbox/incidents/parts/custom-resource.ts'
import { definition } from '../../src/sandbox/incidents/parts/definition.ts'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { operator } from '../../src/sandbox/incidents/parts/operator.ts'
import { ago, HOUR, MINUTE } from '../../src/sandbox/incidents/parts/time.ts'
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { explained } from './explained.ts'
import { servedLogs } from './pod-logs.ts'

const test = suite('what a controller waits for and never comes')

const GROUP = 'objectstore.example.com'
const HOME = 'objectstore-system'

function setup(fields: Record<string, unknown> = {}): Sandbox {
  const sandbox = createSandbox({ clock: manualClock() })
  definition(sandbox, { group: GROUP, plural: 'buckets', kind: 'Bucket' })
  definition(sandbox, { group: GROUP, plural: 'queues', kind: 'Queue' })
  namespace(sandbox, 'shop')
  namespace(sandbox, 'other')
  operator(sandbox, { name: 'objectstore', group: GROUP, plural: 'buckets' })
  customResource(sandbox, {
    ...{ apiVersion: `${GROUP}/v1`, kind: 'Bucket', namespace: 'shop', name: 'logs', manager: 'objectstore' },
    ...{ finalizers: [`${GROUP}/bucket`], deleted: HOUR, ...fields },
  })
  return sandbox
}

/** What the controller logs in each of its tries, and what is said of the object then. */
async function told(sandbox: Sandbox, ...lines: readonly string[]): Promise<Cause> {
  const served = servedLogs(sandbox)
  const tries = [50, 30, 1].flatMap(minutes => lines.map(line => `${ago(sandbox, minutes * MINUTE)} ${line}`))
  const pods = sandbox.server.store.list('pods').filter(({ metadata }) => metadata.namespace === HOME)
  for (const { metadata } of pods)
    served.logs.set(`${HOME}/${metadata.name}/app`, { lines: [`${ago(sandbox, 2 * HOUR)} starting`, ...tries] })
  const { causes } = await explained(sandbox)
  return causes.find(({ subject }) => subject.kind === 'Service') ?? causes[0]!
}

const about = (msg: string, fields: object = {}) =>
  JSON.stringify({ level: 'info', msg, controller: 'bucket', namespace: 'shop', name: 'logs', ...fields })

test('an owner that no object makes is waited for in vain (kubernetes-sigs/cluster-api#12796)', async () => {
  const isTold = async (message: string, spec?: object, place = 'shop') => {
    const sandbox = setup()
    if (spec !== undefined)
      sandbox.put({ apiVersion: `${GROUP}/v1`, kind: 'Queue', metadata: { name: 'q', namespace: place }, spec })
    const { code, verdict, evidence } = await told(sandbox, about(message))
    assert.is(`${code} ${verdict}`, 'CleanupInProgress unknown')
    return evidence[0]!.source === `queues.${GROUP}`
  }
  const waits = 'Waiting for Queue Controller to set OwnerRef on Bucket'
  assert.ok(await isTold(waits))
  assert.ok(await isTold('Queue Controller has not yet set OwnerRef', { bucketRef: { name: 'another' } }))
  assert.ok(await isTold(waits, { bucketRef: { name: 'logs' } }, 'other'))
  assert.not(await isTold(waits, { bucketRef: { name: 'logs' } }))
  assert.not(await isTold('Waiting for Cloud Controller to set OwnerRef on Bucket'))
})

test('what an object of the core owns of the product of its finalizer is told, if nothing deletes it (ngrok/ngrok-operator#401)', async () => {
  const commands = async (metadata: object = {}, owner: object = {}, kind = 'Bucket') => {
    const isCore = kind === 'Service'
    const made = ago(setup(), 2 * HOUR)
    const sandbox = setup()
    if (isCore) {
      operator(sandbox, { name: 'objectstore', group: '', plural: 'services' })
      customResource(sandbox, {
        ...{ apiVersion: 'v1', kind, namespace: 'shop', name: 'logs', manager: 'objectstore' },
        ...{ finalizers: [`${GROUP}/bucket`], deleted: HOUR },
      })
    }
    const apiVersion = isCore ? 'v1' : `${GROUP}/v1`
    const { uid } = sandbox.get(apiVersion, kind, 'logs', 'shop')!.metadata
    const ownerReferences = [{ apiVersion, kind, name: 'logs', uid, controller: true, ...owner }]
    sandbox.put({
      ...{ apiVersion: `${GROUP}/v1`, kind: 'Queue' },
      metadata: {
        name: 'q',
        namespace: 'shop',
        creationTimestamp: made,
        finalizers: ['a.example.com/b'],
        ownerReferences,
        ...metadata,
      },
    })
    const cause = await told(
      sandbox,
      about('Bucket still owns resources, waiting...', { controller: kind.toLowerCase() }),
    )
    return cause.remedies.flatMap(remedy => remedy.commands).filter(each => each.startsWith('kubectl get queues'))
  }
  const shown = [`kubectl get queues.${GROUP} q -n shop -o yaml`]
  assert.equal(await commands(), shown)
  assert.equal(await commands({}, {}, 'Service'), shown)
  assert.equal(await commands({}, { uid: 'another' }, 'Service'), [])
  const deleted = { deletionTimestamp: ago(setup(), HOUR), deletionGracePeriodSeconds: 0 }
  assert.equal(await commands(deleted, {}, 'Service'), [])
})

const failing = (msg: string, error: string, fields: object = {}) =>
  JSON.stringify({ level: 'error', msg, error, controller: 'bucket', namespace: 'shop', name: 'logs', ...fields })

function secret(sandbox: Sandbox, name: string, place: string): void {
  sandbox.put({ apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace: place } })
}

test('where a thing is sought that an error does not place stands in the line before it (zakkg3/ClusterSecret#35)', async () => {
  const subject = async (before: string, ...there: readonly string[]) => {
    const sandbox = setup()
    secret(sandbox, 'key', 'shop')
    for (const place of there) secret(sandbox, 'key', place)
    const body = JSON.stringify({ message: 'secrets "key" not found', code: 404 })
    const { code, subject, remedies } = await told(sandbox, about(before), failing('Handler failed', `(404) ${body}`))
    return `${code} ${subject.namespace}/${subject.name} ${remedies.some(({ kind }) => kind === 'repair')}`
  }
  assert.is(await subject('Syncing secret key in ns other'), 'ReferenceMissing other/key true')
  assert.is(await subject('Syncing secret key in ns other', 'other'), 'CleanupFailing shop/logs true')
  assert.is(await subject('Syncing secret another in ns other'), 'CleanupFailing shop/logs true')
  assert.is(await subject('Syncing'), 'CleanupFailing shop/logs true')
})

test('what was sought in vain right before a login failed may be what it needs (SAP/sap-btp-service-operator#493)', async () => {
  const sought = async (error: string, isThere = false, level = 'error') => {
    const sandbox = setup({
      status: {
        conditions: [
          {
            type: 'Failed',
            status: 'True',
            message: error,
            lastTransitionTime: ago(createSandbox({ clock: manualClock() }), MINUTE),
          },
        ],
      },
    })
    if (isThere) secret(sandbox, 'shop-operator', 'other')
    const missed = {
      level,
      msg: 'Could not fetch secret shop-operator from namespace other',
      error: 'Secret "shop-operator" not found',
    }
    const cause = await told(sandbox, JSON.stringify(missed), about('Deleting'), failing('failed to delete', error))
    assert.is(cause.code, 'CleanupFailing')
    return cause.evidence.some(({ source }) => source === 'secrets')
  }
  const unauthorized = 'StatusCode: 401 {"description":"authentication failed"}'
  assert.ok(await sought(unauthorized))
  assert.not(await sought(unauthorized, true))
  assert.not(await sought('StatusCode: 500'))
  assert.not(await sought(unauthorized, false, 'info'))
})

test('an error of a request without a name names nothing to be fixed (gardener/machine-controller-manager#465)', async () => {
  for (const [error, isNameless] of [
    ['Drain failed - resource name may not be empty', true],
    ['Drain failed - the node does not answer', false],
  ] as const) {
    const { remedies } = await told(setup(), failing('failed', error))
    assert.is(/names nothing/.test(remedies[0]!.summary), isNameless, error)
  }
})

test('what was found until its namespace began to end belongs nowhere else (Kuadrant/dns-operator#267)', async () => {
  const places = async (since: number, isClosed = true) => {
    const clock = createSandbox({ clock: manualClock() })
    const message = 'The provider could not be loaded: Secret "key" not found'
    const conditions = [
      { type: 'Ready', status: 'False', reason: 'Failed', message, lastTransitionTime: ago(clock, since) },
    ]
    const sandbox = setup({ status: { conditions } })
    if (isClosed) namespace(sandbox, 'shop', { deleted: HOUR })
    const { causes } = await explained(sandbox, { namespace: 'shop' })
    const cause = causes.find(({ code }) => code === 'ReferenceMissing')!
    return cause.evidence.some(({ fact }) => fact.startsWith('no namespace is named'))
  }
  assert.not(await places(50 * MINUTE))
  assert.ok(await places(2 * HOUR))
  assert.ok(await places(50 * MINUTE, false))
})

test.run()
