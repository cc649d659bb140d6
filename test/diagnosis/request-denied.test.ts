import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Cause } from '../../src/render/words/explanation.ts'
import { customResource } from '../../src/sandbox/incidents/parts/custom-resource.ts'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import type { Sandbox } from '../../src/sandbox/sandbox.ts'
import { statusResponse } from '../sandbox/fault-answers.ts'
import { explained } from './explained.ts'
import { clusterOfThings, thing } from './things.ts'
import { configuration, GROUP, service, webhook } from './webhook-configuration.ts'

const test = suite('a change that is denied')

const CODE = 'RequestDenied'

/** A webhook that answers, and denies what `denies` says; its configuration is read, its answer is the hook's. */
function denyingWebhook(sandbox: Sandbox, denies: (name: string) => boolean, code = 403): void {
  service(sandbox, 'guard')
  configuration(sandbox, 'guard', [webhook('guard.example.com')])
  sandbox.admission.push({
    name: 'guard.example.com',
    phase: 'validating',
    resources: [`things.${GROUP}`],
    operations: ['UPDATE'],
    review: ({ name }) => (denies(name) ? { allowed: false, message: 'keep it', code } : { allowed: true }),
  })
}

function policy(sandbox: Sandbox, expression: string, extra: object = {}): void {
  const apiVersion = 'admissionregistration.k8s.io/v1'
  const resourceRules = [{ apiGroups: [GROUP], apiVersions: ['*'], resources: ['things'], operations: ['UPDATE'] }]
  sandbox.put({
    apiVersion,
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name: 'keeper' },
    spec: { matchConstraints: { resourceRules }, validations: [{ expression, message: 'keep it', ...extra }] },
  })
  sandbox.put({
    apiVersion,
    kind: 'ValidatingAdmissionPolicyBinding',
    metadata: { name: 'keeper-binding' },
    spec: { policyName: 'keeper', validationActions: ['Deny'] },
  })
}

test("by a webhook that answers is its configuration's, whatever code it gives", async () => {
  for (const code of [403, 422, 400]) {
    const sandbox = clusterOfThings()
    denyingWebhook(sandbox, () => true, code)
    thing(sandbox, 'acme')
    const answer = await explained(sandbox)
    const cause = answer.causes.find(each => each.code === CODE)!
    assert.is(answer.object('Thing', 'acme').verdict, 'stuck')
    assert.is(cause.subject.kind, 'ValidatingWebhookConfiguration')
    assert.is(cause.subject.name, 'guard')
    assert.ok(cause.evidence.some(({ fact, source }) => source === 'dry run' && fact.includes('keep it')))
    assert.equal(
      cause.remedies.map(({ kind, commands }) => [kind, ...commands.map(each => each.split(' --')[0])]),
      [
        ['inspect', 'kubectl get validatingwebhookconfiguration guard -o yaml'],
        ['repair', 'kubectl patch validatingwebhookconfiguration guard'],
      ],
    )
    assert.ok(answer.causes.every(each => each.code !== 'WebhookUnavailable' && each.code !== 'ObjectInvalid'))
  }
})

test('of one object says nothing about its neighbour', async () => {
  const sandbox = clusterOfThings()
  denyingWebhook(sandbox, name => name === 'acme')
  thing(sandbox, 'acme')
  thing(sandbox, 'neighbour')
  const answer = await explained(sandbox)
  assert.ok(answer.codesOf('Thing', 'acme').includes(CODE))
  assert.not.ok(answer.codesOf('Thing', 'neighbour').includes(CODE))
})

test("by an admission policy is the policy's, also where its code is 403", async () => {
  for (const extra of [{}, { reason: 'Forbidden' }]) {
    const sandbox = clusterOfThings()
    policy(sandbox, '!has(object.spec.kept)', extra)
    thing(sandbox, 'acme', { spec: { kept: true } })
    thing(sandbox, 'neighbour')
    const answer = await explained(sandbox)
    const cause = answer.causes.find(each => each.code === CODE)!
    assert.is(answer.object('Thing', 'acme').verdict, 'stuck')
    assert.is(cause.subject.kind, 'ValidatingAdmissionPolicy')
    assert.is(cause.subject.name, 'keeper')
    assert.ok('uid' in cause.subject)
    assert.ok(cause.evidence.some(({ fact }) => fact.includes('keeper-binding')))
    assert.not.ok(answer.codesOf('Thing', 'neighbour').includes(CODE))
    assert.not.ok(answer.codesOf('Thing', 'acme').includes('ObjectInvalid'))
  }
})

