import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { admissionPolicy, removalAnswers } from '../explain/admission.ts'
import { type Explained, explained } from '../explain/explained-e2e.ts'
import { installOperator, stuckObject } from '../explain/operator.ts'
import { ownCluster, ownClusterAvailable } from '../explain/own-cluster.ts'
import { listed } from '../list/listed.ts'
import { createCrd } from '../rig/crd.ts'
import { createNode, podDraft } from '../rig/node.ts'
import { api, crd, kubectl, kubectlAvailable, namespace, run } from '../rig/rig.ts'
import { granted, publishedRules, rightsOf } from './granted.ts'

const test = suite('docs/rbac/reader.yaml')

const RULES = publishedRules('reader')

/** What an answer says, without what passes with time and what only who may patch can ask. */
function essence({ objects, causes, complete }: Explained): unknown {
  return {
    complete,
    objects: objects.map(({ ref, verdict, waitingFor, causes: ids }) => ({ ref, verdict, waitingFor, ids })),
    causes: causes.map(({ id, code, verdict, subject, finalizer, blocks, remedies }) => {
      return { id, code, verdict, subject, finalizer, blocks, remedies: remedies.map(({ commands }) => commands) }
    }),
  }
}

/** The same answer as somebody who may do everything gets, but for --as in the commands. */
async function readsAll(args: readonly string[], as: readonly string[]): Promise<Explained> {
  const own = await explained(args)
  const answer = await explained([...args, ...as])
  assert.equal([answer.code, answer.complete], [0, true], answer.stderr)
  const told = JSON.stringify(essence(answer)).replaceAll(` --as ${as[1]}`, '')
  assert.equal(JSON.parse(told), JSON.parse(JSON.stringify(essence(own))))
  return answer
}

/** Four operators in their four states, each with an object that waits for it. */
async function operators(place: string): Promise<void> {
  const states = { missing: 'none', alive: 'running', down: 'scaledDown', forbidden: 'running' } as const
  for (const [name, state] of Object.entries(states)) {
    const type = await crd({ kind: `Kind${name}` })
    const options = { type, namespace: place, name, state, bound: name !== 'forbidden' }
    if (state !== 'none') await installOperator(options)
    await stuckObject(type, place, `of-${name}`, { manager: name })
  }
}

test('finds the same causes as somebody who may do everything: of operators', async () => {
  const place = await namespace()
  await operators(place)
  await using reader = await granted(RULES)
  const answer = await readsAll(['-n', place], reader.as)
  const codes = ['CleanupInProgress', 'ControllerForbidden', 'ControllerMissing', 'ControllerUnhealthy']
  assert.equal(answer.causes.map(({ code }) => code).toSorted(), codes)
})

test('and of claims, owners and namespaces', async () => {
  const place = await namespace()
  const node = await createNode('True')
  try {
    const claim = {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: 'data', namespace: place, finalizers: ['kubernetes.io/pvc-protection'] },
      spec: { accessModes: ['ReadWriteOnce'], storageClassName: '', resources: { requests: { storage: '1Gi' } } },
    }
    await api.create(claim)
    const done = await api.create(podDraft('import', place, { node, claims: ['data'] }))
    await api.patch(done, { status: { phase: 'Succeeded' } }, { subresource: '/status' })
    await api.delete(claim)
    const metadata = { namespace: place }
    const owner = await api.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { ...metadata, name: 'owner' } })
    const { name, uid } = owner.metadata
    const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name, uid, blockOwnerDeletion: true }]
    const held = { ...metadata, name: 'held', finalizers: ['example.com/hold'], ownerReferences }
    const dependent = await api.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: held })
    await api.delete(owner, { propagationPolicy: 'Foreground' })
    await api.waitFor(dependent, now => now.metadata.deletionTimestamp)
    await using reader = await granted(RULES)
    const answer = await readsAll(['-n', place], reader.as)
    assert.ok(answer.codes.includes('VolumeInUse import'))
    assert.is(answer.object('ConfigMap', 'owner').verdict, 'waiting')
    await readsAll(['cm/owner', 'pvc/data', '-n', place], reader.as)
  } finally {
    await api.delete(node)
  }
})

const withOwnCluster = ownClusterAvailable() ? test : test.skip

