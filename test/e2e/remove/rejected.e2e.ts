import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { admissionPolicy, removalAnswers, webhookConfiguration } from '../explain/admission.ts'
import { deadConversion } from '../explain/dead-conversion.ts'
import { httpsServer, review } from '../explain/https-server.ts'
import { stuckObject } from '../explain/operator.ts'
import { ownCluster, ownClusterAvailable } from '../explain/own-cluster.ts'
import { createNamespace } from '../rig/namespace.ts'
import { api, crd, namespace } from '../rig/rig.ts'
import { EVERY_OVERRIDE, isRefused, isRemoved, removed } from './removed.ts'

const test = suite('remove and a server that says no: WouldBeRejected, WouldBeUndone')
const inOwnCluster = ownClusterAvailable() ? test : test.skip

test('a fail-closed webhook whose Service is gone: with the repair, and done after it', async () => {
  const place = await namespace()
  const widgets = await crd()
  const held = await stuckObject(widgets, place, 'held')
  const words = [`${widgets.resource}/held`, '-n', place]
  const service = { namespace: place, name: 'nosuch', path: '/validate', port: 443 }
  {
    await using hooks = await webhookConfiguration(widgets.group, { clientConfig: { service } })
    await removalAnswers(held, status => status === 500)
    const { steps } = await isRefused(held, 'WouldBeRejected', words)
    assert.match(steps[0]!.message!, hooks.webhook)
    assert.match(steps[0]!.message!, `kubectl delete validatingwebhookconfiguration ${hooks.name}`)
    await isRefused(held, 'WouldBeRejected', [...words, EVERY_OVERRIDE])
  }
  await removalAnswers(held, status => status === 200)
  await isRemoved(held, words)
})

test('a webhook that denies it, and a policy that does: who and why, and done when they are gone', async () => {
  const place = await namespace()
  const [widgets, gadgets] = [await crd(), await crd({ kind: 'Gadget' })]
  const [denied, kept] = [await stuckObject(widgets, place, 'denied'), await stuckObject(gadgets, place, 'kept')]
  const [ofDenied, ofKept] = [`${widgets.resource}/denied`, `${gadgets.resource}/kept`]
  {
    await using server = await httpsServer((_, body) =>
      review(body, { allowed: false, status: { code: 403, message: 'not before the backup' } }),
    )
    const { url, caBundle } = server
    await using hooks = await webhookConfiguration(widgets.group, { clientConfig: { url, caBundle } })
    await using policy = await admissionPolicy(gadgets.group, 'false')
    await removalAnswers(denied, status => status === 403)
    await removalAnswers(kept, (_, body) => body.includes('denied request'))
    const byWebhook = await isRefused(denied, 'WouldBeRejected', [ofDenied, '-n', place, EVERY_OVERRIDE])
    assert.match(byWebhook.steps[0]!.message!, new RegExp(`${hooks.webhook}.* not before the backup`))
    const byPolicy = await isRefused(kept, 'WouldBeRejected', [ofKept, '-n', place, EVERY_OVERRIDE])
    assert.match(byPolicy.steps[0]!.message!, new RegExp(`${policy.name}.* it is kept`))
  }
  await removalAnswers(denied, status => status === 200)
  await removalAnswers(kept, status => status === 200)
  await isRemoved(denied, [ofDenied, '-n', place])
  await isRemoved(kept, [ofKept, '-n', place])
})

test('an object that no longer validates: the rule it breaks, and done when the rule is gone', async () => {
  const place = await namespace()
  const schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
  const widgets = await crd({ schema })
  const held = await stuckObject(widgets, place, 'held')
  const path = '/spec/versions/0/schema/openAPIV3Schema'
  const rules = { 'x-kubernetes-validations': [{ rule: 'has(self.spec)', message: 'a spec is needed' }] }
  const replaceSchema = (value: object) => api.patch(widgets.definition, [{ op: 'replace', path, value }])
  await replaceSchema({ ...schema, properties: { spec: { type: 'object' } }, ...rules })
  await removalAnswers(held, status => status === 422)
  const words = [`${widgets.resource}/held`, '-n', place]
  const { steps } = await isRefused(held, 'WouldBeRejected', [...words, EVERY_OVERRIDE])
  assert.match(steps[0]!.message!, 'a spec is needed')
  await replaceSchema(schema)
  await removalAnswers(held, status => status === 200)
  await isRemoved(held, words)
})

