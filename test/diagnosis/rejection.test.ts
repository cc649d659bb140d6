import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { refusedAnswer } from '../../src/api/refused-answer.ts'
import { failureOf } from '../../src/cluster/transport/error-answer.ts'
import { rejectionOf } from '../../src/statements/rejection.ts'

const test = suite('who rejects a dry run, by the answer of the server')

const refused = (
  code: number,
  message: string,
  causes: readonly { field?: string; message: string }[] = [],
  reason = '',
) => rejectionOf({ accepted: false, code, reason, message, causes })

const invalid = (field: string, message: string) => refused(422, '', [{ field, message }], 'Invalid').by

test('says of a change that nothing of ours makes that admission made it', () => {
  for (const [field, message] of [
    ['spec', 'Forbidden: pod updates may not change fields other than `spec.containers[*].image`'],
    ['spec.initContainers', 'Forbidden: pod updates may not add or remove containers'],
    ['spec.tolerations', 'Forbidden: existing toleration can not be modified except its tolerationSeconds'],
    ['spec.template', 'Invalid value: {}: field is immutable'],
    ['metadata', 'Invalid value: "x": Pod QoS is immutable'],
    ['spec', 'Forbidden: spec is immutable after creation except resources.requests'],
    ['spec', "Forbidden: updates to statefulset spec for fields other than 'replicas' are forbidden"],
    ['spec.size', 'Invalid value: "object": the size cannot be changed'],
    ['spec.plan', 'Invalid value: "string": failed rule: self == oldSelf'],
    ['metadata.finalizers', 'Forbidden: no new finalizers can be added if the object is being deleted'],
  ] as const) {
    assert.is(invalid(field, message), 'mutation', message)
  }
  assert.is(refused(500, 'Internal error occurred: add operation does not apply: doc is missing path').by, 'mutation')
  assert.is(refused(500, 'json: cannot unmarshal string into Go struct field PodSpec.spec.containers').by, 'mutation')
})

test('leaves other faults to the object', () => {
  assert.is(invalid('spec.plan', 'Required value'), 'validation')
  assert.is(invalid('spec', 'Invalid value: "object": a and b cannot be set together'), 'validation')
})

test('tells a missing right from a plugin that refuses with the same code', () => {
  assert.is(refused(403, 'things "a" is forbidden: User "x" cannot patch resource "things"').by, 'probe')
  assert.is(refused(403, 'pods "a" is forbidden: exceeded quota: small, requested: pods=1').by, 'something else')
})

test('knows a policy by its words, with and without a binding or its kind', () => {
  for (const [words, kind, name, binding] of [
    ["ValidatingAdmissionPolicy 'p' with binding 'b' denied request: no", 'ValidatingAdmissionPolicy', 'p', 'b'],
    [
      "ValidatingAdmissionPolicy 'p' denied request: failed to configure policy",
      'ValidatingAdmissionPolicy',
      'p',
      undefined,
    ],
    ["policy 'm' with binding 'b' denied request: JSON Patch: replace", 'MutatingAdmissionPolicy', 'm', 'b'],
  ] as const) {
    const rejection = refused(403, words, [{ message: words }], 'Invalid')
    assert.ok(rejection.by === 'policy')
    assert.equal([rejection.kind, rejection.policy, rejection.binding], [kind, name, binding])
  }
})

test('knows a webhook that denies with an error of its own and no reason', () => {
  // As admission.Errored(500) of controller-runtime is told by the API server.
  for (const code of [500, 503, 400]) {
    const rejection = refused(code, 'admission webhook "a.example.com" denied the request: cannot list Buckets')
    assert.equal(rejection, { by: 'webhook', webhook: 'a.example.com', why: 'cannot list Buckets' }, `${code}`)
  }
})

test('takes what is about the moment, or is no answer of the API server, for no verdict on the object', async () => {
  for (const code of [404, 409, 429, 503]) {
    const rejection = refused(code, 'something')
    assert.ok(rejection.by === 'something else' && rejection.passing, `${code}`)
  }
  const timedOut = refused(500, 'etcdserver: request timed out')
  assert.ok(timedOut.by === 'something else' && timedOut.passing)
  for (const code of [400, 403, 408, 410, 413, 500, 501, 502]) {
    const failure = await failureOf({ status: code, headers: {} }, new TextEncoder().encode('<html>x</html>'))
    const rejection = rejectionOf(refusedAnswer(failure))
    assert.ok(rejection.by === 'something else' && rejection.passing, `${code}`)
  }
  for (const [code, words, reason] of [
    [500, 'Internal error occurred: unheard of', 'InternalError'],
    [403, 'pods "a" is forbidden: exceeded quota: small', 'Forbidden'],
  ] as const) {
    const rejection = refused(code, words, [], reason)
    assert.ok(rejection.by === 'something else' && !rejection.passing, words)
  }
})

test.run()