test('by a policy that depends on the user proves nothing about the controller', async () => {
  const sandbox = clusterOfThings()
  policy(sandbox, "request.userInfo.username == 'operator'")
  thing(sandbox, 'acme')
  const cause = (await explained(sandbox)).causes.find(each => each.code === CODE)!
  assert.is(cause.verdict, 'unknown')
  assert.ok(cause.evidence.some(({ fact }) => fact.includes('depends on the user')))
})

test('by a policy that keeps users from removing finalizers is not ended by loosening it (deckhouse/deckhouse#21217)', async () => {
  const sandbox = clusterOfThings()
  policy(sandbox, "request.userInfo.username == 'operator' || has(object.metadata.finalizers)")
  thing(sandbox, 'acme')
  const { verdict, remedies } = (await explained(sandbox)).causes.find(each => each.code === CODE)!
  assert.is(verdict, 'unknown')
  assert.not(remedies.some(({ kind, commands }) => kind === 'repair' || commands.join().includes('patch')))
  assert.match(remedies[0]!.summary, /do not loosen it/)
})

test('is not a missing permission', async () => {
  const sandbox = clusterOfThings()
  sandbox.authorize = (user, verb) => user.name !== 'reader' || ['get', 'list'].includes(verb)
  thing(sandbox, 'acme')
  const answer = await explained(sandbox, { user: 'reader' })
  assert.not.ok(answer.codesOf('Thing', 'acme').includes(CODE))
})

test('by a plugin of the server is told in its words: of the one that they name, or of the object and unknown', async () => {
  for (const [words, subject, verdict] of [
    ['exceeded quota: small, requested: pods=1', 'ResourceQuota small', 'stuck'],
    ['violates PodSecurity "restricted:latest": privileged', 'Namespace customers', 'stuck'],
    ['a plugin that nobody knows says no', 'Thing acme', 'unknown'],
  ] as const) {
    const sandbox = clusterOfThings()
    thing(sandbox, 'acme')
    sandbox.onRequest = ({ method }) => {
      if (method !== 'PATCH') return undefined
      const message = `things.${GROUP} "acme" is forbidden: ${words}`
      return statusResponse(403, { reason: 'Forbidden', message })
    }
    const cause = (await explained(sandbox)).causes.find(({ code }) => code === CODE)!
    assert.equal([`${cause.subject.kind} ${cause.subject.name}`, cause.verdict], [subject, verdict])
    assert.ok(cause.summary.includes(words))
  }
})

const firstRepair = (causes: readonly Cause[]): readonly unknown[] => {
  const cause = causes.find(({ code }) => code === CODE)!
  return [cause.remedies[0]!.kind, ...cause.remedies[0]!.commands.map(each => each.split(' --type')[0])]
}

test('by a policy that demands an annotation or a label asks to give it, where the server then takes an update', async () => {
  for (const [expression, command] of [
    ["has(object.metadata.annotations) && 'ticket' in object.metadata.annotations", 'annotate'],
    ["has(object.metadata.labels) && object.metadata.labels['ticket'] == 'true'", 'label'],
  ] as const) {
    const sandbox = clusterOfThings()
    policy(sandbox, expression)
    thing(sandbox, 'acme')
    thing(sandbox, 'other')
    const { causes } = await explained(sandbox)
    const of = (name: string) => `kubectl ${command} things.${GROUP} ${name} -n customers ticket=true --overwrite`
    assert.equal(firstRepair(causes), ['repair', of('acme'), of('other')])
    assert.ok(causes[0]!.evidence.some(({ fact }) => fact.includes('a dry run that gives it')))
  }
})

test('by a policy that the gift does not satisfy, or that asks for more, asks for none', async () => {
  const two = clusterOfThings()
  policy(two, "has(object.metadata.annotations) && 'ticket' in object.metadata.annotations")
  const known = two.get('admissionregistration.k8s.io/v1', 'ValidatingAdmissionPolicy', 'keeper')!
  const spec = known.spec as { validations: readonly object[] }
  const more = { expression: 'has(object.spec.approved)', message: 'approve it' }
  two.put({ ...known, spec: { ...spec, validations: [...spec.validations, more] } })
  thing(two, 'acme')
  assert.is(firstRepair((await explained(two)).causes)[0], 'inspect')
  const other = clusterOfThings()
  policy(other, 'has(object.spec.approved)')
  thing(other, 'acme')
  assert.is(firstRepair((await explained(other)).causes)[0], 'inspect')
})

