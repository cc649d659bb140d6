import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../../control-plane/until.ts'
import type { Draft, Field, Thing } from '../rig/api.ts'
import { podDraft } from '../rig/node.ts'
import { api, crd, kubectlAvailable, namespace, run, target, unique } from '../rig/rig.ts'
import { removalAnswers, webhookConfiguration } from './admission.ts'
import { carryOut } from './carry-out.ts'
import { explained } from './explained-e2e.ts'
import { type HttpsServer, httpsServer, review } from './https-server.ts'

const test = suite('explain of an update that admission makes invalid')
// The printed commands are carried out with the stock kubectl.
const withKubectl = kubectlAvailable() ? test : test.skip
const onRealServers = kubectlAvailable() && target().name === 'control-plane' ? test : test.skip

const HOLD = 'example.com/hold'
const KIND = 'MutatingWebhookConfiguration'

type Patch = readonly object[]

/** A mutating webhook that answers each path with its patch. */
function mutating(patches: Readonly<Record<string, Patch>>): Promise<HttpsServer> {
  return httpsServer((path, body) => {
    const patch = patches[path.split('?')[0]!]
    if (patch === undefined) return review(body, { allowed: true })
    const text = Buffer.from(JSON.stringify(patch)).toString('base64')
    return review(body, { allowed: true, patchType: 'JSONPatch', patch: text })
  })
}

const rulesFor = (group: string, resource: string, operations = ['CREATE', 'UPDATE']) => ({
  rules: [{ apiGroups: [group], apiVersions: ['*'], resources: [resource], operations }],
})

const within = (place: string) => ({ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': place } } })

const isRejected = (status: number): boolean => status === 422 || status === 500

/** An object that was deleted and waits for its finalizer. */
async function held(draft: Draft): Promise<Thing> {
  const created = await api.create({ ...draft, metadata: { ...draft.metadata, finalizers: [HOLD] } })
  await api.delete(created, { propagationPolicy: 'Background', gracePeriodSeconds: 0 })
  return api.waitFor(created, ({ metadata }) => metadata.deletionTimestamp)
}

/** The controller of the finalizer, a fake: it tries until the server lets it. */
async function controllerFinishes(thing: Thing): Promise<void> {
  const path = await api.pathOf(thing)
  const removal = { metadata: { finalizers: null } }
  const headers = { 'content-type': 'application/merge-patch+json' }
  const tried = async () => ((await api.raw('PATCH', path, removal, headers)).status < 300 ? true : undefined)
  await until(tried, { what: 'the removal to be let through', deadlineSeconds: 60 })
  await api.waitGone(thing)
}

/** What `remove` of it is refused by, though every override that there is for it is given. */
async function guardOf({ kind, metadata }: Thing): Promise<string> {
  const resource = kind.toLowerCase()
  const args = ['remove', `${resource}/${metadata.name}`, '-n', metadata.namespace, '--finalizer', HOLD, '--yes']
  const { code, stdout } = await run([...args, '--override', 'ControllerUnknown', '-o', 'json'])
  assert.is(code, 3)
  return JSON.parse(stdout).steps[0].guard
}

const repairs = (cause: { remedies: readonly Field[] }): string[] =>
  cause.remedies.filter(({ kind }) => kind === 'repair').flatMap(({ commands }) => commands)

const pod = (name: string, place: string): Draft => podDraft(name, place, {}) as Draft

const job = (name: string, place: string): Draft => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { name, namespace: place },
  spec: {
    suspend: true,
    template: { spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'none' }] } },
  },
})

