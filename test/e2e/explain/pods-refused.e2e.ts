import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../../control-plane/until.ts'
import type { Draft, Field, Thing } from '../rig/api.ts'
import { createNode, podDraft } from '../rig/node.ts'
import { api, kubectlAvailable, namespace, target } from '../rig/rig.ts'
import { admissionPolicy, webhookConfiguration } from './admission.ts'
import { carryOut } from './carry-out.ts'
import { explained } from './explained-e2e.ts'
import { httpsServer, review } from './https-server.ts'

const test = suite('explain of Pods past their grace that nobody may end')
// The printed commands are carried out with the stock kubectl.
const withKubectl = kubectlAvailable() ? test : test.skip

/** The repair that changes what refuses, which is the one that the test can carry out; another reads what is to be installed again. */
function repair(cause: { remedies: readonly Field[] }): string {
  const commands = cause.remedies.filter(({ kind }) => kind === 'repair').flatMap(({ commands }) => commands)
  return commands.findLast(command => !command.startsWith('kubectl get '))
}

/** A Pod without finalizers on a good node, past its grace. There is no kubelet: what it would ask for is asked by the test. */
async function overduePods(place: string, node: Thing, names: readonly string[]): Promise<readonly Thing[]> {
  const pods: Thing[] = []
  for (const name of names) {
    const created = await api.create(podDraft(name, place, { node, graceSeconds: 1 }) as Draft)
    await api.delete(created)
    pods.push(created)
  }
  const isOver = ({ metadata }: Thing) => Date.parse(metadata.deletionTimestamp) < Date.now() - 11_000
  for (const each of pods) await api.waitFor(each, isOver)
  return pods
}

/** Only now is its kubelet there, which would have ended the Pods. */
async function becomesReady(node: Thing): Promise<void> {
  const time = new Date().toISOString().replace(/\.\d+/, '')
  const ready = { type: 'Ready', status: 'True', reason: 'Test', lastHeartbeatTime: time, lastTransitionTime: time }
  await api.patch(node, { status: { conditions: [ready] } }, { subresource: '/status' })
}

/** What a kubelet does at the end of a Pod, a fake: it reports the status and deletes the Pod. */
async function kubeletEnds(ended: Thing): Promise<void> {
  const path = await api.pathOf(ended)
  const headers = { 'content-type': 'application/merge-patch+json' }
  const tried = async () => {
    // The sandbox has kubelets.
    if ((await api.get(ended)) === undefined) return true
    const reported = await api.raw('PATCH', `${path}/status`, { status: { phase: 'Succeeded' } }, headers)
    if (reported.status >= 300) return undefined
    const options = { apiVersion: 'v1', kind: 'DeleteOptions', gracePeriodSeconds: 0 }
    return (await api.raw('DELETE', path, options)).status < 300 ? true : undefined
  }
  await until(tried, { what: 'the Pod to be ended', deadlineSeconds: 60 })
  await api.waitGone(ended)
}

/** Until what a kubelet would ask for at the end of a Pod is refused, by a dry run. */
async function isInForce(what: string, resource: string, pod: Thing): Promise<void> {
  const path = await api.pathOf(pod)
  const options = { apiVersion: 'v1', kind: 'DeleteOptions', dryRun: ['All'], gracePeriodSeconds: 0 }
  const headers = { 'content-type': 'application/merge-patch+json' }
  const refused = async () => {
    const { status } = resource.endsWith('/status')
      ? await api.raw('PATCH', `${path}/status?dryRun=All`, { status: { phase: 'Succeeded' } }, headers)
      : await api.raw('DELETE', path, options)
    return status >= 400 ? true : undefined
  }
  await until(refused, { what: `${what} to be in force`, deadlineSeconds: 60 })
}

for (const [resource, operation] of [
  ['pods', 'DELETE'],
  ['pods/status', 'UPDATE'],
  ['*/*', '*'],
] as const) {
  for (const dead of [true, false]) {
    const code = dead ? 'WebhookUnavailable' : 'RequestDenied'
    // The sandbox's kubelets report no status.
    const runs = resource === 'pods/status' && target().name === 'sandbox' ? test.skip : withKubectl
    runs(
      `Pods past their grace, a ${dead ? 'dead' : 'denying'} webhook about ${operation} of ${resource}: ${code}, and its repair ends them`,
      async () => {
        const place = await namespace()
        const node = await createNode('False')
        await using server = await httpsServer((_path, body) =>
          review(body, { allowed: false, status: { message: 'not now' } }),
        )
        const service = { namespace: place, name: 'nosuch', path: '/', port: 443 }
        const clientConfig = dead ? { service } : { url: server.url, caBundle: server.caBundle }
        const pods = await overduePods(place, node, ['one', 'two'])
        const rest = {
          rules: [
            {
              apiGroups: [''],
              apiVersions: ['*'],
              resources: [resource],
              operations: [operation],
              scope: 'Namespaced',
            },
          ],
          namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': place } },
        }
        await using hooks = await webhookConfiguration('', { clientConfig, rest })
        try {
          await becomesReady(node)
          await isInForce('the webhook', resource, pods[0]!)
          const answer = await explained(['-n', place])
          assert.equal(answer.codes, [`${code} ${hooks.name}`])
          assert.equal(answer.causes[0]!.verdict, 'stuck')
          assert.equal(answer.causes[0]!.blocks.map(({ name }) => name).toSorted(), ['one', 'two'])
          await carryOut(repair(answer.causes[0]!))
          for (const each of pods) await kubeletEnds(each)
        } finally {
          await api.delete(node)
        }
      },
    )
  }
}

for (const [resource, operation] of [
  ['pods', 'DELETE'],
  ['pods/status', 'UPDATE'],
] as const) {
  // The sandbox's kubelets report no status.
  const runs = resource === 'pods/status' && target().name === 'sandbox' ? test.skip : withKubectl
  runs(
    `Pods past their grace, a policy that denies ${operation} of ${resource}: RequestDenied, and its repair ends them`,
    async () => {
      const place = await namespace()
      const node = await createNode('False')
      const pods = await overduePods(place, node, ['one', 'two'])
      await using policy = await admissionPolicy('', 'false', {
        resources: [resource],
        operations: [operation],
        in: place,
      })
      try {
        await becomesReady(node)
        await isInForce('the policy', resource, pods[0]!)
        const answer = await explained(['-n', place])
        assert.equal(answer.codes, [`RequestDenied ${policy.name}`])
        assert.equal(
          [answer.causes[0]!.verdict, answer.causes[0]!.subject.kind],
          ['stuck', 'ValidatingAdmissionPolicy'],
        )
        assert.equal(answer.causes[0]!.blocks.map(({ name }) => name).toSorted(), ['one', 'two'])
        await carryOut(repair(answer.causes[0]!))
        for (const each of pods) await kubeletEnds(each)
      } finally {
        await api.delete(node)
      }
    },
  )
}

test.run()
