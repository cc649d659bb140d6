import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { parse } from 'yaml'
import type { Outcome } from '../../../src/render/words/outcome.ts'
import { orphanedObject, ownManager } from '../explain/operator.ts'
import { untilAllowed } from '../rig/allowed.ts'
import type { Thing } from '../rig/api.ts'
import { boundClaim } from '../rig/bound-claim.ts'
import { api, crd, namespace, run } from '../rig/rig.ts'
import { actingOperator } from './acting-operator.ts'
import { backupFolder, deleted, ranDelete } from './deleted.ts'

const test = suite('delete')

const told = ({ steps }: Outcome) => steps.map(({ ref, group, result }) => `${group} ${ref.kind}/${ref.name} ${result}`)

const namespaceNamed = (name: string) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }) as Thing

/** An operator with so many objects in the same namespace, each with its finalizer. */
async function operatorWithObjects(names: readonly string[]) {
  const type = await crd()
  const place = await namespace()
  const operator = await actingOperator(type, place)
  const manager = ownManager(type)
  const things: Thing[] = []
  for (const name of names) {
    const path = `/apis/${type.apiVersion}/namespaces/${place}/${type.plural}?fieldManager=${manager}`
    const draft = type.draft(name, place, { metadata: { finalizers: [operator.finalizer] } })
    things.push(await api.send('POST', path, draft))
  }
  return { type, place, operator, things }
}

test('a namespace with an operator and its objects goes, where a plain DELETE gets stuck; no finalizer is removed', async () => {
  const plain = await operatorWithObjects(['one'])
  await using _plain = plain.operator
  await api.delete(namespaceNamed(plain.place))
  const pods = { apiVersion: 'v1', kind: 'Pod', namespace: plain.place }
  await api.waitGone({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: ownManager(plain.type), namespace: plain.place },
  })
  assert.equal(await api.list(pods), [])

  const { type, place, operator } = await operatorWithObjects(['one', 'two'])
  await using _operator = operator
  const { code, steps, complete, stderr } = await deleted([`ns/${place}`, '--yes', '--backup-dir', backupFolder()])
  assert.equal([code, complete], [0, true], stderr + JSON.stringify(steps))
  assert.equal(told({ steps } as Outcome), [
    `1 ${type.kind}/one done`,
    `1 ${type.kind}/two done`,
    `2 Namespace/${place} done`,
  ])
  assert.ok(steps.every(({ action }) => action === 'Delete'))
  assert.match(steps[0]!.message!, new RegExp(`it is gone; before pod/${ownManager(type)} .*finalizer`))
  const backup = parse(readFileSync(steps[0]!.backup!, 'utf8')) as Thing
  assert.is(backup.metadata.name, 'one')
  assert.is(await api.get(namespaceNamed(place)), undefined)
})

test('what would get stuck is refused, and no override passes that', async () => {
  const type = await crd()
  const place = await namespace()
  const object = await orphanedObject(type, place, 'left')
  for (const more of [[], ['--override', 'WouldGetStuck']]) {
    const { code, steps } = await deleted([`ns/${place}`, '--yes', ...more])
    assert.is(code, 3)
    assert.equal(new Set(steps.map(({ result, guard }) => `${result} ${guard}`)), new Set(['refused WouldGetStuck']))
  }
  assert.is((await api.get(object))?.metadata.deletionTimestamp, undefined)
  assert.is((await api.get(namespaceNamed(place)))?.metadata.deletionTimestamp, undefined)
})

test('data that no backup brings back is refused, until that is overridden', async () => {
  const place = await namespace()
  const { claim } = await boundClaim(api, place)
  const words = [`pvc/${claim.metadata.name}`, '-n', place, '--dry-run=client']
  const refused = await deleted(words)
  assert.equal([refused.code, refused.steps[0]?.guard], [3, 'LosesData'])
  const planned = await deleted([...words, '--override', 'LosesData,WouldGetStuck'])
  assert.equal([planned.code, planned.steps[0]?.result], [0, 'planned'], JSON.stringify(planned.steps))
  assert.is((await api.get(claim))?.metadata.deletionTimestamp, undefined)
})

test('a CRD that a second install uses is refused by the names of what would go, until that is overridden', async () => {
  const { type, place, operator } = await operatorWithObjects(['one'])
  await using _operator = operator
  const other = await namespace()
  const annotations = { 'meta.helm.sh/release-name': 'blue', 'meta.helm.sh/release-namespace': other }
  const used = await api.create(type.draft('used', other, { metadata: { annotations } }))
  const words = [`ns/${place}`, `crd/${type.plural}.${type.group}`]
  const { code, steps } = await deleted([...words, '--yes'])
  assert.equal([code, steps[0]?.guard], [3, 'BelongsToOthers'], JSON.stringify(steps))
  assert.match(steps[0]!.message!, new RegExp(`/used in namespace ${other} belongs to Helm release ${other}/blue`))
  assert.is((await api.get(used))?.metadata.deletionTimestamp, undefined)
  assert.is((await api.get(namespaceNamed(place)))?.metadata.deletionTimestamp, undefined)
  const planned = await deleted([...words, '--dry-run=client', '--override', 'BelongsToOthers'])
  assert.is(planned.code, 0, JSON.stringify(planned.steps))
})