for (const [what, draft, resource, patch] of [
  [
    'a container that is added to Pods',
    pod,
    'pods',
    [{ op: 'add', path: '/spec/containers/-', value: { name: 'sidecar', image: 'none' } }],
  ],
  [
    'an annotation in the template of Jobs',
    job,
    'jobs',
    [{ op: 'add', path: '/spec/template/metadata', value: { annotations: { injected: 'yes' } } }],
  ],
  ['a finalizer that is new', pod, 'pods', [{ op: 'add', path: '/metadata/finalizers', value: ['example.com/new'] }]],
  [
    'a patch that does not fit the object',
    pod,
    'pods',
    [{ op: 'add', path: '/metadata/annotations/injected', value: 'yes' }],
  ],
] as const) {
  withKubectl(`${what}: RequestDenied by the webhook's configuration, and its repair ends the wait`, async () => {
    const place = await namespace()
    const thing = await held(draft('held', place))
    await using server = await mutating({ '/change': patch })
    const group = resource === 'jobs' ? 'batch' : ''
    const clientConfig = { url: `${server.url}/change`, caBundle: server.caBundle }
    const rest = { ...rulesFor(group, resource), ...within(place) }
    await using hooks = await webhookConfiguration(group, { kind: KIND, clientConfig, rest })
    // One about other operations cannot have done it.
    const idle = { ...rulesFor(group, resource, ['DELETE']), ...within(place) }
    await using _idle = await webhookConfiguration(group, { kind: KIND, clientConfig, rest: idle })
    await removalAnswers(thing, isRejected)
    const answer = await explained(['-n', place])
    const causes = answer.causesOf(thing.kind, 'held').filter(({ code }) => code === 'RequestDenied')
    assert.equal(
      causes.map(({ subject, verdict }) => [subject.kind, subject.name, verdict]),
      [[KIND, hooks.name, 'stuck']],
    )
    assert.equal(
      causes[0]!.blocks.map(({ uid }) => uid),
      [thing.metadata.uid],
    )
    assert.not.ok(answer.causes.some(({ code }) => code === 'ObjectInvalid'))
    assert.is(await guardOf(thing), 'WouldBeRejected')
    for (const command of repairs(causes[0]!)) await carryOut(command)
    await controllerFinishes(thing)
  })
}

withKubectl(
  'two webhooks that may have done it: both are told, the object is the subject, and both repairs end it',
  async () => {
    const place = await namespace()
    const thing = await held(pod('held', place))
    const added = { op: 'add', path: '/spec/containers/-', value: { name: 'sidecar', image: 'none' } }
    await using server = await mutating({ '/change': [added], '/innocent': [] })
    const { url, caBundle } = server
    const rest = { ...rulesFor('', 'pods'), ...within(place) }
    await using one = await webhookConfiguration('', {
      kind: KIND,
      clientConfig: { url: `${url}/change`, caBundle },
      rest,
    })
    await using two = await webhookConfiguration('', {
      kind: KIND,
      clientConfig: { url: `${url}/innocent`, caBundle },
      rest,
    })
    await removalAnswers(thing, isRejected)
    const answer = await explained(['-n', place])
    const cause = answer.causesOf('Pod', 'held').find(({ code }) => code === 'RequestDenied')!
    assert.equal([cause.subject.kind, cause.verdict], ['Pod', 'stuck'])
    const facts = cause.evidence.map(({ fact }) => fact).join('\n')
    assert.ok(facts.includes(one.name) && facts.includes(two.name))
    for (const command of repairs(cause)) await carryOut(command)
    await controllerFinishes(thing)
  },
)

