import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../../control-plane/until.ts'
import { webhookConfiguration } from '../explain/admission.ts'
import { installOperator, ownManager } from '../explain/operator.ts'
import type { Thing } from '../rig/api.ts'
import { createNode } from '../rig/node.ts'
import { api, crd, namespace, target, unique } from '../rig/rig.ts'
import { core, type Family, family, isWhole, operator } from './family.ts'
import { deleted, folder, isDone, type Rescued, rescued, told } from './rescued.ts'

const test = suite('rescue while a controller runs')

/** What starts and stops Pods is a part of kube-controller-manager. */
const onRealServers = target().name === 'control-plane' ? test : test.skip

/** It is refused, and nothing of it was changed. Gives what is to be done by hand. */
async function refusal(all: Family): Promise<string> {
  const { type, owner, dependents } = all
  await deleted(owner)
  const before = await Promise.all([owner, ...dependents].map(each => api.get(each)))
  const answer: Rescued = await rescued([`${type.resource}/${owner.metadata.name}`, '--backup-dir', folder()])
  assert.equal([answer.code, ...told(answer)], [3, `Create ${owner.metadata.name} refused ControllerAlive`])
  assert.equal(await Promise.all([owner, ...dependents].map(each => api.get(each))), before)
  return answer.steps[0]!.message!
}

/** Its operator runs as a workload of this kind, and has Pods. */
async function runs(kind: string): Promise<{ readonly all: Family; readonly workload: Thing }> {
  const all = await family(2)
  const name = ownManager(all.type)
  const workload = await operator(all.type, all.place, name, 2, { kind })
  if (kind !== 'CronJob') await api.waitFor(workload, ({ status }) => (status?.replicas ?? status?.active ?? 0) > 0)
  return { all, workload }
}

const words = ({ type, owner }: Family): string => `${type.resource}/${owner.metadata.name}`

for (const kind of ['Deployment', 'StatefulSet', 'ReplicaSet', 'ReplicationController']) {
  onRealServers(`a ${kind} is scaled to zero for the while, and back at the end`, async () => {
    const { all, workload } = await runs(kind)
    await deleted(all.owner)
    const answer = await rescued([words(all), '--backup-dir', folder()])
    isDone(answer)
    const { name } = workload.metadata
    assert.equal([told(answer)[0], told(answer).at(-1)], [`ScaleDown ${name} done`, `ScaleUp ${name} done`])
    assert.is((await api.get(workload))!.spec.replicas, 2)
    await isWhole(all)
  })
}

async function isSuspendedMeanwhile(kind: 'Job' | 'CronJob'): Promise<void> {
  const { all, workload } = await runs(kind)
  await deleted(all.owner)
  const answer = await rescued([words(all), '--backup-dir', folder()])
  isDone(answer)
  const { name } = workload.metadata
  assert.equal([told(answer)[0], told(answer).at(-1)], [`Suspend ${name} done`, `Resume ${name} done`])
  assert.is((await api.get(workload))!.spec.suspend, false)
  await isWhole(all)
}

onRealServers('a Job is suspended for the while, and resumed at the end', () => isSuspendedMeanwhile('Job'))

onRealServers('a CronJob is suspended with the Job that it started, and both are resumed at the end', async () => {
  const { all, workload } = await runs('CronJob')
  const { name, namespace } = workload.metadata
  const { apiVersion, kind, spec } = workload
  const owner = { apiVersion, kind, name, uid: workload.metadata.uid, controller: true }
  const metadata = { name: `${name}-1`, namespace, ownerReferences: [owner] }
  const job = await api.create({ apiVersion, kind: 'Job', metadata, spec: spec.jobTemplate.spec })
  await api.waitFor(job, ({ status }) => status.active > 0)
  await deleted(all.owner)
  const answer = await rescued([words(all), '--backup-dir', folder()])
  isDone(answer)
  const steps = told(answer)
  assert.equal(
    [...steps.slice(0, 2), ...steps.slice(-2)],
    [`Suspend ${name}-1 done`, `Suspend ${name} done`, `Resume ${name}-1 done`, `Resume ${name} done`],
  )
  for (const each of [workload, job]) assert.is((await api.get(each))!.spec.suspend, false)
  await isWhole(all)
})

