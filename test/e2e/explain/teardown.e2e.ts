import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Cause } from '../../../src/render/words/explanation.ts'
import { until } from '../../control-plane/until.ts'
import type { Thing } from '../rig/api.ts'
import { api, crd, kubectlAvailable, namespace, run, unique } from '../rig/rig.ts'
import { carryOut } from './carry-out.ts'
import { type Explained, explained } from './explained-e2e.ts'
import { installOperator, stuckObject } from './operator.ts'

const test = suite('explain of a namespace that took away what its content needs')
// The printed commands are carried out with the stock kubectl.
const withKubectl = kubectlAvailable() ? test : test.skip

const RBAC = 'rbac.authorization.k8s.io'

type Type = Awaited<ReturnType<typeof crd>>

/** A type whose operator runs elsewhere: a Pod that is ready; what it would write, the test writes (fake). */
async function product(kind: string): Promise<{ type: Type; home: string; name: string }> {
  const type = await crd({ kind })
  const [home, name] = [await namespace(), unique('operator')]
  await installOperator({ type, namespace: home, name, state: 'running' })
  return { type, home, name }
}

const whole = (place: string) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: place } })
const say = (thing: Thing, status: object) => api.patch(thing, { status }, { subresource: '/status' })

function refusal(place: string, resource: string): string {
  return `cannot track usage: ${resource} "x" is forbidden: unable to create new content in namespace ${place} because it is being terminated`
}

const synced = (message: string) => ({
  conditions: [
    {
      type: 'Synced',
      status: 'False',
      reason: 'ReconcileError',
      message,
      lastTransitionTime: new Date().toISOString().replace(/\.\d+/, ''),
    },
  ],
})

/** Has the namespace deleted, and waits until its controller has deleted what is in it. */
async function tearDown(place: string, ...things: readonly Thing[]): Promise<void> {
  await api.delete(whole(place))
  for (const thing of things) await api.waitFor(thing, ({ metadata }) => metadata.deletionTimestamp)
}

/** The cause of this code that holds the object, as soon as it is told. */
async function causeOf(place: string, kind: string, name: string, code: string): Promise<[Cause, Explained]> {
  const seen = async () => {
    const answer = await explained(['-n', place])
    const cause = answer.causesOf(kind, name).find(each => each.code === code)
    return cause && ([cause, answer] as [Cause, Explained])
  }
  return until(seen, { what: `${code} of ${kind} ${name}`, deadlineSeconds: 60 })
}

function repairs({ remedies }: Cause): readonly string[] {
  return remedies.filter(({ kind }) => kind === 'repair').map(({ summary }) => summary)
}

withKubectl(
  'what a provider has to create there is refused: no remedy asks for a retry, and the removal ends the namespace',
  async () => {
    const place = await namespace()
    const { type } = await product('Instance')
    const finalizer = `${type.group}/managed`
    const draft = (name: string) => type.draft(name, place, { metadata: { finalizers: [finalizer] } })
    const things = await Promise.all(['usage', 'job', 'code'].map(name => api.create(draft(name))))
    const [usage, job, code] = things as [Thing, Thing, Thing]
    await tearDown(place, ...things)
    await say(usage, { atProvider: { arn: 'arn:aws:rds/usage' }, ...synced(refusal(place, 'providerconfigusages')) })
    await say(job, { error: { message: refusal(place, 'jobs.batch') } })
    await say(code, { phase: 'Deleting', message: 'cannot create ServiceAccount: NamespaceTerminating' })
    const [cause, answer] = await causeOf(place, 'Instance', 'usage', 'CleanupFailing')
    for (const name of ['usage', 'job', 'code']) {
      const codes = answer.causesOf('Instance', name).map(each => each.code)
      assert.equal([codes, answer.object('Instance', name).verdict], [['CleanupFailing'], 'stuck'], name)
    }
    assert.ok(cause.blocks.some(({ kind, name }) => kind === 'Namespace' && name === place))
    assert.equal(repairs(cause), [])
    assert.ok(cause.evidence.some(({ fact }) => fact.includes('nothing can be created in it')))
    const removal = cause.remedies.find(({ kind }) => kind === 'remove')!
    assert.ok(removal.leaks.some(leak => leak.startsWith('arn:aws:rds/usage')))
    const words = ['remove', `${type.resource}/usage`, '-n', place, '--finalizer', finalizer, '--yes', '-o', 'json']
    const refused = await run(words)
    assert.equal([refused.code, JSON.parse(refused.stdout).steps[0].guard], [3, 'ControllerAlive'])
    for (const command of removal.commands) await carryOut(`${command} --yes`)
    await api.waitGone(whole(place))
  },
)