withKubectl('a custom resource whose rule the changed one breaks, told from one that breaks it itself', async () => {
  const place = await namespace()
  const open = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
  const plans = await crd({ kind: 'Plan', schema: { ...open, properties: { spec: open } } })
  const changed = await held(plans.draft('changed', place, { spec: { plan: 'gold' } }))
  const poor = await held(plans.draft('poor', place, { spec: { other: 1 } }))
  await api.patch(plans.definition, [
    {
      op: 'add',
      path: '/spec/versions/0/schema/openAPIV3Schema/x-kubernetes-validations',
      value: [{ rule: 'has(self.spec.plan)', message: 'a plan is needed' }],
    },
    {
      op: 'replace',
      path: '/spec/versions/0/schema/openAPIV3Schema/properties/spec',
      value: { ...open, properties: { plan: { type: 'string' } } },
    },
  ])
  await removalAnswers(poor, isRejected)
  await using server = await mutating({ '/strip': [{ op: 'replace', path: '/spec', value: { other: 1 } }] })
  const clientConfig = { url: `${server.url}/strip`, caBundle: server.caBundle }
  const rest = rulesFor(plans.group, plans.plural)
  await using hooks = await webhookConfiguration(plans.group, { kind: KIND, clientConfig, rest })
  await removalAnswers(changed, isRejected)
  const answer = await explained(['-n', place])
  const cause = answer.causesOf('Plan', 'changed').find(({ code }) => code === 'RequestDenied')!
  assert.equal([cause.subject.kind, cause.subject.name], [KIND, hooks.name])
  assert.not.ok(answer.causesOf('Plan', 'changed').some(({ code }) => code === 'ObjectInvalid'))
  for (const command of repairs(cause)) await carryOut(command)
  await controllerFinishes(changed)
  // With the webhook out of the way the other one is told as what it is.
  const after = await explained(['-n', place])
  assert.ok(after.causesOf('Plan', 'poor').some(({ code }) => code === 'ObjectInvalid'))
})

// Stable since 1.36.
const MUTATING_POLICY = { apiVersion: 'admissionregistration.k8s.io/v1', kind: 'MutatingAdmissionPolicy' }
const isServed = await api.serves(MUTATING_POLICY.apiVersion, MUTATING_POLICY.kind)
const withMutatingPolicy = isServed ? onRealServers : test.skip

withMutatingPolicy('a MutatingAdmissionPolicy that does it is the subject', async () => {
  const { apiVersion, kind } = MUTATING_POLICY
  const place = await namespace()
  const thing = await held(pod('held', place))
  const metadata = { name: unique('mutator') }
  const expression = '[JSONPatch{op: "replace", path: "/spec/containers/0/name", value: "renamed"}]'
  const matchConstraints = {
    resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], resources: ['pods'], operations: ['UPDATE'] }],
    ...within(place),
  }
  const mutations = [{ patchType: 'JSONPatch', jsonPatch: { expression } }]
  const spec = { matchConstraints, mutations, failurePolicy: 'Fail', reinvocationPolicy: 'Never' }
  const policy = await api.create({ apiVersion, kind, metadata, spec })
  const binding = { apiVersion, kind: `${kind}Binding`, metadata, spec: { policyName: metadata.name } }
  const bound = await api.create(binding)
  try {
    await removalAnswers(thing, isRejected)
    const answer = await explained(['-n', place])
    const cause = answer.causesOf('Pod', 'held').find(({ code }) => code === 'RequestDenied')!
    assert.equal([cause.subject.kind, cause.subject.name, cause.verdict], [kind, metadata.name, 'stuck'])
    for (const command of repairs(cause)) await carryOut(command)
    await controllerFinishes(thing)
  } finally {
    await api.delete(bound)
    await api.delete(policy)
  }
})

withKubectl('a condition of a webhook that cannot be evaluated: RequestDenied by its configuration', async () => {
  const place = await namespace()
  const thing = await held(pod('held', place))
  await using server = await mutating({})
  const clientConfig = { url: server.url, caBundle: server.caBundle }
  const matchConditions = [{ name: 'broken', expression: 'object.metadata.labels.tier == "gold"' }]
  const rest = { ...rulesFor('', 'pods'), ...within(place), matchConditions }
  await using hooks = await webhookConfiguration('', { clientConfig, rest })
  await removalAnswers(thing, status => status === 403)
  const cause = (await explained(['-n', place])).causesOf('Pod', 'held').find(({ code }) => code === 'RequestDenied')!
  assert.equal([cause.subject.name, cause.verdict], [hooks.name, 'stuck'])
  assert.is(await guardOf(thing), 'WouldBeRejected')
  for (const command of repairs(cause)) await carryOut(command)
  await controllerFinishes(thing)
})

test.run()
