import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../../control-plane/until.ts'
import { ownCluster, ownClusterAvailable } from '../explain/own-cluster.ts'
import { openStage, type Stage } from '../explain/stage.ts'
import type { Thing } from '../rig/api.ts'
import { apiServiceDraft } from '../rig/api-service.ts'
import { boundClaim } from '../rig/bound-claim.ts'
import type { OwnType } from '../rig/crd.ts'
import { run, unique } from '../rig/rig.ts'

/** What is foreseen is then really asked of the server, and compared. */
const test = suite('preflight, and what the server then does')
const withCluster = ownClusterAvailable() ? test : test.skip

interface Foreseen {
  readonly code: number | null
  readonly verdict: string
  readonly causes: readonly {
    readonly code: string
    readonly verdict: string
    readonly blocks: readonly { readonly kind: string; readonly name: string }[]
  }[]
  readonly reach: readonly { readonly ref: { readonly kind: string; readonly name: string }; readonly why: string }[]
  readonly loses: readonly { readonly ref: { readonly name: string } }[]
  readonly breaks: readonly { readonly ref: { readonly name: string }; readonly affects: string }[]
  readonly returns: readonly { readonly by: string }[]
  readonly order: readonly { readonly refs: readonly { readonly name: string }[] }[]
  readonly refused: readonly { readonly name: string }[]
}

async function foresee({ env }: Stage, words: readonly string[], input = ''): Promise<Foreseen> {
  const { code, stdout, stderr } = await run(['preflight', ...words, '-o', 'json'], { env, input })
  if (stdout === '') throw new Error(`no answer to ${words.join(' ')}: ${stderr}`)
  return { code, ...JSON.parse(stdout) }
}

/** Codes of what would hold something, each with its verdict. */
const codesOf = ({ causes }: Foreseen) =>
  causes.filter(({ verdict }) => verdict !== 'progressing').map(({ code, verdict }) => `${code} ${verdict}`)

const holds = ({ causes }: Foreseen, name: string) =>
  causes.some(({ verdict, blocks }) => verdict === 'stuck' && blocks.some(each => each.name === name))

const configMap = (place: string, name: string, metadata: object = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: place, ...metadata },
})

const instance = (type: OwnType, place: string, name: string) => ({
  apiVersion: type.apiVersion,
  kind: type.kind,
  metadata: { name, namespace: place, finalizers: [`${type.group}/hold`] },
})

const definitionOf = ({ resource }: OwnType): Thing => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: resource },
})

const isGone = async ({ api }: Stage, thing: Thing) => {
  await until(async () => ((await api.get(thing)) === undefined ? true : undefined), {
    what: `${thing.kind} ${thing.metadata.name} to be gone`,
    deadlineSeconds: 60,
  })
}

/** An uninstall that left a binding behind. */
async function uninstalled(stage: Stage, { group }: OwnType): Promise<void> {
  const [name] = group.split('.')
  await stage.api.create({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name: `${name}-manager` },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: `${name}-manager` },
    subjects: [{ kind: 'ServiceAccount', name: `${name}`, namespace: 'gone' }],
  })
}