test('a CronJob between two of its Jobs is suspended, so that none begins, and resumed at the end', () =>
  isSuspendedMeanwhile('CronJob'))

test('a CronJob of another namespace with no more than the name of the controller is not suspended', async () => {
  const all = await family(1)
  const place = await namespace()
  const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'example.com/stranger:1' }] } }
  const stranger = await api.create({
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: { name: ownManager(all.type), namespace: place },
    spec: { schedule: '0 0 29 2 *', jobTemplate: { spec: { template } } },
  })
  await deleted(all.owner)
  const answer = await rescued([words(all), '--backup-dir', folder()])
  assert.not.ok(
    told(answer).some(each => each.startsWith('Suspend')),
    told(answer).join('; '),
  )
  assert.not.ok((await api.get(stranger))!.spec.suspend)
})

onRealServers('its Pods that are still ending are waited for: what works on is no stopped controller', async () => {
  const node = await createNode('True')
  const all = await family(1)
  const name = ownManager(all.type)
  const workload = await operator(all.type, all.place, name, 1)
  try {
    const find = async () => {
      const { items } = await api.send('GET', `/api/v1/namespaces/${all.place}/pods`)
      return (items as Thing[]).find(({ metadata }) => metadata.name.startsWith(`${name}-`))
    }
    const found = await until(find, { what: 'a Pod of the operator', deadlineSeconds: 60 })
    const pod = { ...found, apiVersion: 'v1', kind: 'Pod' } as Thing
    const target = { apiVersion: 'v1', kind: 'Node', name: node.metadata.name }
    const binding = { apiVersion: 'v1', kind: 'Binding', metadata: { name: pod.metadata.name }, target }
    await api.send('POST', `${await api.pathOf(pod)}/binding`, binding)
    await api.patch(pod, { status: { phase: 'Running' } }, { subresource: '/status' })
    const old = await deleted(all.owner)
    const directory = folder()
    const run = [words(all), '--backup-dir', directory]
    const early = await rescued([...run, '--timeout', '3s'])
    assert.equal([early.code, ...told(early)], [3, `ScaleDown ${name} timeout`])
    assert.match(early.steps[0]!.message!, `pod/${pod.metadata.name}`)
    assert.is((await api.get(old))!.metadata.uid, old.metadata.uid)
    // Who scaled it down by hand a moment ago, and begins from nothing, waits for the same Pod.
    const other = await rescued([words(all), '--backup-dir', folder(), '--timeout', '3s'])
    assert.equal([other.code, ...told(other)], [3, `ScaleDown ${name} timeout`])
    // What the kubelet does when the process has ended.
    await api.delete(pod, { gracePeriodSeconds: 0 })
    isDone(await rescued(run))
    assert.is((await api.get(workload))!.spec.replicas, 1)
    await isWhole(all)
  } finally {
    await api.delete(node)
  }
})