test('nothing is deleted without consent, and what is deleted has a backup from which it is restored', async () => {
  const place = await namespace()
  const made = await api.create({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'plain', namespace: place },
    data: { a: '1' },
  })
  const words = ['configmap/plain', '-n', place]
  for (const dryRun of ['client', 'server']) {
    const plan = await deleted([...words, `--dry-run=${dryRun}`])
    assert.equal([plan.code, ...told(plan)], [0, '1 ConfigMap/plain planned'])
  }
  const nobody = await deleted(words)
  assert.equal([nobody.code, ...told(nobody)], [3, '1 ConfigMap/plain refused'])
  assert.is((await api.get(made))?.metadata.uid, made.metadata.uid)

  const gone = await deleted([...words, '--yes', '--backup-dir', backupFolder()])
  assert.equal([gone.code, ...told(gone)], [0, '1 ConfigMap/plain done'], gone.stderr)
  assert.is(await api.get(made), undefined)
  assert.is((await run(['restore', gone.steps[0]!.backup!, '--yes'])).code, 0)
  assert.equal((await api.get(made))?.data, { a: '1' })
})

test('an operator that rests stops the run before the next wave, with the reason; run again, it continues', async () => {
  const { place, operator, things } = await operatorWithObjects(['one', 'two'])
  await using _operator = operator
  operator.isResting = true
  const stopped = await deleted([`ns/${place}`, '--yes', '--timeout', '8s'])
  assert.is(stopped.code, 3)
  assert.equal(
    stopped.steps.map(({ result }) => result),
    ['timeout', 'timeout', 'skipped'],
  )
  assert.match(stopped.stderr, /stopped in wave 1 \(timeout\)/)
  assert.is((await api.get(namespaceNamed(place)))?.metadata.deletionTimestamp, undefined)
  assert.equal((await api.get(things[0]!))?.metadata.finalizers, [operator.finalizer])
  operator.isResting = false
  await api.waitGone(things[0]!)
  await api.waitGone(things[1]!)
  const again = await deleted([`ns/${place}`, '--yes'])
  assert.equal([again.code, ...told(again)], [0, `1 Namespace/${place} done`], again.stderr)
})

for (const signal of ['SIGKILL', 'SIGINT'] as const) {
  test(`${signal} in the middle leaves the next wave alone; run again, it continues`, async () => {
    const { place, operator, things } = await operatorWithObjects(['one', 'two', 'three'])
    await using _operator = operator
    operator.isResting = true
    const folder = backupFolder()
    const words = [`ns/${place}`, '--yes', '--backup-dir', folder]
    const ended = await ranDelete(words, { signalAfterOutput: { text: 'wave 1 of 2: waiting for', signal } })
    assert.is(signal === 'SIGKILL' ? ended.signal : ended.code, signal === 'SIGKILL' ? 'SIGKILL' : 130)
    assert.is((await api.get(namespaceNamed(place)))?.metadata.deletionTimestamp, undefined)
    for (const thing of things) assert.equal((await api.get(thing))?.metadata.finalizers, [operator.finalizer])
    const past = JSON.parse((await run(['log', '--backup-dir', folder, '-o', 'json'])).stdout)
    assert.is(past.items.length, 1)
    operator.isResting = false
    const again = await deleted(words)
    assert.is(again.code, 0, again.stderr)
    assert.is(await api.get(namespaceNamed(place)), undefined)
  })
}

test('a user who may not read the controllers is refused what cannot be told', async () => {
  const place = await namespace()
  const object = await api.create({
    ...{ apiVersion: 'v1', kind: 'ConfigMap' },
    metadata: { name: 'held', namespace: place, finalizers: ['e2e.example.com/hold'] },
  })
  const user = `deleter-of-${place}`
  const rbac = { apiVersion: 'rbac.authorization.k8s.io/v1', metadata: { name: user, namespace: place } }
  const rules = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list', 'delete'] }]
  await api.create({ ...rbac, kind: 'Role', rules })
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: user }
  const subjects = [{ kind: 'User', name: user, apiGroup: 'rbac.authorization.k8s.io' }]
  await api.create({ ...rbac, kind: 'RoleBinding', roleRef, subjects })
  await untilAllowed(user, { verb: 'delete', resource: 'configmaps', namespace: place })
  const { code, steps } = await deleted(['configmap/held', '-n', place, '--yes', '--as', user])
  assert.equal([code, steps[0]?.guard], [3, 'WouldGetStuck'])
  assert.is((await api.get(object))?.metadata.deletionTimestamp, undefined)
})

test('takes what a file names, and what a selector finds', async () => {
  const place = await namespace()
  const make = (name: string) =>
    api.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: place, labels: { app: 'web' } } })
  await Promise.all(['a', 'b', 'c'].map(make))
  const input = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: place } })
  const ofFile = await deleted(['-f', '-', '--yes'], { input })
  assert.equal([ofFile.code, ...told(ofFile)], [0, '1 ConfigMap/a done'], ofFile.stderr)
  const ofLabel = await deleted(['configmaps', '-l', 'app=web', '-n', place, '--yes'])
  assert.equal([ofLabel.code, ...told(ofLabel).toSorted()], [0, '1 ConfigMap/b done', '1 ConfigMap/c done'])
})

test('what is gone already is no error beside what is there; what never was is one', async () => {
  const place = await namespace()
  const made = await api.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'here', namespace: place } })
  const some = await deleted(['configmap/here', 'configmap/gone', '-n', place, '--yes'])
  assert.is(some.code, 0, some.stderr)
  assert.match(some.stderr, /NotFound/)
  assert.is(await api.get(made), undefined)
  assert.is((await ranDelete(['configmap/never', '-n', place, '--yes'])).code, 1)
})

test.run()