withKubectl(
  'a RoleBinding that went first: a ClusterRoleBinding gives the right back, and the operator finishes by itself',
  async () => {
    const place = await namespace()
    const home = await namespace()
    const type = await crd({ kind: 'Topic' })
    const name = unique('topic-operator')
    await installOperator({ type, namespace: home, name, state: 'running', bound: false })
    const role = { apiGroup: RBAC, kind: 'ClusterRole', name: `${home}-${name}` }
    const subjects = [{ kind: 'ServiceAccount', name, namespace: home }]
    const binding = await api.create({
      apiVersion: `${RBAC}/v1`,
      kind: 'RoleBinding',
      metadata: { name: 'operator', namespace: place },
      roleRef: role,
      subjects,
    })
    const topic = await stuckObject(type, place, 'orders', { manager: name, operator: 'unseen' })
    assert.not.ok((await explained(['-n', place])).codes.some(code => code.startsWith('ControllerForbidden')))
    await tearDown(place, topic)
    await api.waitGone(binding)
    const [cause] = await causeOf(place, 'Topic', 'orders', 'ControllerForbidden')
    assert.equal([cause.subject.kind, cause.subject.name], ['ServiceAccount', name])
    assert.ok(cause.blocks.some(({ uid }) => uid === topic.metadata.uid))
    const repair = cause.remedies.find(({ kind }) => kind === 'repair')!
    for (const command of repair.commands) await carryOut(command)
    const user = `system:serviceaccount:${home}:${name}`
    await carryOut(`kubectl auth can-i patch ${type.resource} -n ${place} --as ${user}`)
    assert.not.ok((await explained(['-n', place])).codes.some(code => code.startsWith('ControllerForbidden')))
    // What the operator does as soon as it may (fake).
    await api.patch(topic, { metadata: { finalizers: null } })
    await api.waitGone(whole(place))
  },
)

withKubectl('a right that only the error names: it is given back in the cluster, by a role of its own', async () => {
  const place = await namespace()
  const { type, home, name } = await product('Release')
  const release = await api.create(type.draft('web', place, { metadata: { finalizers: [`${type.group}/uninstall`] } }))
  await tearDown(place, release)
  const user = `system:serviceaccount:${home}:${name}`
  const message = `configmaps is forbidden: User "${user}" cannot list resource "configmaps" in API group "" in the namespace "${place}"`
  await say(release, synced(message))
  const [cause, answer] = await causeOf(place, 'Release', 'web', 'ControllerForbidden')
  assert.equal([cause.subject.kind, cause.subject.namespace, cause.subject.name], ['ServiceAccount', home, name])
  assert.is(answer.object('Release', 'web').verdict, 'stuck')
  for (const command of cause.remedies.find(({ kind }) => kind === 'repair')!.commands) await carryOut(command)
  await carryOut(`kubectl auth can-i list configmaps -n ${place} --as ${user}`)
  assert.not.ok((await explained(['-n', place])).codes.some(code => code.startsWith('ControllerForbidden')))
  await api.patch(release, { metadata: { finalizers: null } })
  await api.waitGone(whole(place))
})

withKubectl(
  'a ServiceAccount that went first, by whose name it acts: one override is enough to let it go',
  async () => {
    const place = await namespace()
    const { type } = await product('Auth')
    const account = await api.create({
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name: 'vault', namespace: place },
    })
    const finalizers = [`${type.group}/revoke`]
    const auth = await api.create(
      type.draft('main', place, { metadata: { finalizers }, spec: { serviceAccount: 'vault' } }),
    )
    await tearDown(place, auth)
    await api.waitGone(account)
    await say(auth, { error: 'cannot get a token: serviceaccounts "vault" not found' })
    const [cause] = await causeOf(place, 'Auth', 'main', 'ReferenceMissing')
    assert.equal([cause.subject.kind, cause.subject.name], ['ServiceAccount', 'vault'])
    assert.equal(repairs(cause), [])
    assert.ok(cause.evidence.some(({ fact }) => fact.includes('nothing can be created in it')))
    await carryOut(`${cause.remedies.find(({ kind }) => kind === 'remove')!.commands[0]} --yes`)
    await api.waitGone(whole(place))
  },
)

withKubectl('namespace NAME refuses, and prints the removal that ends the namespace', async () => {
  const place = await namespace()
  const { type } = await product('Usage')
  const usage = await api.create(type.draft('one', place, { metadata: { finalizers: [`${type.group}/managed`] } }))
  await tearDown(place, usage)
  await say(usage, synced(refusal(place, 'providerconfigusages')))
  await causeOf(place, 'Usage', 'one', 'CleanupFailing')
  const refused = await run(['namespace', place, '--yes', '-o', 'json'])
  assert.is(refused.code, 3)
  const [step] = JSON.parse(refused.stdout).steps
  assert.is(step.guard, 'ControllerAlive')
  const removal = step.commands.find((command: string) => command.includes('--override ControllerAlive'))
  await carryOut(`${removal} --yes`)
  await api.waitGone(whole(place))
})

test.run()