onRealServers(
  'one that serves the webhook of its own type is not stopped before the server can do without it',
  async () => {
    const { all, workload } = await runs('Deployment')
    const { type, place, owner } = all
    const { name } = workload.metadata
    const selector = { app: name }
    const service = core('Service', name, place, { spec: { selector, ports: [{ port: 443 }] } })
    await api.create(service)
    const rules = [
      { apiGroups: [type.group], apiVersions: ['*'], resources: [type.plural], operations: ['CREATE'], scope: '*' },
    ]
    // There is no kubelet: as long as it is to answer, it is not asked.
    const clientConfig = { service: { namespace: place, name, path: '/' } }
    const matchConditions = [{ name: 'later', expression: "request.name == 'nobody'" }]
    await using hooks = await webhookConfiguration(type.group, { clientConfig, rest: { rules, matchConditions } })
    await deleted(owner)
    const run = [words(all), '--backup-dir', folder()]
    const answer = await rescued(run)
    assert.equal([answer.code, ...told(answer)], [3, `Create ${owner.metadata.name} refused RepairFirst`])
    assert.match(answer.steps[0]!.message!, hooks.webhook)
    assert.is((await api.get(workload))!.spec.replicas, 2)
    // The command that is printed, with its patch.
    const [, patch = ''] =
      /kubectl patch validatingwebhookconfiguration \S+ --type=json -p '(\[.*?\])'/.exec(answer.steps[0]!.message!) ??
      []
    const configuration = { apiVersion: 'admissionregistration.k8s.io/v1', kind: 'ValidatingWebhookConfiguration' }
    await api.patch({ ...configuration, metadata: { name: hooks.name } }, JSON.parse(patch))
    isDone(await rescued(run))
    await isWhole(all)
  },
)

onRealServers('what the server rejects of others while it is stopped is said before', async () => {
  const { all, workload } = await runs('Deployment')
  const { name } = workload.metadata
  const service = core('Service', name, all.place, { spec: { selector: { app: name }, ports: [{ port: 443 }] } })
  await api.create(service)
  const clientConfig = { service: { namespace: all.place, name, path: '/' } }
  await using hooks = await webhookConfiguration(`other.${all.type.group}`, { clientConfig })
  await deleted(all.owner)
  const answer = await rescued([words(all), '--backup-dir', folder()])
  isDone(answer)
  const said = answer.stderr.replace(/\s+/g, ' ')
  assert.match(said, `while deployment/${name} in namespace ${all.place} serves webhook ${hooks.webhook}`)
  assert.match(said, `*.other.${all.type.group}`)
  await isWhole(all)
})

/** Its operator serves the conversion of its type by a Service behind which nothing answers; `stored`: of the CRD. */
async function converts(stored: readonly string[]): Promise<{ readonly all: Family; readonly workload: Thing }> {
  const versions = ['v1', 'v1beta1']
  const all = await family(2, await crd({ kind: 'Cluster', scope: 'Cluster', versions }))
  const { type, place } = all
  const name = ownManager(type)
  const workload = await operator(type, place, name, 2)
  await api.waitFor(workload, ({ status }) => status?.replicas > 0)
  await api.create(core('Service', name, place, { spec: { selector: { app: name }, ports: [{ port: 443 }] } }))
  const webhook = { conversionReviewVersions: ['v1'], clientConfig: { service: { namespace: place, name, path: '/' } } }
  await api.patch(type.definition, { spec: { conversion: { strategy: 'Webhook', webhook } } })
  await api.patch(type.definition, { status: { storedVersions: stored } }, { subresource: '/status' })
  await deleted(all.owner)
  return { all, workload }
}

onRealServers(
  'one that converts its own type is not stopped while objects may be stored in another version',
  async () => {
    const { all, workload } = await converts(['v1beta1', 'v1'])
    const answer = await rescued([words(all), '--backup-dir', folder()])
    assert.equal([answer.code, ...told(answer)], [3, `Create ${all.owner.metadata.name} refused RepairFirst`])
    assert.match(answer.steps[0]!.message!, 'stored as v1beta1 and v1 and asked for as v1')
    assert.is((await api.get(workload))!.spec.replicas, 2)
    assert.is((await api.get(all.owner))!.metadata.uid, all.owner.metadata.uid)
    // As whoever migrated them says.
    await api.patch(all.type.definition, { status: { storedVersions: ['v1'] } }, { subresource: '/status' })
    isDone(await rescued([words(all), '--backup-dir', folder()]))
    assert.is((await api.get(workload))!.spec.replicas, 2)
    await isWhole(all)
  },
)

