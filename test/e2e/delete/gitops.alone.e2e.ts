import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Draft } from '../rig/api.ts'
import { api, namespace } from '../rig/rig.ts'
import { type ActingSync, actingSync, gitOpsTypes, listAsOwn } from './acting-sync.ts'
import { backupFolder, deleted as deletedInOrder, ranDelete } from './deleted.ts'

const test = suite('delete of what GitOps keeps')

async function deleted(words: readonly string[]) {
  const outcome = await deletedInOrder(words)
  const told = outcome.steps.map(({ ref, action, result }) => `${action} ${ref.kind}/${ref.name} ${result}`)
  return { ...outcome, told }
}

const configMap = (name: string, place: string, metadata: object): Draft => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: place, ...metadata },
})

const labelsOf = (name: string, place: string) => ({
  labels: { 'kustomize.toolkit.fluxcd.io/name': name, 'kustomize.toolkit.fluxcd.io/namespace': place },
})

const kustomization = (name: string, place: string, metadata: object = {}): Draft => ({
  apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
  kind: 'Kustomization',
  metadata: { name, namespace: place, ...metadata },
  spec: { interval: '10m', prune: true },
})

const isSuspended = async (sync: ActingSync): Promise<boolean> => (await sync.now())?.spec.suspend === true

test('a Kustomization and its parent are suspended first, stay so after success, and nothing comes back', async () => {
  await gitOpsTypes()
  const place = await namespace()
  const settings = configMap('settings', place, labelsOf('apps', place))
  await using root = await actingSync(kustomization('root', place), [])
  await using apps = await actingSync(kustomization('apps', place, labelsOf('root', place)), [settings])
  await api.create(settings).catch(() => {})
  await listAsOwn(root.object, [apps.object])
  await listAsOwn(apps.object, [settings])
  const words = ['configmap/settings', '-n', place]
  const planned = await deleted([...words, '--dry-run=server'])
  assert.equal(planned.told, [
    'Suspend Kustomization/root planned',
    'Suspend Kustomization/apps planned',
    'Delete ConfigMap/settings planned',
  ])
  assert.not.ok(await isSuspended(apps))
  const { code, told, stderr, steps } = await deleted([...words, '--yes'])
  assert.equal(
    [code, ...told],
    [0, 'Suspend Kustomization/root done', 'Suspend Kustomization/apps done', 'Delete ConfigMap/settings done'],
    stderr,
  )
  assert.ok(steps.every(({ backup }) => backup !== undefined))
  assert.ok((await isSuspended(root)) && (await isSuspended(apps)))
  assert.is(await api.get(settings), undefined)
  assert.match(stderr, new RegExp(`Kustomization ${place}/apps stays suspended.*\n +kubectl patch .*"suspend":false`))
})

test('an Application that lists the object is suspended, and gets its policy back when the run does not finish', async () => {
  await gitOpsTypes()
  const place = await namespace()
  const held = configMap('held', place, { finalizers: ['e2e.example.com/hold'] })
  await api.create(held)
  const automated = { prune: true, selfHeal: true }
  const draft = {
    apiVersion: 'argoproj.io/v1',
    kind: 'Application',
    metadata: { name: `app-${place}`, namespace: place },
    spec: { destination: { server: 'https://kubernetes.default.svc' }, syncPolicy: { automated } },
  }
  await using app = await actingSync(draft, [])
  await listAsOwn(app.object, [held])
  const words = ['configmap/held', '-n', place, '--yes', '--override', 'WouldGetStuck', '--timeout', '3s']
  const { code, told, stderr } = await deleted(words)
  const name = `Application/app-${place}`
  assert.equal(
    [code, ...told],
    [3, `Suspend ${name} done`, 'Delete ConfigMap/held timeout', `Resume ${name} done`],
    stderr,
  )
  assert.equal((await app.now())?.spec.syncPolicy, { automated })
  const interrupted = await ranDelete([...words, '--timeout', '60s'], {
    signalAfterOutput: { text: 'wave 1 of 1: waiting for', signal: 'SIGINT' },
  })
  assert.is(interrupted.code, 130, interrupted.stderr)
  assert.equal((await app.now())?.spec.syncPolicy, { automated })
})

test('what a killed run left suspended is known to the next one, which resumes it where it does not finish', async () => {
  await gitOpsTypes()
  const place = await namespace()
  const held = configMap('held', place, { ...labelsOf('apps', place), finalizers: ['e2e.example.com/hold'] })
  await api.create(held)
  await using apps = await actingSync(kustomization('apps', place), [])
  await listAsOwn(apps.object, [held])
  const words = ['configmap/held', '-n', place, '--yes', '--override', 'WouldGetStuck', '--backup-dir', backupFolder()]
  const killed = await ranDelete(words, {
    signalAfterOutput: { text: 'wave 1 of 1: waiting for', signal: 'SIGKILL' },
  })
  assert.is(killed.signal, 'SIGKILL')
  assert.ok(await isSuspended(apps))
  const again = await deleted([...words, '--timeout', '2s'])
  assert.is(again.code, 3)
  assert.match(again.stderr, new RegExp(`Kustomization ${place}/apps was suspended by an earlier run`))
  assert.equal(again.told.at(-1), 'Resume Kustomization/apps done', again.stderr)
  assert.not.ok(await isSuspended(apps))
})

test('an Application that an ApplicationSet keeps as it is, is not suspended: nothing is deleted', async () => {
  await gitOpsTypes()
  const place = await namespace()
  const id = `app-${place}:/ConfigMap:${place}/settings`
  const settings = await api.create(
    configMap('settings', place, { annotations: { 'argocd.argoproj.io/tracking-id': id } }),
  )
  const owner = { apiVersion: 'argoproj.io/v1', kind: 'ApplicationSet', name: 'all', uid: 'a-set', controller: true }
  const application = await api.create({
    apiVersion: 'argoproj.io/v1',
    kind: 'Application',
    metadata: { name: `app-${place}`, namespace: 'default', ownerReferences: [owner] },
    spec: { syncPolicy: { automated: {} } },
  })
  await listAsOwn(application, [settings])
  const { code, steps } = await deleted(['configmap/settings', '-n', place, '--yes'])
  assert.equal([code, steps[0]?.guard], [3, 'WouldBeUndone'])
  assert.match(steps[0]!.message!, /ApplicationSet all would undo its suspension/)
  assert.is((await api.get(settings))?.metadata.deletionTimestamp, undefined)
})

test('what nobody but the object says to keep it is not suspended', async () => {
  await gitOpsTypes()
  const place = await namespace()
  const stranger = await namespace()
  await api.create(configMap('settings', place, labelsOf('apps', stranger)))
  await using apps = await actingSync(kustomization('apps', stranger), [])
  const { code, told } = await deleted(['configmap/settings', '-n', place, '--yes'])
  assert.equal([code, ...told], [0, 'Delete ConfigMap/settings done'])
  assert.not.ok(await isSuspended(apps))
})

test.run()