withCluster('controllers that are missing, live elsewhere, or would go too', async () => {
  await using cluster = await ownCluster()
  const stage = await openStage(cluster)
  const { api } = stage

  const orphan = await stage.type(`${unique('lakes')}.example.com`, 'Lake')
  await uninstalled(stage, orphan)
  const place = await stage.namespace()
  const held = await stage.write(orphan.group.split('.')[0]!, instance(orphan, place, 'held'))
  await stage.age(held, 7200)
  const ofType = await foresee(stage, [`crd/${orphan.resource}`])
  assert.equal([ofType.code, ofType.verdict, codesOf(ofType)], [3, 'stuck', ['ControllerMissing stuck']])
  assert.ok(holds(ofType, 'held') && holds(ofType, orphan.resource))
  const ofPlace = await foresee(stage, [`ns/${place}`])
  assert.equal([ofPlace.code, ofPlace.verdict], [3, 'stuck'])
  assert.ok(holds(ofPlace, 'held') && holds(ofPlace, place))
  const short = await run(['explain', `crd/${orphan.resource}`, `ns/${place}`], { env: stage.env })
  assert.is(short.stdout.match(/If it were deleted now, it would get stuck\./g)?.length, 2)
  await api.delete(stage.whole(place))
  await api.waitFor(held, ({ metadata }) => metadata.deletionTimestamp)
  assert.ok(await api.get(stage.whole(place)))
  await stage.finish(held)
  await isGone(stage, stage.whole(place))

  const served = await stage.type(`${unique('ponds')}.example.com`, 'Pond')
  const pod = await stage.operator(served.group.split('.')[0]!, [served])
  const elsewhere = await stage.namespace()
  const own = await stage.write(pod.metadata.name, instance(served, elsewhere, 'served'))
  const clean = await foresee(stage, [`ns/${elsewhere}`])
  assert.equal([clean.code, clean.verdict, codesOf(clean)], [0, 'clean', []])
  const ofOperator = await foresee(stage, [`ns/${pod.metadata.namespace}`])
  assert.is(ofOperator.verdict, 'clean')
  assert.ok(
    ofOperator.breaks.some(({ ref, affects }) => ref.name === pod.metadata.name && affects.includes('1 object')),
  )
  await api.delete(stage.whole(elsewhere))
  await api.waitFor(own, ({ metadata }) => metadata.deletionTimestamp)
  await stage.finish(own)
  await isGone(stage, stage.whole(elsewhere))

  const inside = await stage.write(pod.metadata.name, instance(served, pod.metadata.namespace, 'inside'))
  const together = await foresee(stage, [`ns/${pod.metadata.namespace}`])
  // Before 1.33 the namespace controller deletes Pods beside all else: which comes first is not known.
  const { minor } = await api.send('GET', '/version')
  const isOrdered = Number.parseInt(minor, 10) >= 33
  assert.equal([together.code, together.verdict], isOrdered ? [3, 'stuck'] : [1, 'unknown'])
  assert.is(holds(together, 'inside'), isOrdered)
  assert.equal(
    together.order.map(({ refs }) => refs.map(({ name }) => name)),
    [['inside'], [pod.metadata.namespace]],
  )
  await api.delete(stage.whole(pod.metadata.namespace))
  await isGone(stage, pod)
  await api.waitFor(inside, ({ metadata }) => metadata.deletionTimestamp)
  await stage.finish(inside)
  await isGone(stage, stage.whole(pod.metadata.namespace))
  const rest = await foresee(stage, [`crd/${served.resource}`])
  assert.is(rest.verdict, 'clean')
  await api.delete(definitionOf(served))
  await isGone(stage, definitionOf(served))
})

withCluster('objects that nothing holds, that a policy keeps, or whose finalizer nobody knows', async () => {
  await using cluster = await ownCluster()
  const stage = await openStage(cluster)
  const { api } = stage
  const place = await stage.namespace()
  const plain = await api.create(configMap(place, 'plain'))
  const clean = await foresee(stage, ['cm/plain', '-n', place])
  assert.equal([clean.code, clean.verdict], [0, 'clean'])
  const text = await run(['preflight', 'cm/plain', '-n', place], { env: stage.env })
  assert.match(text.stdout, /^CLEAN .*nothing that was checked would hold it\.\nChecked at \d{4}-/)
  assert.equal((await api.get(plain))!.metadata.resourceVersion, plain.metadata.resourceVersion)
  const manifest = JSON.stringify(configMap(place, 'plain'))
  assert.is((await foresee(stage, ['-f', '-'], manifest)).verdict, 'clean')
  await api.delete(plain)
  await isGone(stage, plain)

  await api.create(configMap(place, 'odd', { finalizers: ['example.com/unheard-of'], labels: { app: 'odd' } }))
  for (const words of [['cm/odd'], ['cm', '-l', 'app=odd']]) {
    const odd = await foresee(stage, [...words, '-n', place])
    assert.equal([odd.code, odd.verdict, codesOf(odd)], [1, 'unknown', ['ControllerUnknown unknown']])
  }

  const tracked = { annotations: { 'argocd.argoproj.io/tracking-id': `app:/ConfigMap:${place}/tracked` } }
  await api.create(configMap(place, 'tracked', tracked))
  assert.match((await foresee(stage, ['cm/tracked', '-n', place])).returns[0]!.by, /^Argo CD/)

  const apiVersion = 'admissionregistration.k8s.io/v1'
  const name = unique('keeper')
  const resourceRules = [{ apiGroups: [''], apiVersions: ['*'], resources: ['configmaps'], operations: ['DELETE'] }]
  const expression = "oldObject.metadata.name != 'kept'"
  await api.create({
    apiVersion,
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name },
    spec: { matchConstraints: { resourceRules }, validations: [{ expression, message: 'keep it' }] },
  })
  await api.create({
    apiVersion,
    kind: 'ValidatingAdmissionPolicyBinding',
    metadata: { name },
    spec: { policyName: name, validationActions: ['Deny'] },
  })
  const kept = await api.create(configMap(place, 'kept'))
  const refused = async () => ((await foresee(stage, ['cm/kept', '-n', place])).refused.length === 1 ? true : undefined)
  await until(refused, { what: 'the server to know the policy', deadlineSeconds: 60 })
  const denied = await foresee(stage, ['cm/kept', '-n', place])
  assert.equal([denied.code, denied.verdict, codesOf(denied)], [3, 'stuck', ['RequestDenied stuck']])
  const ofPlace = await foresee(stage, [`ns/${place}`])
  assert.ok(codesOf(ofPlace).some(code => code.startsWith('RequestDenied')))
  assert.is.not(ofPlace.code, 0)
  assert.ok(
    await api.delete(kept).then(
      () => false,
      () => true,
    ),
  )
})

