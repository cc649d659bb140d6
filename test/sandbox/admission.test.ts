import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Review } from '../../src/sandbox/admission/hook.ts'
import type { Sandbox } from '../../src/sandbox/sandbox.ts'
import { ask, getMap, MAPS, MERGE_PATCH, putMap, setup } from './ask.ts'

const test = suite('admission')

const LABEL = { metadata: { labels: { x: 'y' } } }

function hook(
  sandbox: Sandbox,
  review: () => Review | Promise<Review>,
  phase: 'validating' | 'mutating' = 'validating',
): void {
  sandbox.admission.push({
    name: 'guard.example.com',
    phase,
    resources: ['configmaps'],
    operations: ['UPDATE'],
    review,
  })
}

function putWebhook(sandbox: Sandbox, webhook: object = {}): void {
  sandbox.put({
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingWebhookConfiguration',
    metadata: { name: 'guard' },
    webhooks: [
      {
        name: 'guard.example.com',
        clientConfig: { service: { namespace: 'policy', name: 'guard', path: '/validate' } },
        rules: [{ apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'], operations: ['UPDATE', 'DELETE'] }],
        sideEffects: 'None',
        ...webhook,
      },
    ],
  })
}

test('of a webhook whose Service is gone rejects matching writes with 500 that names it', async () => {
  const { sandbox } = setup()
  putMap(sandbox, 'a')
  putWebhook(sandbox)
  const { code, body } = await ask(sandbox, 'PATCH', `${MAPS}/a`, LABEL, MERGE_PATCH)
  const cause =
    'failed calling webhook "guard.example.com": failed to call webhook: Post "https://guard.policy.svc:443/validate?timeout=10s": service "guard" not found'
  assert.equal([code, body.reason, body.message], [500, 'InternalError', `Internal error occurred: ${cause}`])
  assert.is(body.details.causes[0].message, cause)
  assert.is((await ask(sandbox, 'DELETE', `${MAPS}/a`)).code, 500)
  assert.is((await ask(sandbox, 'POST', MAPS, { metadata: { name: 'b' } })).code, 201)
})

test('passes a dead webhook that fails open, or selects other namespaces or objects', async () => {
  for (const webhook of [
    { failurePolicy: 'Ignore' },
    { namespaceSelector: { matchLabels: { guarded: 'true' } } },
    { objectSelector: { matchExpressions: [{ key: 'guarded', operator: 'Exists' }] } },
  ]) {
    const { sandbox } = setup()
    putMap(sandbox, 'a')
    putWebhook(sandbox, webhook)
    assert.is((await ask(sandbox, 'PATCH', `${MAPS}/a`, LABEL, MERGE_PATCH)).code, 200)
  }
})

test('refuses a dry run that a webhook with side effects would see', async () => {
  const { sandbox } = setup()
  putMap(sandbox, 'a')
  putWebhook(sandbox, { sideEffects: 'Some' })
  const { code, body } = await ask(sandbox, 'PATCH', `${MAPS}/a?dryRun=All`, LABEL, MERGE_PATCH)
  assert.equal([code, body.message], [400, 'admission webhook "guard.example.com" does not support dry run'])
})

test('never stands between a user and the webhook configurations', async () => {
  const { sandbox } = setup()
  putWebhook(sandbox, { rules: [{ apiGroups: ['*'], apiVersions: ['*'], resources: ['*'], operations: ['*'] }] })
  const path = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/guard'
  assert.is((await ask(sandbox, 'DELETE', path)).code, 200)
})

test('by a function denies in the words of a webhook', async () => {
  const { sandbox } = setup()
  putMap(sandbox, 'a')
  hook(sandbox, () => ({ allowed: false, message: 'not today' }))
  const { code, body } = await ask(sandbox, 'PATCH', `${MAPS}/a`, LABEL, MERGE_PATCH)
  assert.equal([code, body.message], [403, 'admission webhook "guard.example.com" denied the request: not today'])
})

test('by a function that throws is a dead webhook', async () => {
  const { sandbox } = setup()
  putMap(sandbox, 'a')
  hook(sandbox, () => Promise.reject(new Error('context deadline exceeded')))
  const { code, body } = await ask(sandbox, 'PATCH', `${MAPS}/a`, LABEL, MERGE_PATCH)
  assert.is(code, 500)
  assert.match(body.message, /failed calling webhook "guard.example.com": .*: context deadline exceeded$/)
})

test('that mutates can put a removed finalizer back, visible in the dry run already', async () => {
  const { sandbox } = setup()
  putMap(sandbox, 'a', { finalizers: ['e.x/f'], deletionTimestamp: '2026-01-01T00:00:00Z' })
  sandbox.admission.push({
    name: 'back.example.com',
    phase: 'mutating',
    resources: ['configmaps'],
    operations: ['UPDATE'],
    review: ({ object }) => ({
      allowed: true,
      object: { ...object!, metadata: { ...object!.metadata, finalizers: ['e.x/f'] } },
    }),
  })
  const { code, body } = await ask(
    sandbox,
    'PATCH',
    `${MAPS}/a?dryRun=All`,
    { metadata: { finalizers: null } },
    MERGE_PATCH,
  )
  assert.equal([code, body.metadata.finalizers], [200, ['e.x/f']])
})

test('by a policy denies with 422 although the text says forbidden', async () => {
  const { sandbox } = setup()
  putMap(sandbox, 'a')
  const apiVersion = 'admissionregistration.k8s.io/v1'
  const resourceRules = [{ apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'], operations: ['UPDATE'] }]
  const validations = [
    { expression: "!has(object.metadata.labels) || !('x' in object.metadata.labels)", message: 'no x' },
  ]
  sandbox.put({
    apiVersion,
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name: 'p' },
    spec: { matchConstraints: { resourceRules }, validations },
  })
  sandbox.put({
    apiVersion,
    kind: 'ValidatingAdmissionPolicyBinding',
    metadata: { name: 'b' },
    spec: { policyName: 'p', validationActions: ['Deny'] },
  })
  const { code, body } = await ask(sandbox, 'PATCH', `${MAPS}/a`, LABEL, MERGE_PATCH)
  assert.is(code, 422)
  assert.is(
    body.message,
    `configmaps "a" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: no x`,
  )
  assert.is((await ask(sandbox, 'PATCH', `${MAPS}/a`, { metadata: { labels: { z: 'y' } } }, MERGE_PATCH)).code, 200)
})

test('of UPDATE alone sees the patch that ends an object; DELETE webhooks do not', async () => {
  const { sandbox } = setup()
  putMap(sandbox, 'a', { finalizers: ['e.x/f'], deletionTimestamp: '2026-01-01T00:00:00Z' })
  sandbox.admission.push({
    name: 'd.example.com',
    phase: 'validating',
    resources: ['*'],
    operations: ['DELETE'],
    review: () => ({ allowed: false }),
  })
  assert.is((await ask(sandbox, 'PATCH', `${MAPS}/a`, { metadata: { finalizers: null } }, MERGE_PATCH)).code, 200)
  assert.is(getMap(sandbox, 'a'), undefined)
})

test.run()
