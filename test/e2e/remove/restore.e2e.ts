import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { parse, stringify } from 'yaml'
import type { Outcome, Step } from '../../../src/render/words/outcome.ts'
import { removeAtEnd } from '../../control-plane/process-group.ts'
import { leaveTraces } from '../explain/operator.ts'
import { kubeconfigFor } from '../list/kubeconfig-for.ts'
import type { Draft, Thing } from '../rig/api.ts'
import { api, crd, kubectl, kubectlAvailable, namespace, type RunOptions, run, target, unique } from '../rig/rig.ts'
import { isRemoved, removed } from './removed.ts'

const test = suite('restore')

const OWN = 'e2e.example.com/hold'

/** A folder for backups that outlives the run, whose home does not. */
function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'kubectl-finalize-backups-'))
  removeAtEnd(made)
  return made
}

async function stuck(draft: Draft): Promise<Thing> {
  const created = await api.create(draft)
  await api.delete(created)
  return api.waitFor(created, now => now.metadata.deletionTimestamp)
}

/** Removes what holds the object, and gives the path of its backup, which has been looked at. */
async function lost(thing: Thing, words: readonly string[]): Promise<string> {
  const before = await api.get(thing)
  const { steps } = await isRemoved(thing, [...words, '--backup-dir', join(folder(), 'new')])
  const path = steps[0]!.backup!
  assert.is(statSync(path).mode & 0o777, 0o600)
  assert.is(statSync(join(path, '..')).mode & 0o777, 0o700)
  assert.equal(parse(readFileSync(path, 'utf8')), before)
  return path
}

interface Restored extends Outcome {
  readonly code: number | null
  readonly stderr: string
  readonly step: Step
}

async function restore(args: readonly string[], options: RunOptions = {}): Promise<Restored> {
  const { code, stdout, stderr } = await run(['restore', ...args, '-o', 'json'], options)
  if (!stdout.startsWith('{')) throw new Error(`no answer in JSON (exit ${code})\n${stdout}\n${stderr}`)
  const answer = JSON.parse(stdout) as Outcome
  assert.is(answer.steps.length, 1)
  return { code, stderr, ...answer, step: answer.steps[0]! }
}

/** Shows that dry runs change nothing, that the object comes back as it was, and that it does so only once. */
async function comesBack(thing: Thing, path: string, finalizers: readonly string[]): Promise<Thing> {
  for (const dryRun of ['client', 'server']) {
    const plan = await restore([path, `--dry-run=${dryRun}`])
    assert.equal([plan.code, plan.step.result], [0, 'planned'], JSON.stringify(plan))
    assert.is(await api.get(thing), undefined)
  }
  const nobody = await restore([path])
  assert.equal([nobody.code, nobody.step.result], [3, 'refused'])
  assert.is(await api.get(thing), undefined)

  const { code, step, stderr } = await restore([path, '--yes'])
  assert.equal([code, step.action, step.result], [0, 'Create', 'done'], `${JSON.stringify(step)}\n${stderr}`)
  assert.is(/its status is not restored/.test(step.message!), thing.status !== undefined)
  const now = (await api.get(thing))!
  assert.is(step.ref.uid, now.metadata.uid)
  assert.is.not(now.metadata.uid, thing.metadata.uid)
  const { labels, annotations } = thing.metadata
  assert.equal([now.metadata.labels, now.metadata.annotations], [labels, annotations])
  assert.equal([now.spec, now.data], [thing.spec, thing.data])
  assert.equal(now.metadata.finalizers ?? [], finalizers)
  assert.is(now.metadata.deletionTimestamp, undefined)

  const again = await restore([path, '--yes'])
  assert.equal([again.code, again.step.result], [3, 'refused'])
  assert.equal(await api.get(thing), now)
  return now
}

const words = {
  labels: { colour: 'red' },
  annotations: { 'example.com/note': 'yes', 'example.com/text': 'a\n b: # c\n' },
}

test('brings a custom resource back whose controller was gone', async () => {
  const place = await namespace()
  const buckets = await crd({ kind: 'Bucket' })
  await leaveTraces(buckets)
  const finalizer = `${buckets.group}/cleanup`
  const spec = { size: 3, deep: { on: true, text: '010', none: null, list: [1, 'no', {}] } }
  const draft = buckets.draft('one', place, { metadata: { ...words, finalizers: [finalizer] }, spec })
  await api.patch(await api.create(draft), { status: { bucketURL: 's3://one' } }, { subresource: '/status' })
  await api.delete(draft)
  const one = await api.waitFor(draft, now => now.metadata.deletionTimestamp)
  const path = await lost(one, [`${buckets.resource}/one`, '-n', place])
  const now = await comesBack(one, path, [finalizer])
  // Its own finalizer came back too: while it is deleted a second time it is there, and is not replaced.
  await api.delete(now)
  const terminating = await restore([path, '--yes'])
  assert.equal([terminating.code, terminating.step.result], [3, 'refused'])
  assert.match(terminating.step.message!, /is being deleted/)
})