withCluster('claims, volumes, Pods without a kubelet, and who may not read', async () => {
  await using cluster = await ownCluster()
  const stage = await openStage(cluster)
  const { api } = stage
  const place = await stage.namespace()
  const { volume } = await boundClaim(api, place)
  const ofClaim = await foresee(stage, ['pvc/data', '-n', place])
  assert.equal(
    ofClaim.loses.map(({ ref }) => ref.name),
    [volume],
  )
  assert.ok(ofClaim.reach.some(({ ref, why }) => ref.name === volume && why === 'Volume'))

  const lost = await stage.node('Unknown')
  const pod = await stage.podOn(lost, place, 'stranded')
  const stranded = await foresee(stage, [`ns/${place}`])
  assert.equal([stranded.code, stranded.verdict], [3, 'stuck'])
  assert.ok(codesOf(stranded).includes('PodNodeLost stuck'))
  assert.ok(
    (await foresee(stage, [`node/${lost.metadata.name}`])).reach.some(({ ref }) => ref.name === pod.metadata.name),
  )

  const user = unique('tenant')
  const rules = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list', 'delete'] }]
  const apiVersion = 'rbac.authorization.k8s.io/v1'
  await api.create({ apiVersion, kind: 'Role', metadata: { name: user, namespace: place }, rules })
  await api.create({
    apiVersion,
    kind: 'RoleBinding',
    metadata: { name: user, namespace: place },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: user },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: user }],
  })
  await api.create(configMap(place, 'mine'))
  const allowed = async () => {
    const { stdout } = await run(['preflight', 'cm/mine', '-n', place, '--as', user, '-o', 'json'], { env: stage.env })
    return stdout === '' ? undefined : (JSON.parse(stdout) as { verdict: string; complete: boolean })
  }
  const mine = await until(allowed, { what: 'the role to be known', deadlineSeconds: 60 })
  assert.equal([mine.verdict, mine.complete], ['unknown', false])
})

withCluster('an aggregated API that is down holds every namespace', async () => {
  await using cluster = await ownCluster()
  const stage = await openStage(cluster)
  const { api } = stage
  const place = await stage.namespace()
  const group = `${unique('metrics')}.example.com`
  const service = await api.create(apiServiceDraft(group, { name: 'nobody', namespace: 'kube-system', port: 443 }))
  await api.waitFor(service, ({ status }) =>
    status?.conditions?.some(
      (each: { type: string; status: string }) => each.type === 'Available' && each.status === 'False',
    ),
  )
  const answer = await foresee(stage, [`ns/${place}`])
  assert.equal([answer.code, answer.verdict], [3, 'stuck'])
  assert.ok(codesOf(answer).includes('APIServiceUnavailable stuck'))
  await api.delete(stage.whole(place))
  await api.waitFor(stage.whole(place), ({ status }) =>
    status?.conditions?.some(
      (each: { type: string; status: string }) =>
        each.type === 'NamespaceDeletionDiscoveryFailure' && each.status === 'True',
    ),
  )
  await api.delete(service)
  await isGone(stage, stage.whole(place))
})

test.run()