withOwnCluster('reads every type of the cluster, in list, explain and list --watch', async () => {
  await using cluster = await ownCluster()
  const { api: own, env } = cluster
  const widgets = await createCrd(own)
  const draft = widgets.draft('held', 'default', { metadata: { finalizers: ['example.com/hold'] } })
  await own.delete(await own.create(draft))
  await using reader = await granted(RULES, { on: own })
  const found = await listed([...reader.as], { env })
  assert.equal([found.code, found.complete, found.unreadable], [0, true, []])
  assert.equal(
    found.items.map(({ ref }) => ref.name),
    ['held'],
  )
  const answer = await explained([...reader.as], { env })
  assert.equal([answer.code, answer.complete, answer.objects.length], [0, true, 1])
  const asked = run(['list', '--watch', ...reader.as], {
    env,
    signalAfterOutput: { text: 'second', signal: 'SIGINT' },
    onOutput: async stdout => {
      if (!stdout.includes('held')) return false
      const second = widgets.draft('second', 'default', { metadata: { finalizers: ['example.com/hold'] } })
      await own.delete(await own.create(second))
      return true
    },
  })
  assert.is((await asked).code, 130)
})

test('says what it cannot ask: a policy that denies the change is seen by who may patch alone', async () => {
  const place = await namespace()
  const widgets = await crd()
  const held = await stuckObject(widgets, place, 'kept')
  await using _policy = await admissionPolicy(widgets.group, "object.metadata.name != 'kept'")
  await removalAnswers(held, (_status, body) => body.includes('denied request'))
  await using reader = await granted(RULES)
  const codes = ({ causes }: Explained) => causes.map(({ code }) => code)
  assert.ok(codes(await explained(['-n', place])).includes('RequestDenied'))
  const answer = await explained(['-n', place, ...reader.as])
  assert.equal([answer.complete, codes(answer).includes('RequestDenied')], [true, false])
  const refused = await run(['remove', `${widgets.resource}/kept`, '-n', place, '--yes', '-o', 'json', ...reader.as])
  const [step] = JSON.parse(refused.stdout).steps
  assert.equal([refused.code, step.result, step.guard], [3, 'refused', 'WouldBeRejected'])
  assert.match(step.message, /you do not have permission/)
})

const withKubectl = kubectlAvailable() ? test : test.skip

withKubectl('is what kubectl auth can-i says of it: everything may be read, and nothing changed', async () => {
  await using reader = await granted(RULES)
  const may = async (...words: string[]) => (await kubectl(['auth', 'can-i', ...words, ...reader.as])).stdout.trim()
  for (const verb of ['get', 'list', 'watch']) assert.is(await may(verb, '*.*'), 'yes', verb)
  assert.is(await may('create', 'subjectaccessreviews.authorization.k8s.io'), 'yes')
  for (const verb of ['create', 'update', 'patch', 'delete', 'deletecollection'])
    assert.match(await may(verb, '*.*'), /^no/, verb)
  assert.match(await may('update', 'namespaces', '--subresource=finalize'), /^no/)
})

/** What is lost without each right alone, which the tests above have: a right that is not in this list is not needed. */
const losses: Readonly<Record<string, (place: string, as: readonly string[]) => Promise<boolean>>> = {
  'get *': async (place, as) =>
    (await run(['explain', 'kindforbidden', 'of-forbidden', '-n', place, ...as])).code === 1,
  'list *': async (place, as) => !(await explained(['-n', place, ...as])).complete,
  'watch *': async (place, as) => {
    const signalAfterOutput = { text: 'cannot watch resource', signal: 'SIGINT' } as const
    const { stderr } = await run(['list', '--watch', '-n', place, ...as], { signalAfterOutput })
    return stderr.includes(signalAfterOutput.text)
  },
  'create subjectaccessreviews': async (place, as) =>
    (await explained(['-n', place, ...as])).causes.every(({ code }) => code !== 'ControllerForbidden'),
  'get /metrics': async (_place, as) => {
    const place = await namespace()
    await stuckObject(await crd(), place, 'unknown', { operator: 'unseen' })
    const { causes } = await explained(['-n', place, ...as])
    return causes.some(({ evidence }) =>
      evidence.some(({ source, fact }) => source === '/metrics' && fact.includes('forbidden')),
    )
  },
}

test('has no right that nothing needs', async () => {
  const place = await namespace()
  await operators(place)
  const each = rightsOf(RULES)
  assert.equal(each.map(({ right }) => right).toSorted(), Object.keys(losses).toSorted())
  for (const { right, others } of each) {
    await using reader = await granted(others)
    assert.ok(await losses[right]!(place, reader.as), `${right} is not needed`)
  }
})

test.run()