const onControlPlane = target().name === 'control-plane' ? test : test.skip

// The practice cluster counts in the numbers of JavaScript.
onControlPlane('brings whole numbers of 64 bits back to the last digit', async () => {
  const place = await namespace()
  const buckets = await crd({ kind: 'Bucket' })
  await leaveTraces(buckets)
  const finalizer = `${buckets.group}/cleanup`
  const draft = buckets.draft('one', place, { metadata: { finalizers: [finalizer] }, spec: { serial: 2 ** 53 } })
  const input = stringify(draft).replace('9007199254740992', '9007199254740993')
  assert.is((await restore(['-', '--yes'], { input })).code, 0)
  const one = (await api.get(draft))!
  await api.delete(one)
  const { steps } = await isRemoved(one, [`${buckets.resource}/one`, '-n', place, '--backup-dir', folder()])
  assert.is((await restore([steps[0]!.backup!, '--yes'])).code, 0)
  const { body } = await api.raw('GET', await api.pathOf(draft))
  assert.match(body, /"serial":9007199254740993\b/)
})

test('brings a ConfigMap back, without what its deletion put on it', async () => {
  const place = await namespace()
  const metadata = { name: 'settings', namespace: place, ...words, finalizers: [OWN] }
  const created = await api.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { a: 'on', b: 'x\ty\n' } })
  await api.delete(created)
  const settings = await api.waitFor(created, now => now.metadata.deletionTimestamp)
  const path = await lost(settings, ['cm/settings', '-n', place, '--override=ControllerUnknown'])
  await comesBack(settings, path, [OWN])
})

test('reads back to the byte what is not seen, and so does kubectl', async () => {
  const place = await namespace()
  const every = Array.from({ length: 0x250 }, (_, code) => String.fromCharCode(code)).join('')
  const data = {
    every,
    hidden: 'a\x7fb\x80c\x85d\x9fe\u2028f\u202eg\u200bh\ufeffi\u{e0041}j\uffffk',
    lines: `${'x\x9b31m y\n'.repeat(40)} \n\n`,
    words: 'yes',
  }
  const metadata = {
    name: 'settings',
    namespace: place,
    finalizers: [OWN],
    annotations: { 'example.com/a': '\x07\x7f' },
  }
  const settings = await stuck({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data })
  const path = await lost(settings, ['cm/settings', '-n', place, '--override=ControllerUnknown'])
  if (kubectlAvailable()) {
    const { code, stdout, stderr } = await kubectl(['create', '--dry-run=client', '-o', 'json', '-f', path])
    assert.is(code, 0, stderr)
    assert.equal(JSON.parse(stdout).data, data)
    assert.equal(JSON.parse(stdout).metadata.annotations, metadata.annotations)
  }
  const now = await comesBack(settings, path, [OWN])
  assert.equal(now.data, data)
  assert.equal(now.metadata.annotations, metadata.annotations)
})

test('brings a cluster-scoped object back', async () => {
  const name = unique('role')
  const role = await stuck({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata: { name, ...words, finalizers: [OWN] },
    rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }],
  })
  const path = await lost(role, [`clusterrole/${name}`, '--override=ControllerUnknown'])
  const now = await comesBack(role, path, [OWN])
  assert.equal(now.rules, role.rules)
})

test('leaves out an owner that is gone, which would take it away again, and keeps one that is there', async () => {
  const place = await namespace()
  const map = (name: string, metadata: object = {}): Draft => {
    return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: place, ...metadata } }
  }
  const [stays, goes] = [await api.create(map('stays')), await api.create(map('goes'))]
  const ownerReferences = [stays, goes].map(({ apiVersion, kind, metadata: { name, uid } }) => {
    return { apiVersion, kind, name, uid }
  })
  const owned = await stuck(map('owned', { finalizers: [OWN], ownerReferences }))
  const path = await lost(owned, ['cm/owned', '-n', place, '--override=ControllerUnknown'])
  await api.delete(goes)
  await api.waitGone(goes)
  const { code, stderr } = await restore([path, '--yes'])
  assert.is(code, 0, stderr)
  assert.match(stderr, /without +its owner configmap\/goes/)
  const now = (await api.get(owned))!
  assert.equal(now.metadata.ownerReferences, ownerReferences.slice(0, 1))
})

