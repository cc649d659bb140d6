import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../../control-plane/until.ts'
import { untilAllowed } from '../rig/allowed.ts'
import type { Thing } from '../rig/api.ts'
import { api, crd, namespace, unique } from '../rig/rig.ts'
import { admissionPolicy, removalAnswers, webhookConfiguration } from './admission.ts'
import { explained } from './explained-e2e.ts'
import { httpsServer, review } from './https-server.ts'
import { stuckObject } from './operator.ts'

const test = suite('explain tells what rejects the removal')

const codes = (causes: readonly { code: string }[]): string[] => causes.map(({ code }) => code)

function absentService(place: string): object {
  return { service: { namespace: place, name: 'nosuch', path: '/validate', port: 443 } }
}

test('a webhook that nothing answers: WebhookUnavailable, and not for what its selectors leave out', async () => {
  const place = await namespace()
  const other = await namespace()
  const widgets = await crd()
  const held = await stuckObject(widgets, place, 'held')
  await stuckObject(widgets, other, 'elsewhere')
  const namespaceSelector = { matchLabels: { 'kubernetes.io/metadata.name': place } }
  await using hooks = await webhookConfiguration(widgets.group, {
    clientConfig: absentService(place),
    rest: { namespaceSelector },
  })
  await removalAnswers(held, status => status === 500)
  const answer = await explained(['-n', place])
  const cause = answer.causesOf('Widget', 'held').find(({ code }) => code === 'WebhookUnavailable')!
  assert.is(answer.object('Widget', 'held').verdict, 'stuck')
  assert.equal([cause.subject.kind, cause.subject.name], ['ValidatingWebhookConfiguration', hooks.name])
  assert.equal(
    cause.blocks.map(({ name }) => name),
    ['held'],
  )
  assert.ok(cause.evidence.some(({ fact, source }) => source === 'dry run' && fact.includes(hooks.webhook)))
  assert.equal(cause.remedies.at(-1)!.commands, [`kubectl delete validatingwebhookconfiguration ${hooks.name}`])
  const neighbour = await explained(['-n', other])
  assert.not.ok(codes(neighbour.causesOf('Widget', 'elsewhere')).includes('WebhookUnavailable'))
  assert.ok(await api.get(held))
})

test('a dead webhook for who may only read: by its configuration; and none whose failurePolicy is Ignore', async () => {
  const place = await namespace()
  const [widgets, gadgets] = [await crd(), await crd({ kind: 'Gadget' })]
  await stuckObject(widgets, place, 'held')
  await stuckObject(gadgets, place, 'ignored')
  const clientConfig = absentService(place)
  await using _hooks = await webhookConfiguration(widgets.group, { clientConfig })
  await using _lenient = await webhookConfiguration(gadgets.group, { clientConfig, rest: { failurePolicy: 'Ignore' } })
  await using reader = await readerOfAll()
  const answer = await explained(['-n', place, '--as', reader.name])
  assert.ok(codes(answer.causesOf('Widget', 'held')).includes('WebhookUnavailable'))
  assert.not.ok(codes(answer.causesOf('Gadget', 'ignored')).includes('WebhookUnavailable'))
})

test('a policy that denies it: RequestDenied, for the object that it denies', async () => {
  const place = await namespace()
  const widgets = await crd()
  const held = await stuckObject(widgets, place, 'kept')
  await stuckObject(widgets, place, 'free')
  await using policy = await admissionPolicy(widgets.group, "object.metadata.name != 'kept'")
  await removalAnswers(held, (_status, body) => body.includes('denied request'))
  const answer = await explained(['-n', place])
  const cause = answer.causesOf('Widget', 'kept').find(({ code }) => code === 'RequestDenied')!
  assert.is(answer.object('Widget', 'kept').verdict, 'stuck')
  assert.equal([cause.subject.kind, cause.subject.name], ['ValidatingAdmissionPolicy', policy.name])
  assert.ok(cause.summary.includes('it is kept'))
  assert.equal(
    cause.blocks.map(({ name }) => name),
    ['kept'],
  )
  assert.not.ok(codes(answer.causes).includes('ObjectInvalid'))
})