test('a Pod that nothing keeps', async () => {
  const all = await family(1)
  const name = ownManager(all.type)
  await installOperator({ type: all.type, namespace: all.place, name, state: 'running' })
  assert.match(await refusal(all), `kubectl delete pod ${name} -n ${all.place}`)
})

test('a Deployment of OLM, which scales it up again', async () => {
  const all = await family(1)
  const { group, ...csv } = await crd({ kind: 'ClusterServiceVersion' })
  const version = await api.create(csv.draft(unique('acme'), all.place))
  const { apiVersion, kind, metadata } = version
  const ownerReferences = [{ apiVersion, kind, name: metadata.name, uid: metadata.uid }]
  const name = ownManager(all.type)
  const deployment = await operator(all.type, all.place, name, 1, { ownerReferences })
  const byHand = await refusal(all)
  assert.match(byHand, `kubectl edit csv ${metadata.name} -n ${all.place}`)
  // Done by hand, and run again: what does not run hinders nothing.
  await api.patch(deployment, { spec: { replicas: 0 }, metadata: { ownerReferences: null } })
  await api.waitFor(deployment, (now: Thing) => (now.status?.replicas ?? 0) === 0)
  isDone(await rescued([`${all.type.resource}/${all.owner.metadata.name}`, '--backup-dir', folder()]))
  await isWhole(all)
})

onRealServers('a DaemonSet is stopped by hand by the command that is printed, and watched until the end', async () => {
  const node = await createNode('True')
  try {
    const all = await family(1)
    const name = ownManager(all.type)
    const set = await operator(all.type, all.place, name, 1, { kind: 'DaemonSet' })
    await api.waitFor(set, ({ status }) => status.desiredNumberScheduled > 0)
    const byHand = await refusal(all)
    assert.match(byHand, `kubectl patch daemonset ${name} -n ${all.place} --type merge -p`)
    const [, patch = ''] = /--type merge -p '(.*?)'/.exec(byHand)!
    await api.patch(set, JSON.parse(patch))
    await api.waitFor(set, ({ status }) => status.desiredNumberScheduled === 0)
    const answer = await rescued([words(all), '--backup-dir', folder()])
    isDone(answer)
    assert.is(told(answer)[0], `ScaleDown ${name} done`)
    await isWhole(all)
  } finally {
    await api.delete(node)
  }
})

onRealServers('a ReplicaSet that another object controls, as one of an Argo Rollout', async () => {
  const all = await family(1)
  const { group: _, ...rollouts } = await crd({ kind: 'Rollout' })
  const { apiVersion, kind, metadata } = await api.create(rollouts.draft(unique('acme'), all.place))
  const ownerReferences = [{ apiVersion, kind, name: metadata.name, uid: metadata.uid, controller: true }]
  const set = await operator(all.type, all.place, ownManager(all.type), 1, { kind: 'ReplicaSet', ownerReferences })
  await api.waitFor(set, ({ status }) => status.replicas > 0)
  assert.match(await refusal(all), `stop it at rollout/${metadata.name}, which creates it`)
})

test('a static Pod of a node', async () => {
  const node = await createNode('True')
  try {
    const all = await family(1)
    const name = ownManager(all.type)
    await installOperator({ type: all.type, namespace: all.place, name, state: 'none' })
    const { uid } = node.metadata
    const owner = { apiVersion: 'v1', kind: 'Node', name: node.metadata.name, uid, controller: true }
    await api.create({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name, namespace: all.place, ownerReferences: [owner] },
      spec: {
        nodeName: node.metadata.name,
        serviceAccountName: name,
        containers: [{ name: 'manager', image: 'none' }],
      },
    })
    assert.match(
      await refusal(all),
      `static Pod: move its manifest out of the kubelet's directory on node ${node.metadata.name}`,
    )
  } finally {
    await api.delete(node)
  }
})

test.run()
