import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Cause } from '../../../src/render/words/explanation.ts'
import { until } from '../../control-plane/until.ts'
import { api, kubectlAvailable, namespace } from '../rig/rig.ts'
import { admissionPolicy, webhookConfiguration } from './admission.ts'
import { carryOut } from './carry-out.ts'
import { explained } from './explained-e2e.ts'
import { httpsServer, review } from './https-server.ts'

const test = suite('explain of an empty namespace whose end is rejected')
// The printed commands are carried out with the stock kubectl.
const withKubectl = kubectlAvailable() ? test : test.skip

const space = (name: string) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })

const rulesFor = (subresource: string) => [
  { apiGroups: [''], apiVersions: ['*'], resources: [`namespaces/${subresource}`], operations: ['UPDATE'] },
]

const only = (place: string) => ({ matchLabels: { 'kubernetes.io/metadata.name': place } })

/** Waits until a dry run of a PUT of this subresource is answered as wanted: the server learns of admission late. */
async function answers(place: string, subresource: string, wanted: (body: string) => boolean): Promise<void> {
  const tried = async () => {
    const now = (await api.get(space(place)))!
    const { body } = await api.raw('PUT', `/api/v1/namespaces/${place}/${subresource}?dryRun=All`, now)
    return wanted(body) ? true : undefined
  }
  await until(tried, { what: `an update of /${subresource} to be answered as ${wanted}`, deadlineSeconds: 60 })
}

/** Asks for the end of a namespace, and waits until it is empty and this cause is told of it. */
async function stuck(place: string, code: string): Promise<Cause> {
  await api.delete(space(place))
  const seen = async () => {
    const answer = await explained(['-n', place])
    assert.not.ok(answer.codes.some(each => each.startsWith('ControllerManagerDown')))
    const cause = answer.causesOf('Namespace', place).find(each => each.code === code)
    return cause?.verdict === 'stuck' ? cause : undefined
  }
  return until(seen, { what: `${code} of namespace ${place}`, deadlineSeconds: 120 })
}

withKubectl('by a policy: RequestDenied in its words, and the printed repair ends the namespace', async () => {
  const place = await namespace()
  await using policy = await admissionPolicy('', 'false', { resources: ['namespaces/finalize'], in: place })
  await answers(place, 'finalize', body => body.includes('denied request'))
  const cause = await stuck(place, 'RequestDenied')
  assert.equal([cause.subject.kind, cause.subject.name], ['ValidatingAdmissionPolicy', policy.name])
  assert.match(cause.summary, 'it is kept')
  assert.ok(cause.evidence.some(({ source }) => source === 'dry run of /finalize'))
  assert.equal((await api.get(space(place)))!.spec.finalizers, ['kubernetes'])
  const repair = cause.remedies.find(({ kind }) => kind === 'repair')!
  for (const command of repair.commands) await carryOut(command)
  await api.waitGone(space(place), 180)
})

test('by a webhook that nothing answers: WebhookUnavailable', async () => {
  const place = await namespace()
  const clientConfig = { service: { namespace: place, name: 'nosuch', path: '/validate', port: 443 } }
  const rest = { rules: rulesFor('finalize'), namespaceSelector: only(place) }
  {
    await using hooks = await webhookConfiguration('', { clientConfig, rest })
    await answers(place, 'finalize', body => body.includes('failed calling webhook'))
    const cause = await stuck(place, 'WebhookUnavailable')
    assert.equal([cause.subject.kind, cause.subject.name], ['ValidatingWebhookConfiguration', hooks.name])
  }
  await api.waitGone(space(place), 180)
})

test('by a webhook that puts kubernetes back: FinalizerReadded', async () => {
  const place = await namespace()
  const patch = [{ op: 'add', path: '/spec/finalizers', value: ['kubernetes'] }]
  await using server = await httpsServer((_path, body) => {
    const text = Buffer.from(JSON.stringify(patch)).toString('base64')
    return review(body, { allowed: true, patchType: 'JSONPatch', patch: text })
  })
  {
    await using hooks = await webhookConfiguration('', {
      kind: 'MutatingWebhookConfiguration',
      clientConfig: { url: `${server.url}/keep`, caBundle: server.caBundle },
      rest: { rules: rulesFor('finalize'), namespaceSelector: only(place) },
    })
    const kept = async () => {
      const now = (await api.get(space(place)))!
      const draft = { ...now, spec: { finalizers: [] } }
      const { body } = await api.raw('PUT', `/api/v1/namespaces/${place}/finalize?dryRun=All`, draft)
      return JSON.parse(body).spec?.finalizers?.includes('kubernetes') ? true : undefined
    }
    await until(kept, { what: 'the webhook to be asked', deadlineSeconds: 60 })
    const cause = await stuck(place, 'FinalizerReadded')
    assert.is(cause.finalizer, 'kubernetes')
    assert.ok(cause.evidence.some(({ fact }) => fact.includes(hooks.name)))
  }
  // Its controller's update succeeded: it comes again with its next full list, or when somebody writes to the Namespace.
  await api.patch(space(place), { metadata: { annotations: { repaired: 'true' } } })
  await api.waitGone(space(place), 180)
})

test('is no end that only its reports are rejected: the namespace goes, without a condition', async () => {
  const place = await namespace()
  await using _policy = await admissionPolicy('', 'false', { resources: ['namespaces/status'], in: place })
  await answers(place, 'status', body => body.includes('denied request'))
  await api.delete(space(place))
  await api.waitGone(space(place), 180)
})

test.run()
