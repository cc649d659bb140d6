import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Cause } from '../../../src/render/words/explanation.ts'
import { until } from '../../control-plane/until.ts'
import { ownRemedies } from '../../diagnosis/own-remedies.ts'
import type { Thing } from '../rig/api.ts'
import { api, crd, kubectlAvailable, namespace, unique } from '../rig/rig.ts'
import { removalAnswers, webhookConfiguration } from './admission.ts'
import { carryOut } from './carry-out.ts'
import { explained } from './explained-e2e.ts'
import { httpsServer, review } from './https-server.ts'
import { installOperator } from './operator.ts'

const test = suite('explain of what admission asks for in vain')
// The printed commands are carried out with the stock kubectl.
const withKubectl = kubectlAvailable() ? test : test.skip

const GROUP = 'admissionregistration.k8s.io'
const whole = (place: string) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: place } })

/** An object whose operator runs elsewhere: a Pod that is ready; what it would write, the test writes (fake). */
async function product(place: string): Promise<{ group: string; thing: Thing }> {
  const type = await crd({ kind: 'Model' })
  await installOperator({ type, namespace: await namespace(), name: unique('operator'), state: 'running' })
  const thing = await api.create(type.draft('main', place, { metadata: { finalizers: [`${type.group}/cleanup`] } }))
  return { group: type.group, thing }
}

async function denied(place: string): Promise<Cause> {
  const seen = async () =>
    (await explained(['-n', place])).causesOf('Model', 'main').find(({ code }) => code === 'RequestDenied')
  return until(seen, { what: 'RequestDenied of Model main', deadlineSeconds: 60 })
}

const kinds = (cause: Cause): string[] => ownRemedies(cause).map(({ kind }) => kind)

withKubectl(
  'a webhook that misses a Secret which went with the namespace: let it pass comes first, and nothing asks for the Secret',
  async () => {
    const place = await namespace()
    const { group, thing } = await product(place)
    const secret = await api.create({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'storage-key', namespace: place },
    })
    let isGone = false
    await using server = await httpsServer((_path, body) => {
      const message = 'cannot validate the connection: secrets "storage-key" not found'
      return review(body, isGone ? { allowed: false, status: { message } } : { allowed: true })
    })
    const namespaceSelector = { matchLabels: { 'kubernetes.io/metadata.name': place } }
    const clientConfig = { url: server.url, caBundle: server.caBundle }
    await using hooks = await webhookConfiguration(group, { clientConfig, rest: { namespaceSelector } })
    await api.delete(whole(place))
    await api.waitGone(secret)
    isGone = true
    await api.waitFor(thing, ({ metadata }) => metadata.deletionTimestamp)
    await removalAnswers(thing, (_status, body) => body.includes('denied the request'))
    const cause = await denied(place)
    assert.equal([cause.subject.name, kinds(cause)], [hooks.name, ['repair', 'inspect']])
    assert.ok(ownRemedies(cause)[1]!.summary.includes('storage-key cannot be created'))
    assert.ok(cause.evidence.some(({ fact }) => fact.includes('nothing can be created in it')))
    for (const command of cause.remedies[0]!.commands) await carryOut(command)
    await removalAnswers(thing, status => status < 300)
    // What its operator does then (fake).
    await api.patch(thing, { metadata: { finalizers: null } })
    await api.waitGone(whole(place))
  },
)

interface Params {
  readonly group: string
  readonly paramKind: { readonly apiVersion: string; readonly kind: string }
  readonly paramRef: object
}