test('a schema that the object does not fit any more: ObjectInvalid, and its valid neighbour is not', async () => {
  const place = await namespace()
  const schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
  const widgets = await crd({ schema })
  const held = await stuckObject(widgets, place, 'held')
  const valid = await api.create(
    widgets.draft('valid', place, { metadata: { finalizers: ['example.com/hold'] }, spec: { plan: 'gold' } }),
  )
  await api.delete(valid)
  await api.patch(widgets.definition, [
    {
      op: 'replace',
      path: '/spec/versions/0/schema/openAPIV3Schema',
      value: {
        ...schema,
        properties: {
          spec: {
            type: 'object',
            'x-kubernetes-preserve-unknown-fields': true,
            properties: { plan: { type: 'string' } },
          },
        },
        'x-kubernetes-validations': [{ rule: 'has(self.spec) && has(self.spec.plan)', message: 'a plan is needed' }],
      },
    },
  ])
  await removalAnswers(held, status => status === 422)
  const answer = await explained(['-n', place])
  const cause = answer.causesOf('Widget', 'held').find(({ code }) => code === 'ObjectInvalid')!
  assert.is(answer.object('Widget', 'held').verdict, 'stuck')
  assert.equal([cause.subject.kind, cause.subject.name], ['Widget', 'held'])
  assert.ok(cause.evidence.some(({ fact }) => fact.includes('a plan is needed')))
  assert.not.ok(codes(answer.causesOf('Widget', 'valid')).includes('ObjectInvalid'))
})

test('webhooks that answer: RequestDenied for one that denies, FinalizerReadded for one that puts it back', async () => {
  const place = await namespace()
  const [widgets, gadgets, plain] = [await crd(), await crd({ kind: 'Gadget' }), await crd({ kind: 'Plain' })]
  const denied = await stuckObject(widgets, place, 'denied')
  const kept = await stuckObject(gadgets, place, 'kept')
  await stuckObject(plain, place, 'plain')
  const patch = [{ op: 'add', path: '/metadata/finalizers', value: [`${gadgets.group}/cleanup`] }]
  await using server = await httpsServer((path, body) => {
    if (path.startsWith('/deny'))
      return review(body, { allowed: false, status: { code: 422, reason: 'Invalid', message: 'not now' } })
    if (!path.startsWith('/keep')) return review(body, { allowed: true })
    const text = Buffer.from(JSON.stringify(patch)).toString('base64')
    return review(body, { allowed: true, patchType: 'JSONPatch', patch: text })
  })
  const { caBundle, url } = server
  await using denying = await webhookConfiguration(widgets.group, { clientConfig: { url: `${url}/deny`, caBundle } })
  await using keeping = await webhookConfiguration(gadgets.group, {
    kind: 'MutatingWebhookConfiguration',
    clientConfig: { url: `${url}/keep`, caBundle },
  })
  await using _healthy = await webhookConfiguration(plain.group, { clientConfig: { url: `${url}/allow`, caBundle } })
  await removalAnswers(denied, status => status === 422)
  await removalAnswers(kept, (status, body) => status === 200 && body.includes('/cleanup"'))
  const answer = await explained(['-n', place])
  const denial = answer.causesOf('Widget', 'denied').find(({ code }) => code === 'RequestDenied')!
  assert.equal([denial.subject.kind, denial.subject.name], ['ValidatingWebhookConfiguration', denying.name])
  assert.ok(denial.summary.includes('not now'))
  const readded = answer.causesOf('Gadget', 'kept').find(({ code }) => code === 'FinalizerReadded')!
  assert.equal([readded.subject.kind, readded.subject.name], ['Gadget', 'kept'])
  assert.is(readded.finalizer, `${gadgets.group}/cleanup`)
  assert.ok(readded.evidence.some(({ fact }) => fact.includes(keeping.name)))
  assert.is(answer.object('Gadget', 'kept').verdict, 'stuck')
  for (const code of ['RequestDenied', 'FinalizerReadded', 'WebhookUnavailable']) {
    assert.not.ok(codes(answer.causesOf('Plain', 'plain')).includes(code))
  }
})

test('a webhook whose port is closed: WebhookUnavailable, and its configuration is not deleted', async () => {
  const place = await namespace()
  const widgets = await crd()
  const held = await stuckObject(widgets, place, 'held')
  const server = await httpsServer(() => undefined)
  const { url, caBundle } = server
  await server[Symbol.asyncDispose]()
  await using hooks = await webhookConfiguration(widgets.group, { clientConfig: { url, caBundle } })
  await removalAnswers(held, status => status === 500)
  const answer = await explained(['-n', place])
  const cause = answer.causesOf('Widget', 'held').find(({ code }) => code === 'WebhookUnavailable')!
  assert.is(cause.subject.name, hooks.name)
  assert.ok(cause.remedies.every(({ commands }) => commands.every(command => !command.includes('delete'))))
})

