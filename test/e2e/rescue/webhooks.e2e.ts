import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../../control-plane/until.ts'
import { webhookConfiguration } from '../explain/admission.ts'
import { httpsServer, review } from '../explain/https-server.ts'
import type { Field, Thing } from '../rig/api.ts'
import { createCrd } from '../rig/crd.ts'
import { ownControlPlane, ownControlPlaneAvailable } from '../rig/own-control-plane.ts'
import { api, target, unique } from '../rig/rig.ts'
import { ALLOW, type Family, family, isWhole } from './family.ts'
import { deleted, folder, isDone, rescued, told } from './rescued.ts'

const test = suite('rescue where a webhook reviews the creation')

/** A webhook about creations and updates of the family's type, asked over HTTPS on loopback. */
async function reviewing(all: Family, answer: (request: Field) => object, rest: object = {}) {
  const asked: Field[] = []
  const server = await httpsServer((_, body) => {
    // The probe of this test is not of the program.
    if (!body.request.name?.startsWith('probe')) asked.push(body.request)
    return review(body, answer(body.request))
  })
  const { url, caBundle } = server
  const { group, plural } = all.type
  const rules = [{ apiGroups: [group], apiVersions: ['*'], resources: [plural], operations: ['CREATE'], scope: '*' }]
  const hooks = await webhookConfiguration(group, { clientConfig: { url, caBundle }, rest: { rules, ...rest } })
  return {
    asked,
    hooks,
    async [Symbol.asyncDispose]() {
      await hooks[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}

/** The server learns of a webhook a moment later; gives the words of its refusal. */
async function rejects({ type }: Family): Promise<string> {
  const path = `/apis/${type.apiVersion}/${type.plural}?dryRun=All`
  const refused = async () => {
    const { status, body } = await api.raw('POST', path, type.draft(unique('probe')))
    return status >= 400 ? body : undefined
  }
  return until(refused, { what: 'the webhook to be in force', deadlineSeconds: 60 })
}

const now = ({ owner, dependents }: Family) => Promise.all([owner, ...dependents].map(each => api.get(each)))

test('one that denies it: found by the dry run, nothing is touched, and when it allows it the rescue is done', async () => {
  const all = await family(3)
  await deleted(all.owner)
  const words = [`${all.type.resource}/${all.owner.metadata.name}`, ALLOW]
  {
    const denial = { allowed: false, status: { code: 403, message: 'clusters are made by the platform team' } }
    await using hook = await reviewing(all, () => denial)
    await rejects(all)
    const before = await now(all)
    for (const mode of ['none', 'client', 'server']) {
      const answer = await rescued([...words, `--dry-run=${mode}`, '--backup-dir', folder()])
      assert.equal([answer.code, ...told(answer)], [3, `Create ${all.owner.metadata.name} refused WouldBeRejected`])
      assert.match(answer.steps[0]!.message!, hook.hooks.webhook)
      assert.match(answer.steps[0]!.message!, 'clusters are made by the platform team')
    }
    assert.equal(await now(all), before)
    assert.equal([...new Set(hook.asked.map(({ operation, dryRun }) => `${operation} ${dryRun}`))], ['CREATE true'])
  }
  isDone(await rescued([...words, '--backup-dir', folder()]))
  await isWhole(all)
})

test('one that nothing answers: found by the dry run, and nothing is touched', async () => {
  const all = await family(1)
  await deleted(all.owner)
  const server = await httpsServer(() => undefined)
  await server[Symbol.asyncDispose]()
  const { group, plural } = all.type
  const rules = [{ apiGroups: [group], apiVersions: ['*'], resources: [plural], operations: ['CREATE'], scope: '*' }]
  const clientConfig = { url: server.url, caBundle: server.caBundle }
  await using hooks = await webhookConfiguration(group, { clientConfig, rest: { rules } })
  await rejects(all)
  const before = await now(all)
  const words = [`${all.type.resource}/${all.owner.metadata.name}`, ALLOW, '--backup-dir', folder()]
  const answer = await rescued(words)
  assert.equal([answer.code, ...told(answer)], [3, `Create ${all.owner.metadata.name} refused WouldBeRejected`])
  assert.match(answer.steps[0]!.message!, hooks.webhook)
  assert.equal(await now(all), before)
})

test('one that denies it only in earnest: all is held until it allows it, and the same command finishes', async () => {
  const all = await family(3)
  await deleted(all.owner)
  const directory = folder()
  const words = [`${all.type.resource}/${all.owner.metadata.name}`, ALLOW, '--backup-dir', directory]
  const { name } = all.owner.metadata
  {
    const answer = ({ dryRun, name = '' }: Field) => ({ allowed: dryRun === true && !name.startsWith('probe') })
    await using _hook = await reviewing(all, answer, { sideEffects: 'NoneOnDryRun' })
    await rejects(all)
    for (const again of [false, true]) {
      const stopped = await rescued(words)
      assert.equal([stopped.code, told(stopped).at(-1)], [1, `Create ${name} failed`], `again: ${again}`)
      assert.match(stopped.stderr, 'Run the same command again')
    }
    for (const each of all.dependents) {
      const { uid, ownerReferences = [] } = (await api.get(each))!.metadata
      assert.is(uid, each.metadata.uid)
      assert.is(
        ownerReferences.some((owner: Thing['metadata']) => owner.uid === all.owner.metadata.uid),
        false,
      )
    }
  }
  await until(async () => ((await isCreated(all)) ? true : undefined), {
    what: 'the webhook to be gone',
    deadlineSeconds: 60,
  })
  isDone(await rescued(words))
  await isWhole(all)
})

async function isCreated({ type }: Family): Promise<boolean> {
  const { status } = await api.raw(
    'POST',
    `/apis/${type.apiVersion}/${type.plural}?dryRun=All`,
    type.draft(unique('probe')),
  )
  return status < 300
}

const UNTRIABLE = 'does not support dry run'

const inSandbox = target().name === 'sandbox' ? test : test.skip

inSandbox(
  'one with side effects, which takes no dry run: nothing is done untried, and what to do is said',
  async () => {
    const all = await family(1)
    await deleted(all.owner)
    await using hook = await reviewing(all, () => ({ allowed: true }), { sideEffects: 'Unknown' })
    await rejects(all)
    const before = await now(all)
    const words = [`${all.type.resource}/${all.owner.metadata.name}`, ALLOW, '--backup-dir', folder()]
    const answer = await rescued(words)
    assert.equal([answer.code, ...told(answer)], [3, `Create ${all.owner.metadata.name} refused WouldBeRejected`])
    assert.match(answer.steps[0]!.message!, UNTRIABLE)
    assert.match(answer.steps[0]!.message!, 'sideEffects')
    assert.equal([await now(all), hook.asked], [before, []])
  },
)

const withOwnPlane = ownControlPlaneAvailable() ? test : test.skip

withOwnPlane(
  'one with side effects that is left from before v1, which no longer takes such: nothing is done untried, and what to do is said',
  async () => {
    await using plane = await ownControlPlane()
    const { api: own, kubeconfig, etcd } = plane
    const type = await createCrd(own, { kind: 'Cluster', scope: 'Cluster' })
    const metadata = { finalizers: [`${type.group}/cleanup`] }
    const owner = await own.create(type.draft('db', undefined, { metadata }))
    await own.delete(owner)
    const name = unique('old')
    const rules = [
      { apiGroups: [type.group], apiVersions: ['*'], resources: ['*'], operations: ['CREATE'], scope: '*' },
    ]
    const hook = {
      name: `${name}.example.com`,
      clientConfig: { url: 'https://127.0.0.1:1' },
      rules,
      sideEffects: 'None',
      failurePolicy: 'Fail',
      admissionReviewVersions: ['v1'],
    }
    const KIND = { apiVersion: 'admissionregistration.k8s.io/v1', kind: 'ValidatingWebhookConfiguration' }
    const draft = { ...KIND, metadata: { name }, webhooks: [hook] }
    const path = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations'
    const refused = await own.raw('POST', path, { ...draft, webhooks: [{ ...hook, sideEffects: 'Unknown' }] })
    assert.equal([refused.status, refused.body.includes('sideEffects')], [422, true])
    const made = await own.create(draft)
    const stored = { ...made, webhooks: made.webhooks.map((each: Field) => ({ ...each, sideEffects: 'Unknown' })) }
    const base64 = (text: string): string => Buffer.from(text).toString('base64')
    const key = base64(`/registry/validatingwebhookconfigurations/${name}`)
    await fetch(`${etcd}/v3/kv/put`, {
      method: 'POST',
      body: JSON.stringify({ key, value: base64(JSON.stringify(stored)) }),
    })
    const untriable = async () => {
      const { body } = await own.raw('POST', `/apis/${type.apiVersion}/${type.plural}?dryRun=All`, type.draft('probe'))
      return body.includes(UNTRIABLE) ? true : undefined
    }
    await until(untriable, { what: 'the webhook to be in force', deadlineSeconds: 60 })
    const before = await own.get(owner)
    const words = [`${type.resource}/db`, ALLOW, '--backup-dir', folder()]
    const answer = await rescued(words, { env: { KUBECONFIG: kubeconfig } })
    assert.equal([answer.code, ...told(answer)], [3, 'Create db refused WouldBeRejected'])
    assert.match(answer.steps[0]!.message!, UNTRIABLE)
    assert.match(answer.steps[0]!.message!, 'sideEffects')
    assert.equal(await own.get(owner), before)
  },
)

test.run()
