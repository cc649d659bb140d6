import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { explained } from '../explain/explained-e2e.ts'
import { leaveAccount, ownManager, stuckObject, writtenBefore } from '../explain/operator.ts'
import type { Thing } from '../rig/api.ts'
import { api, crd, namespace, unique } from '../rig/rig.ts'
import { isRefused, isRemoved } from './removed.ts'

const test = suite('remove and an operator that lives outside of the cluster')

const RBAC = 'rbac.authorization.k8s.io'

type OwnType = Awaited<ReturnType<typeof crd>>

/** Shows that all that an uninstall would prove is open, and that nothing is removed or offered to be removed without an override. */
async function isUnknown(thing: Thing, { resource }: OwnType, place: string): Promise<void> {
  const answer = await explained(['-n', place])
  const [cause] = answer.causesOf(thing.kind, 'one')
  assert.equal([cause!.code, answer.object(thing.kind, 'one').verdict], ['ControllerUnknown', 'unknown'])
  const removals = cause!.remedies.filter(({ kind }) => kind === 'remove').flatMap(({ commands }) => commands)
  assert.ok(removals.every(command => command.includes('--override ControllerUnknown')))
  const words = [`${resource}/one`, '-n', place]
  await isRefused(thing, 'ControllerUnknown', words)
  await isRefused(thing, 'ControllerUnknown', [...words, '--override=ControllerAlive,IncompleteRead,RepairFirst'])
}

/** Binds a ClusterRole of these rules to the subject, in the whole cluster. */
async function bind(subject: object, rules: readonly object[]): Promise<void> {
  const metadata = { name: unique('outside') }
  await api.create({ apiVersion: `${RBAC}/v1`, kind: 'ClusterRole', metadata, rules })
  await api.create({
    apiVersion: `${RBAC}/v1`,
    kind: 'ClusterRoleBinding',
    metadata,
    roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: metadata.name },
    subjects: [{ apiGroup: RBAC, ...subject }],
  })
}

const EVERYTHING = [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }]

function controllerRules({ group, plural }: OwnType): readonly object[] {
  const resources = [plural, `${plural}/status`, `${plural}/finalizers`]
  return [{ apiGroups: [group], resources, verbs: ['get', 'list', 'watch', 'update', 'patch'] }]
}

async function renewedLease(place: string, name: string): Promise<void> {
  await api.create({
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: { name, namespace: place },
    spec: {
      holderIdentity: 'vm-7_0f3e',
      leaseDurationSeconds: 60,
      renewTime: new Date().toISOString().replace('Z', '000Z'),
    },
  })
}

test('and is bound to nothing, as a member of system:masters: its write of a moment ago is no evidence that it is gone', async () => {
  const place = await namespace()
  const lakes = await crd({ kind: 'Lake' })
  const one = await stuckObject(lakes, place, 'one', { manager: ownManager(lakes), operator: 'unseen' })
  await isUnknown(one, lakes, place)
  const { evidence } = (await explained(['-n', place])).causesOf('Lake', 'one')[0]!
  assert.ok(evidence.some(({ fact }) => fact.includes(`"${ownManager(lakes)}" wrote`) && fact.includes('running then')))
  await isRemoved(one, [`${lakes.resource}/one`, '-n', place, '--override=ControllerUnknown'])
})

test('as a user or a group that may do everything, or whose role names the type', async () => {
  const lakes = await crd({ kind: 'Lake' })
  const ways: readonly [string, readonly object[]][] = [
    ['User', EVERYTHING],
    ['Group', EVERYTHING],
    ['User', controllerRules(lakes)],
    ['Group', controllerRules(lakes)],
  ]
  for (const [kind, rules] of ways) {
    const place = await namespace()
    const name = unique('lake-operator')
    await bind({ kind, name }, rules)
    const one = await stuckObject(lakes, place, 'one', { manager: name, operator: 'unseen' })
    await isUnknown(one, lakes, place)
    const { evidence } = (await explained(['-n', place])).causesOf('Lake', 'one')[0]!
    if (rules !== EVERYTHING) assert.ok(evidence.some(({ fact }) => fact.includes(`${kind} ${name}`)))
  }
})

test('and left an account in it: a write of a moment ago, a Lease, or its role bound to a user weigh more', async () => {
  const arrange: readonly ((lakes: OwnType, place: string) => Promise<void>)[] = [
    async () => {},
    (lakes, place) => renewedLease(place, `${ownManager(lakes)}-leader`),
    lakes => bind({ kind: 'User', name: unique('lake-operator') }, controllerRules(lakes)),
  ]
  for (const [index, sign] of arrange.entries()) {
    const place = await namespace()
    // A Lease of one word with the types of other tests would be one of theirs.
    const lakes = await crd({ kind: 'Lake', group: `${unique('mere')}.example.com` })
    await leaveAccount(lakes)
    await sign(lakes, place)
    const metadata = { finalizers: [`${lakes.group}/cleanup`] }
    const path = `/apis/${lakes.apiVersion}/namespaces/${place}/${lakes.plural}?fieldManager=${ownManager(lakes)}`
    const created = await api.send('POST', path, lakes.draft('one', place, { metadata }))
    if (index > 0) await writtenBefore(created, 2 * 3600)
    await api.delete(created)
    await isUnknown((await api.get(created))!, lakes, place)
  }
})

test('is told from one that was uninstalled, which is missing at once', async () => {
  const place = await namespace()
  const lakes = await crd({ kind: 'Lake' })
  await bind({ kind: 'Group', name: unique('administrators') }, EVERYTHING)
  await renewedLease(place, unique('pond'))
  const one = await stuckObject(lakes, place, 'one', { manager: ownManager(lakes) })
  const answer = await explained(['-n', place])
  assert.equal(
    answer.causesOf('Lake', 'one').map(({ code }) => code),
    ['ControllerMissing'],
  )
  await isRemoved(one, [`${lakes.resource}/one`, '-n', place])
})

test.run()
