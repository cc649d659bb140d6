import { until } from '../../../control-plane/until.ts'
import type { Draft, Thing } from '../../rig/api.ts'
import { unique } from '../../rig/rig.ts'
import { type HttpsServer, httpsServer, review } from '../https-server.ts'
import type { Incident, Made } from '../incident.ts'
import type { Stage } from '../stage.ts'

const FOREGROUND = 'foregroundDeletion'
const JOB_TRACKING = 'batch.kubernetes.io/job-tracking'
const GROUP = 'admissionregistration.k8s.io/v1'

/** What the webhook of a product answers to an update: a patch, or a denial. */
type Answer = readonly object[] | string

const pod = (place: string, name: string, metadata: object = {}): Draft => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: place, ...metadata },
  spec: { containers: [{ name: 'main', image: 'none' }], tolerations: [{ key: 'spot', operator: 'Exists' }] },
})

/** A Pod without its Job, deleted, and the webhook of a product that meddles with updates of Pods. */
const meddled =
  (server: HttpsServer, product: string, answer: Answer, finalizer = JOB_TRACKING) =>
  async (stage: Stage): Promise<Made> => {
    const place = await stage.namespace()
    const kind = typeof answer === 'string' ? 'ValidatingWebhookConfiguration' : 'MutatingWebhookConfiguration'
    const name = unique(product)
    const path = Buffer.from(JSON.stringify(answer)).toString('base64url')
    await stage.api.create({
      apiVersion: GROUP,
      kind,
      metadata: { name },
      webhooks: [
        {
          name: `${product}.example.com`,
          clientConfig: { url: `${server.url}/${path}`, caBundle: server.caBundle },
          rules: [{ apiGroups: [''], apiVersions: ['v1'], resources: ['pods'], operations: ['UPDATE'] }],
          namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': place } },
          failurePolicy: 'Fail',
          sideEffects: 'None',
          admissionReviewVersions: ['v1'],
        },
      ],
    })
    await rejects(stage, await stage.api.create(pod(place, 'probe')))
    // From here on its controller, where there is one, tries in vain.
    const finalizers = finalizer === FOREGROUND ? [] : [finalizer]
    const draft = pod(place, unique('cron'), { finalizers })
    const thing = await stage.api.create(draft)
    const propagationPolicy = finalizer === FOREGROUND ? 'Foreground' : 'Background'
    await stage.api.delete(thing, { propagationPolicy, gracePeriodSeconds: 0 })
    return { thing, finalizer, subjects: [`${kind}/${name}`], finish: () => removed(stage, thing) }
  }

/** The server learns of admission late. */
async function rejects({ api }: Stage, probe: Thing): Promise<void> {
  const path = `${await api.pathOf(probe)}?dryRun=All`
  const tried = async () => {
    const headers = { 'content-type': 'application/merge-patch+json' }
    const { status } = await api.raw('PATCH', path, { metadata: { labels: { tried: 'yes' } } }, headers)
    return status >= 400 ? true : undefined
  }
  await until(tried, { what: 'updates of Pods to be rejected', deadlineSeconds: 60 })
}

/** Its controller tries until it is let; where the target has none (the sandbox), the test does. */
async function removed({ api }: Stage, thing: Thing): Promise<void> {
  const tried = async () => {
    if ((await api.get(thing)) === undefined) return true
    const gone = await api.patch(thing, { metadata: { finalizers: null } }).then(
      () => true,
      () => undefined,
    )
    return gone
  }
  await until(tried, { what: `the finalizers of ${thing.metadata.name} to be removed`, deadlineSeconds: 60 })
}

const MEDDLED = {
  cause: 'RequestDenied stuck',
  guard: 'WouldBeRejected',
  ends: 'repair',
  says: /changes every update of pods into one that the API server rejects/,
} as const

/**
 * Threads in which a webhook changes what no update of a Pod may change, or denies the update, so that nobody can remove a
 * finalizer. The webhooks are fake; whose finalizers these are is the real controller manager.
 */
export const meddling = (server: HttpsServer): readonly Incident[] => [
  {
    ...MEDDLED,
    thread: 'kubernetes/kubernetes#121828',
    make: meddled(server, 'sidecar-injector', [
      { op: 'add', path: '/spec/containers/-', value: { name: 'proxy', image: 'none' } },
    ]),
  },
  {
    ...MEDDLED,
    thread: 'kubernetes/kubernetes#121605',
    make: meddled(server, 'vault-agent-injector', [
      { op: 'add', path: '/spec/initContainers', value: [{ name: 'vault-agent-init', image: 'none' }] },
    ]),
  },
  {
    ...MEDDLED,
    thread: 'kubernetes/kubernetes#114366',
    make: meddled(server, 'spot-scheduler', [
      { op: 'replace', path: '/spec/tolerations/0', value: { key: 'spot', operator: 'Equal', value: 'yes' } },
    ]),
  },
  {
    ...MEDDLED,
    thread: 'kubernetes/kubernetes#109164',
    make: meddled(server, 'member-operator', [
      { op: 'add', path: '/spec/priorityClassName', value: 'sandbox-users-pods' },
    ]),
  },
  {
    ...MEDDLED,
    thread: 'kubernetes/kubernetes#127917',
    make: meddled(server, 'resource-defaults', [
      { op: 'add', path: '/spec/containers/0/resources', value: { requests: { cpu: '100m' } } },
    ]),
  },
  {
    ...MEDDLED,
    thread: 'kubernetes/kubernetes#62666',
    guard: 'ProtectedFinalizer',
    make: meddled(
      server,
      'istio-sidecar-injector',
      [
        {
          op: 'add',
          path: '/spec/containers/-',
          value: { name: 'istio-proxy', image: 'none', resources: { requests: { cpu: '100m' } } },
        },
      ],
      FOREGROUND,
    ),
  },
  {
    ...MEDDLED,
    thread: 'open-telemetry/opentelemetry-operator#1417',
    make: meddled(server, 'opentelemetry-operator', [
      { op: 'add', path: '/spec/containers/0/env', value: [{ name: 'OTEL_SERVICE_NAME', value: 'unknown' }] },
    ]),
  },
  {
    ...MEDDLED,
    thread: 'devantler-tech/platform#1923',
    make: meddled(server, 'kyverno-resource-mutating-webhook-cfg', [
      { op: 'add', path: '/spec/affinity', value: { nodeAffinity: {} } },
    ]),
  },
  {
    ...MEDDLED,
    thread: 'kubernetes/website#43773',
    make: meddled(server, 'pod-guard', 'Pods are not to be changed'),
    says: /Pods are not to be changed/,
  },
]

/** Answers for all of those webhooks, each by its path. */
export const meddler = (): Promise<HttpsServer> =>
  httpsServer((path, body) => {
    const answer = JSON.parse(Buffer.from(path.split('?')[0]!.slice(1), 'base64url').toString()) as Answer
    if (typeof answer === 'string') return review(body, { allowed: false, status: { message: answer } })
    const patch = Buffer.from(JSON.stringify(answer)).toString('base64')
    return review(body, { allowed: true, patchType: 'JSONPatch', patch })
  })