test('of a volume whose claim is gone does not let it be reclaimed', async () => {
  const name = unique('volume')
  const claimRef = {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    namespace: 'default',
    name: unique('claim'),
    uid: '0a1b2c3d-0000-4000-8000-000000000000',
  }
  const path = join(folder(), 'volume.yaml')
  const spec = {
    capacity: { storage: '1Gi' },
    accessModes: ['ReadWriteOnce'],
    persistentVolumeReclaimPolicy: 'Delete',
    csi: { driver: 'none.example.com', volumeHandle: name },
    storageClassName: 'none',
    claimRef,
  }
  const volume = { apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name }, spec }
  writeFileSync(path, stringify(volume))
  const { code, stderr } = await restore([path, '--yes'])
  assert.is(code, 0, stderr)
  const now = (await api.get(volume))!
  assert.is(now.spec.claimRef.uid, undefined)
  assert.is(now.spec.claimRef.name, claimRef.name)
  await api.delete(now)
})

test('of a file that is no backup, and of what the server does not take, is one line, exit 1, and nothing is made', async () => {
  const place = await namespace()
  const map = (metadata: object, rest: object = {}): string =>
    stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace: place, ...metadata }, ...rest })
  const cases: readonly (readonly [text: string, answer: RegExp])[] = [
    ['', /: it is empty\n$/],
    ['a: b\nc: [\n', /: line \d is not valid YAML: /],
    [`${map({ name: 'a' })}---\n${map({ name: 'b' })}`, /: it has 2 documents/],
    [stringify({ apiVersion: 'v1', kind: 'List', items: [] }), /: it is a list/],
    [
      map({ name: 'x' }).replace('v1', 'no.such/v1'),
      /^error: no matches for kind "ConfigMap" in version "no\.such\/v1"/,
    ],
    [map({ name: 'x', namespace: 'nowhere' }), /namespaces "nowhere" not found/],
    [map({ name: 'Not_A_Name' }), /is invalid: metadata\.name/],
  ]
  const dir = folder()
  for (const [index, [text, line]] of cases.entries()) {
    const file = join(dir, `${index}.yaml`)
    writeFileSync(file, text)
    const { code, stdout, stderr } = await run(['restore', file, '--yes'])
    assert.is(code, 1, `${text}\n${stdout}${stderr}`)
    assert.match(stdout === '' ? stderr : stdout, line)
    assert.not.match(stderr, /\n +at /)
  }
  assert.equal(
    (await api.list({ apiVersion: 'v1', kind: 'ConfigMap', namespace: place })).filter(
      ({ metadata }) => metadata.name !== 'kube-root-ca.crt',
    ),
    [],
  )
  const none = await run(['restore', join(dir, 'none.yaml'), '--yes'])
  assert.equal([none.code, none.stdout], [1, ''])
  assert.match(none.stderr, /^error: .+: no such file or directory\n$/)
})

test('reads stdin, and puts what names no namespace where the context is', async () => {
  const place = await namespace()
  const input = stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' }, data: { a: 'b' } })
  const { code } = await restore(['-', '--yes', '--kubeconfig', kubeconfigFor(place)], { input })
  assert.is(code, 0)
  const made = await api.get({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x', namespace: place } })
  assert.equal(made?.data, { a: 'b' })
})

test('by who may not create it fails in the words of the server', async () => {
  const place = await namespace()
  const input = stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x', namespace: place } })
  const { code, step } = await restore(['-', '--yes', '--as', unique('nobody')], { input })
  assert.equal([code, step.result], [1, 'failed'])
  assert.match(step.message!, /is forbidden/)
})

test('has nothing to bring back when no backup can be kept: then nothing is removed', async () => {
  const place = await namespace()
  const metadata = { name: 'settings', namespace: place, finalizers: [OWN] }
  const settings = await stuck({ apiVersion: 'v1', kind: 'ConfigMap', metadata })
  const file = join(folder(), 'file')
  writeFileSync(file, '')
  for (const directory of [file, join(file, 'below'), '/proc/kubectl-finalize']) {
    const flags = ['--yes', '--override=ControllerUnknown', '--backup-dir', directory]
    const { code, stdout, stderr } = await run(['remove', 'cm/settings', '-n', place, ...flags])
    assert.equal([code, stdout], [1, ''])
    assert.match(stderr, /\nerror: the backup directory .+ cannot be used, so nothing is changed: .+\n$/)
    assert.equal(await api.get(settings), settings)
  }
  // A folder that takes no file is found out when the first is written.
  const full = await removed(['cm/settings', '-n', place, '--override=ControllerUnknown', '--backup-dir', '/proc'])
  assert.equal([full.code, full.steps.map(({ result }) => result)], [1, ['failed']])
  assert.equal(await api.get(settings), settings)
  assert.equal(readdirSync(join(file, '..')), ['file'])
})

test.run()