inOwnCluster(
  'a conversion webhook that is dead: though the dry run says 200, for the write would be a 500',
  async () => {
    await using cluster = await ownCluster()
    const { api: on, env } = cluster
    const place = await createNamespace(on)
    const { type, held } = await deadConversion(on, place)
    const headers = { 'content-type': 'application/merge-patch+json' }
    const answers = async (query: string) =>
      (await on.raw('PATCH', (await on.pathOf(held)) + query, { metadata: { finalizers: null } }, headers)).status
    assert.equal([await answers('?dryRun=All'), await answers('')], [200, 500])
    const words = [`${type.resource}/held`, '-n', place, EVERY_OVERRIDE]
    await isRefused(held, 'WouldBeRejected', words, { env }, on)
    await on.patch(type.definition, { spec: { conversion: { strategy: 'None', webhook: null } } })
    const readable = { apiVersion: `${type.group}/v1beta1`, kind: type.kind, metadata: held.metadata }
    await removalAnswers(readable as typeof held, status => status === 200, on)
    await isRemoved(held, words, { env }, on)
  },
)

test('a mutating webhook that puts it back: WouldBeUndone, whatever is said', async () => {
  const place = await namespace()
  const widgets = await crd()
  const kept = await stuckObject(widgets, place, 'kept')
  const patch = [{ op: 'add', path: '/metadata/finalizers', value: [`${widgets.group}/cleanup`] }]
  const words = [`${widgets.resource}/kept`, '-n', place]
  {
    await using server = await httpsServer((_, body) =>
      review(body, {
        allowed: true,
        patchType: 'JSONPatch',
        patch: Buffer.from(JSON.stringify(patch)).toString('base64'),
      }),
    )
    const { url, caBundle } = server
    await using hooks = await webhookConfiguration(widgets.group, {
      kind: 'MutatingWebhookConfiguration',
      clientConfig: { url, caBundle },
    })
    await removalAnswers(kept, (status, body) => status === 200 && body.includes('/cleanup"'))
    const { steps } = await isRefused(kept, 'WouldBeUndone', words)
    assert.match(steps[0]!.message!, hooks.name)
    await isRefused(kept, 'WouldBeUndone', [...words, EVERY_OVERRIDE])
  }
  await removalAnswers(kept, (status, body) => status === 200 && !body.includes('/cleanup"'))
  await isRemoved(kept, words)
})

test('a mutating webhook that puts it back only in earnest: FinalizerReadded, exit 3, with the backup and who wrote it', async () => {
  const place = await namespace()
  const widgets = await crd()
  const kept = await stuckObject(widgets, place, 'kept')
  const finalizer = `${widgets.group}/cleanup`
  const patch = [{ op: 'add', path: '/metadata/finalizers', value: [finalizer] }]
  let asked = 0
  await using server = await httpsServer((_, body) => {
    asked++
    if (body.request.dryRun) return review(body, { allowed: true })
    const text = Buffer.from(JSON.stringify(patch)).toString('base64')
    return review(body, { allowed: true, patchType: 'JSONPatch', patch: text })
  })
  const { caBundle, url } = server
  await using _hooks = await webhookConfiguration(widgets.group, {
    kind: 'MutatingWebhookConfiguration',
    clientConfig: { url, caBundle },
    rest: { sideEffects: 'NoneOnDryRun' },
  })
  await removalAnswers(kept, () => asked > 0)
  const { code, complete, steps } = await removed([`${widgets.resource}/kept`, '-n', place])
  assert.equal([code, complete], [3, false])
  assert.equal(
    steps.map(step => [step.result, step.cause, typeof step.backup]),
    [['failed', 'FinalizerReadded', 'string']],
  )
  assert.match(steps[0]!.message!, finalizer)
  assert.equal((await api.get(kept))!.metadata.finalizers, [finalizer])
})

test.run()