test('a foreground deletion whose dependents may not be deleted: who denies it, or does not answer, at once', async () => {
  await using server = await httpsServer((_path, body) =>
    review(body, { allowed: false, status: { message: 'keep it' } }),
  )
  const owners: Thing[] = []
  for (const [code, status, clientConfig] of [
    ['RequestDenied', 400, { url: `${server.url}/deny`, caBundle: server.caBundle }],
    ['WebhookUnavailable', 500, absentService('default')],
  ] as const) {
    const place = await namespace()
    const rest = {
      rules: [{ apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'], operations: ['DELETE'] }],
      namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': place } },
      objectSelector: { matchLabels: { role: 'dependent' } },
    }
    await using hooks = await webhookConfiguration('', { clientConfig, rest })
    const draft = (name: string, metadata: object = {}) => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name, namespace: place, ...metadata },
    })
    const owner = await api.create(draft('owner'))
    owners.push(owner)
    const { name, uid } = owner.metadata
    const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name, uid, blockOwnerDeletion: true }]
    const labels = { role: 'dependent' }
    for (const each of ['one', 'two']) await api.create(draft(each, { ownerReferences, labels }))
    const path = `${await api.pathOf(draft('one'))}?dryRun=All`
    const refused = async () => ((await api.raw('DELETE', path)).status >= status ? true : undefined)
    await until(refused, { what: 'the deletion to be refused', deadlineSeconds: 60 })
    await api.delete(owner, { propagationPolicy: 'Foreground' })
    const answer = await explained(['-n', place])
    const causes = answer.causesOf('ConfigMap', 'owner')
    assert.equal(codes(causes), [code])
    assert.is(causes[0]!.subject.name, hooks.name)
    assert.equal(causes[0]!.blocks.map(ref => ref.name).toSorted(), ['one', 'owner', 'two'])
    assert.is(answer.object('ConfigMap', 'owner').verdict, 'waiting')
    // Whoever may not delete knows a dead webhook by its configuration, and of a denial nothing.
    await using reader = await readerOfAll()
    const seen = await explained(['-n', place, '--as', reader.name])
    assert.is(codes(seen.causesOf('ConfigMap', 'owner')).includes(code), code === 'WebhookUnavailable')
    for (const each of ['one', 'two']) {
      const now = (await api.get(draft(each)))!
      assert.equal([now.metadata.deletionTimestamp, now.metadata.ownerReferences.length], [undefined, 1])
    }
  }
  // The repair that is told: without these webhooks the garbage collector ends both.
  for (const owner of owners) await api.waitGone(owner, 240)
})

test('a webhook for DELETE that nothing answers: the namespace that it keeps full', async () => {
  const place = await namespace()
  const widgets = await crd()
  const rules = [{ apiGroups: [widgets.group], apiVersions: ['*'], resources: ['*'], operations: ['DELETE'] }]
  await api.create(widgets.draft('kept', place))
  await using hooks = await webhookConfiguration(widgets.group, { clientConfig: absentService(place), rest: { rules } })
  await until(
    async () =>
      (await api.raw('DELETE', `${await api.pathOf(widgets.draft('kept', place))}?dryRun=All`)).status === 500
        ? true
        : undefined,
    {
      what: 'the deletion to be rejected',
      deadlineSeconds: 60,
    },
  )
  const space = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: place } }
  await api.delete(space)
  await api.waitFor(space, now =>
    now.status.conditions?.some(
      (each: { type: string; status: string }) =>
        each.type === 'NamespaceDeletionContentFailure' && each.status === 'True',
    ),
  )
  const answer = await explained(['-n', place])
  const cause = answer.causesOf('Namespace', place).find(({ code }) => code === 'WebhookUnavailable')!
  assert.is(cause.subject.name, hooks.name)
  assert.is(answer.object('Namespace', place).verdict, 'stuck')
})

/** A user who may read everything and change nothing. */
async function readerOfAll(): Promise<AsyncDisposable & { readonly name: string }> {
  const name = unique('reader')
  const apiVersion = 'rbac.authorization.k8s.io/v1'
  const metadata = { name }
  const rules = [{ apiGroups: ['*'], resources: ['*'], verbs: ['get', 'list'] }]
  const role = await api.create({ apiVersion, kind: 'ClusterRole', metadata, rules })
  const binding = await api.create({
    apiVersion,
    kind: 'ClusterRoleBinding',
    metadata,
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name }],
  })
  await untilAllowed(name, { verb: 'list', group: '*', resource: '*' })
  const remove = async () => {
    await api.delete(binding)
    await api.delete(role)
  }
  return { name, [Symbol.asyncDispose]: remove }
}

test.run()