test('by a webhook of Gatekeeper or Kyverno that says what it wants is asked again with that', async () => {
  for (const isEnough of [true, false]) {
    const sandbox = clusterOfThings()
    service(sandbox, 'guard')
    configuration(sandbox, 'guard', [webhook('guard.example.com')])
    sandbox.admission.push({
      name: 'guard.example.com',
      phase: 'validating',
      resources: [`things.${GROUP}`],
      operations: ['UPDATE'],
      review: ({ object }) =>
        isEnough && object?.metadata.labels?.owner !== undefined
          ? { allowed: true }
          : { allowed: false, message: '[must-have-owner] you must provide labels: {"owner"}', code: 403 },
    })
    thing(sandbox, 'acme')
    const first = firstRepair((await explained(sandbox)).causes)
    const command = `kubectl label things.${GROUP} acme -n customers owner=true --overwrite`
    if (isEnough) assert.equal(first, ['repair', command])
    else assert.is(first[0], 'inspect')
  }
})

function policyByParams(sandbox: Sandbox, paramRef: object): void {
  const apiVersion = 'admissionregistration.k8s.io/v1'
  const resourceRules = [{ apiGroups: [GROUP], apiVersions: ['*'], resources: ['things'], operations: ['UPDATE'] }]
  const paramKind = { apiVersion: 'v1', kind: 'ConfigMap' }
  sandbox.put({
    apiVersion,
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name: 'keeper' },
    spec: {
      paramKind,
      matchConstraints: { resourceRules },
      validations: [{ expression: "params.data.max != ''" }],
    },
  })
  sandbox.put({
    apiVersion,
    kind: 'ValidatingAdmissionPolicyBinding',
    metadata: { name: 'keeper-binding' },
    spec: { policyName: 'keeper', paramRef, validationActions: ['Deny'] },
  })
}

test('by a policy whose params are not there asks for these, and for no condition, which is looked at later', async () => {
  const sandbox = clusterOfThings()
  policyByParams(sandbox, { name: 'limits' })
  thing(sandbox, 'acme')
  const [cause] = (await explained(sandbox)).causes.filter(({ code }) => code === CODE)
  assert.is(cause!.subject.name, 'keeper')
  assert.match(cause!.remedies[1]!.summary, 'ConfigMap limits in namespace customers')
  assert.match(cause!.remedies[1]!.summary, 'with data.max')
  assert.equal(
    cause!.remedies.map(({ kind, commands }) => [kind, ...commands.map(each => each.split(' --')[0])]),
    [
      ['inspect', 'kubectl get validatingadmissionpolicybinding keeper-binding -o yaml'],
      ['repair'],
      ['repair', 'kubectl patch validatingadmissionpolicybinding keeper-binding'],
    ],
  )
})

test('by a policy whose params are there for all but the server: nothing is created again', async () => {
  const sandbox = clusterOfThings()
  policyByParams(sandbox, { name: 'limits' })
  thing(sandbox, 'acme')
  // A server that has lost sight of params.
  const asked = createConfigMapUnseen(sandbox)
  const [cause] = (await explained(sandbox)).causes.filter(({ code }) => code === CODE)
  assert.ok(asked() > 0)
  assert.equal(
    cause!.remedies.map(({ kind }) => kind),
    ['inspect', 'repair'],
  )
  assert.ok(cause!.evidence.some(({ fact }) => fact.includes('configmaps "limits" exists')))
})

/** A ConfigMap that only reads see: what is changed is answered as if it were not there. */
function createConfigMapUnseen(sandbox: Sandbox): () => number {
  let changes = 0
  const why = 'failed to configure binding: no params found for policy binding with `Deny` parameterNotFoundAction'
  const text = `ValidatingAdmissionPolicy 'keeper' with binding 'keeper-binding' denied request: ${why}`
  sandbox.put({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'limits', namespace: 'customers' } })
  sandbox.onRequest = ({ method }) => {
    if (method !== 'PATCH') return undefined
    changes += 1
    const message = `things.${GROUP} "acme" is forbidden: ${text}`
    return statusResponse(422, { reason: 'Invalid', message, details: { causes: [{ message: text }] } })
  }
  return () => changes
}

