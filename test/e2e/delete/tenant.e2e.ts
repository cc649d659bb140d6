import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { parseAllDocuments } from 'yaml'
import { untilAllowed } from '../rig/allowed.ts'
import type { Thing } from '../rig/api.ts'
import { api, crd, namespace } from '../rig/rig.ts'
import { deleted, ranDelete } from './deleted.ts'

const test = suite('delete by a user with rights in one namespace only')

const READER = new URL('../../../docs/rbac/reader.yaml', import.meta.url)

const RBAC = 'rbac.authorization.k8s.io'

/** Who may do everything in a namespace of its own, and nothing else; the name of the user is that of the namespace with a suffix. */
async function tenant(): Promise<{ readonly place: string; readonly user: string }> {
  const place = await namespace()
  const user = `${place}-tenant`
  const metadata = { name: user, namespace: place }
  const rules = [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }]
  await api.create({ apiVersion: `${RBAC}/v1`, kind: 'Role', metadata, rules })
  await api.create({
    apiVersion: `${RBAC}/v1`,
    kind: 'RoleBinding',
    metadata,
    roleRef: { apiGroup: RBAC, kind: 'Role', name: user },
    subjects: [{ apiGroup: RBAC, kind: 'User', name: user }],
  })
  await untilAllowed(user, { verb: 'delete', resource: 'configmaps', namespace: place })
  return { place, user }
}

function configMap(name: string, place: string, metadata: object = {}): Promise<Thing> {
  return api.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: place, ...metadata } })
}

const isLive = async (thing: Thing): Promise<boolean> => {
  const now = await api.get(thing)
  return now?.metadata.uid === thing.metadata.uid && now?.metadata.deletionTimestamp === undefined
}

test('what cannot be proven is refused in one line, with exit code 3, and nothing is sent', async () => {
  const { place, user } = await tenant()
  const type = await crd()
  const finalizers = [`${type.group}/cleanup`]
  const held = await api.create(type.draft('held', place, { metadata: { finalizers } }))
  const { code, steps, stderr } = await deleted([`${type.resource}/held`, '-n', place, '--yes', '--as', user])
  assert.equal([code, ...steps.map(({ result, guard }) => `${result} ${guard}`)], [3, 'refused WouldGetStuck'], stderr)
  assert.not.match(steps[0]!.message!, /\n/)
  assert.match(steps[0]!.message!, /could not be read|forbidden|not known|cannot/)
  assert.ok(await isLive(held))
})

/** Lets it read what docs/rbac/reader.yaml has. */
async function mayRead(user: string): Promise<void> {
  const parts = parseAllDocuments(readFileSync(READER, 'utf8')).map(each => each.toJS() as Thing)
  const { rules } = parts.find(({ kind }) => kind === 'ClusterRole')!
  const role = { apiVersion: `${RBAC}/v1`, kind: 'ClusterRole', metadata: { name: user }, rules }
  await api.create(role)
  await api.create({
    ...{ apiVersion: `${RBAC}/v1`, kind: 'ClusterRoleBinding', metadata: { name: user } },
    roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: user },
    subjects: [{ apiGroup: RBAC, kind: 'User', name: user }],
  })
  await untilAllowed(user, { verb: 'list', resource: 'apiservices', group: 'apiregistration.k8s.io' })
}

test('with the reading role it deletes in its own namespace; without it only by an override', async () => {
  const { place, user } = await tenant()
  const [first, second, other] = await Promise.all(['a', 'b', 'other'].map(name => configMap(name, place)))
  const words = ['-n', place, '--yes', '--as', user]
  const blind = await deleted(['configmap/a', ...words])
  assert.equal([blind.code, blind.steps[0]!.guard], [3, 'WouldGetStuck'], blind.stderr)
  assert.match(blind.steps[0]!.message!, /could not be read/)
  assert.ok(await isLive(first!))
  const passed = await deleted(['configmap/a', ...words, '--override', 'WouldGetStuck'])
  assert.equal([passed.code, passed.steps[0]!.result], [0, 'done'], passed.stderr)
  await mayRead(user)
  const seen = await deleted(['configmap/b', ...words])
  assert.equal([seen.code, seen.steps[0]!.result], [0, 'done'], seen.stderr + JSON.stringify(seen.steps))
  assert.equal([await api.get(first!), await api.get(second!)], [undefined, undefined])
  assert.ok(await isLive(other!))
})

test('objects of another namespace, and the own namespace itself, are left alone', async () => {
  const { place, user } = await tenant()
  const elsewhere = await namespace()
  const foreign = await configMap('foreign', elsewhere)
  const ran = await ranDelete(['configmap/foreign', '-n', elsewhere, '--yes', '--as', user])
  assert.is(ran.code, 1, ran.stderr)
  assert.match(ran.stderr, /Forbidden|forbidden/)
  assert.ok(await isLive(foreign))
  const mine = await configMap('mine', place)
  const home = await ranDelete([`ns/${place}`, '--yes', '--as', user])
  assert.ok(home.code === 3 || home.code === 1, home.stderr)
  assert.ok(await isLive(mine))
  assert.ok(await isLive((await api.get({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: place } }))!))
})

test.run()