/** A policy that decides by params, with its binding, about updates of one group's objects; gone at the end of its scope. */
async function policyByParams({ group, paramKind, paramRef }: Params): Promise<AsyncDisposable & { name: string }> {
  const name = unique('policy')
  const apiVersion = `${GROUP}/v1`
  const resourceRules = [{ apiGroups: [group], apiVersions: ['*'], resources: ['*'], operations: ['UPDATE'] }]
  const matchConstraints = { resourceRules }
  const all = [
    await api.create({
      apiVersion,
      kind: 'ValidatingAdmissionPolicy',
      metadata: { name },
      spec: { paramKind, matchConstraints, validations: [{ expression: "params.metadata.name != ''" }] },
    }),
    await api.create({
      apiVersion,
      kind: 'ValidatingAdmissionPolicyBinding',
      metadata: { name: `${name}-binding` },
      spec: { policyName: name, paramRef, validationActions: ['Deny'] },
    }),
  ]
  const remove = async () => {
    // A printed repair may have deleted it.
    for (const each of all) if (await api.get(each)) await api.delete(each)
  }
  return { name, [Symbol.asyncDispose]: remove }
}

const CONFIG_MAPS = { apiVersion: 'v1', kind: 'ConfigMap' }
const notFound = (_status: number, body: string) => body.includes('no params found')

withKubectl(
  'a policy whose params went with the namespace: its binding lets pass what has none, and it ends',
  async () => {
    const place = await namespace()
    const { group, thing } = await product(place)
    const params = await api.create({ ...CONFIG_MAPS, metadata: { name: 'limits', namespace: place } })
    const paramRef = { name: 'limits', parameterNotFoundAction: 'Deny' }
    await using policy = await policyByParams({ group, paramKind: CONFIG_MAPS, paramRef })
    await api.delete(whole(place))
    await api.waitGone(params)
    await api.waitFor(thing, ({ metadata }) => metadata.deletionTimestamp)
    await removalAnswers(thing, notFound)
    const cause = await denied(place)
    assert.equal([cause.subject.kind, cause.subject.name], ['ValidatingAdmissionPolicy', policy.name])
    assert.equal(kinds(cause), ['inspect', 'repair'])
    for (const { commands } of cause.remedies) for (const command of commands) await carryOut(command)
    await removalAnswers(thing, status => status < 300)
    await api.patch(thing, { metadata: { finalizers: null } })
    await api.waitGone(whole(place))
  },
)

withKubectl('a policy whose params were deleted, and the namespace lives: they are to be created again', async () => {
  const place = await namespace()
  const { group, thing } = await product(place)
  // A kind of its own: kube-apiserver loses sight of params when the last policy of their kind is deleted.
  const limits = await crd({ kind: 'Limit' })
  const paramKind = { apiVersion: limits.apiVersion, kind: 'Limit' }
  const paramRef = { name: 'small', parameterNotFoundAction: 'Deny' }
  await api.delete(thing)
  await using _policy = await policyByParams({ group, paramKind, paramRef })
  await removalAnswers(thing, notFound)
  const cause = await denied(place)
  assert.equal(kinds(cause), ['inspect', 'repair', 'repair'])
  assert.ok(ownRemedies(cause)[1]!.summary.startsWith(`create Limit small in namespace ${place} again`))
  await api.create(limits.draft('small', place))
  await removalAnswers(thing, status => status < 300)
  await api.patch(thing, { metadata: { finalizers: null } })
  await api.waitGone(thing)
})

withKubectl(
  'a policy whose kind of params is not served any more: it is deleted where its product is gone',
  async () => {
    const place = await namespace()
    const { group, thing } = await product(place)
    await api.delete(thing)
    const paramKind = { apiVersion: 'constraints.example.com/v1', kind: 'Limit' }
    await using policy = await policyByParams({
      group,
      paramKind,
      paramRef: { name: 'x', parameterNotFoundAction: 'Deny' },
    })
    await removalAnswers(thing, (_status, body) => body.includes('referenced by paramKind'))
    const cause = await denied(place)
    assert.is(cause.subject.name, policy.name)
    assert.equal(kinds(cause), ['repair', 'repair'])
    for (const command of ownRemedies(cause)[1]!.commands) await carryOut(command)
    await removalAnswers(thing, status => status < 300)
    await api.patch(thing, { metadata: { finalizers: null } })
    await api.waitGone(thing)
  },
)

test.run()