test('in a namespace that is being deleted asks for nothing that cannot be created there', async () => {
  for (const [words, order, isLost] of [
    ['secrets "key" not found', ['repair', 'inspect'], true],
    ['keep it', ['inspect', 'repair'], true],
    // What it names is in another namespace (kgateway-dev/kgateway#8931); that has to be a name, and no account.
    ['Upstream mesh-system.my-us references the service "my-svc" which does not exist', ['inspect', 'repair'], false],
    ['secrets "key" not found in namespace "tools"', ['inspect', 'repair'], false],
    ['it needs tools', ['inspect', 'repair'], true],
    ['system:serviceaccount:mesh-system:a may not', ['inspect', 'repair'], true],
  ] as const) {
    const sandbox = clusterOfThings()
    service(sandbox, 'guard')
    configuration(sandbox, 'guard', [webhook('guard.example.com')])
    const review = () => ({ allowed: false, message: words })
    const resources = [`things.${GROUP}`]
    sandbox.admission.push({
      name: 'guard.example.com',
      phase: 'validating',
      resources,
      operations: ['UPDATE'],
      review,
    })
    thing(sandbox, 'acme')
    namespace(sandbox, 'customers', { deleted: 3600 })
    for (const other of ['mesh-system', 'tools']) namespace(sandbox, other)
    const [cause] = (await explained(sandbox)).causes.filter(({ code }) => code === CODE)
    assert.equal(
      cause!.remedies.map(({ kind }) => kind),
      // The last one is the offer to rescue the namespace.
      [...order, 'inspect'],
    )
    assert.is(
      cause!.evidence.some(({ fact }) => fact.includes('nothing can be created in it')),
      isLost,
      words,
    )
    const isSaid = cause!.remedies[0]!.summary.includes('cannot be created, because that is being deleted')
    assert.not(isSaid && !isLost, words)
  }
})

test('of the deletion of what nobody has deleted yet is not ended by a condition on its deletion', async () => {
  const sandbox = clusterOfThings()
  policy(sandbox, 'false')
  namespace(sandbox, 'going', { deleted: 3600 })
  const known = sandbox.get('v1', 'Namespace', 'going')!
  const message = `Failed to delete all resource types, 1 remaining: things.${GROUP} "acme" is forbidden: ValidatingAdmissionPolicy 'keeper' with binding 'keeper-binding' denied request: keep it`
  const problem = { type: 'NamespaceDeletionContentFailure', status: 'True', reason: 'ContentDeletionFailed', message }
  sandbox.put({ ...known, status: { phase: 'Terminating', conditions: [problem] } })
  const [cause] = (await explained(sandbox)).causes.filter(({ code }) => code === CODE)
  assert.is(cause!.subject.name, 'keeper')
  assert.equal(
    cause!.remedies.map(({ kind, risk, commands }) => [kind, risk, commands[0]]),
    [
      ['inspect', 'none', 'kubectl get validatingadmissionpolicy keeper -o yaml'],
      ['repair', 'medium', 'kubectl edit validatingadmissionpolicy keeper'],
    ],
  )
})

test('of all objects of a type at once, where each may be deleted by name: these commands come first', async () => {
  const firstOf = async (isAllowed: boolean, count = 1) => {
    const sandbox = clusterOfThings()
    namespace(sandbox, 'going', { deleted: 3600 })
    for (let index = 0; index < count; index++) {
      customResource(sandbox, {
        apiVersion: `${GROUP}/v1`,
        kind: 'Thing',
        namespace: 'going',
        name: `acme-${index}`,
        manager: 'tenancy',
        finalizers: [],
      })
    }
    const rules = [{ apiGroups: [GROUP], apiVersions: ['*'], resources: ['things'], operations: ['DELETE'] }]
    configuration(sandbox, 'guard', [webhook('guard.example.com', { rules })])
    service(sandbox, 'guard')
    sandbox.admission.push({
      name: 'guard.example.com',
      phase: 'validating',
      resources: [`things.${GROUP}`],
      operations: ['DELETE'],
      review: () => ({ allowed: isAllowed, message: 'not by a collection' }),
    })
    const known = sandbox.get('v1', 'Namespace', 'going')!
    const message =
      'Failed to delete all resource types, 1 remaining: admission webhook "guard.example.com" denied the request: not by a collection'
    const problem = {
      type: 'NamespaceDeletionContentFailure',
      status: 'True',
      reason: 'ContentDeletionFailed',
      message,
    }
    sandbox.put({ ...known, status: { phase: 'Terminating', conditions: [problem] } })
    const cause = (await explained(sandbox)).causes.find(({ code }) => code === CODE)!
    return cause.remedies[0]!.commands
  }
  const look = ['kubectl get validatingwebhookconfiguration guard -o yaml']
  const byName = 'kubectl delete things.tenancy.example.com acme-0 -n going --wait=false'
  assert.equal(await firstOf(true), [byName])
  assert.equal(await firstOf(false), look)
  assert.equal(await firstOf(true, 9), look, 'too many to try')
})

test.run()
