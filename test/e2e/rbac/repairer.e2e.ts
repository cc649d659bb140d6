import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Outcome, Step } from '../../../src/render/words/outcome.ts'
import { removeAtEnd } from '../../control-plane/process-group.ts'
import { ownManager, stuckObject } from '../explain/operator.ts'
import { configMap, ending, HOLD, PATIENT } from '../namespace/ended.ts'
import { api, crd, endByForce, namespace, run, unique } from '../rig/rig.ts'
import { type Granted, granted, publishedRules, rightsOf } from './granted.ts'

const test = suite('docs/rbac/repairer.yaml')

const READER = publishedRules('reader')
const REPAIRER = publishedRules('repairer')
const RESTORER = publishedRules('restorer')

function backups(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kubectl-finalize-backups-'))
  removeAtEnd(folder)
  return folder
}

type Wrote = Outcome & { readonly code: number | null; readonly account: string }

/** Runs a command that writes as this somebody, agreed to. */
async function wrote(args: readonly string[], { as }: Granted, folder = backups()): Promise<Wrote> {
  const kept = args[0] === 'restore' ? [] : ['--backup-dir', folder]
  const { code, stdout, stderr } = await run([...args, ...kept, '--yes', '-o', 'json', ...as], { timeoutSeconds: 240 })
  if (!stdout.startsWith('{')) throw new Error(`no answer in JSON (exit ${code})\n${stdout}\n${stderr}`)
  return { code, ...(JSON.parse(stdout) as Outcome), account: `exit ${code}\n${stdout}\n${stderr}` }
}

type Write = (who: Granted) => Promise<Wrote>

const removeCustomResource: Write = async who => {
  const place = await namespace()
  const buckets = await crd({ kind: 'Bucket' })
  await stuckObject(buckets, place, 'one', { manager: ownManager(buckets) })
  return wrote(['remove', `${buckets.resource}/one`, '-n', place], who)
}

const removeFromConfigMap: Write = async who => {
  const place = await namespace()
  await api.delete(await api.create(configMap('held', place, [HOLD])))
  return wrote(['remove', 'configmap/held', '-n', place, '--override=ControllerUnknown'], who)
}

const releaseForegroundOwner: Write = async who => {
  const place = await namespace()
  const owner = await api.create(configMap('owner', place))
  const { name, uid } = owner.metadata
  const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name, uid, blockOwnerDeletion: true }]
  const draft = configMap('held', place, [HOLD])
  await api.create({ ...draft, metadata: { ...draft.metadata, ownerReferences } })
  await api.delete(owner, { propagationPolicy: 'Foreground' })
  await api.waitFor(draft, now => now.metadata.deletionTimestamp)
  return wrote(['remove', 'configmap/owner', '-n', place, '--override=ProtectedFinalizer,ControllerUnknown'], who)
}

const finalizeNamespace: Write = async who =>
  wrote(['namespace', await ending(['kept']), '--override=NamespaceNotEmpty', '--timeout=10s'], who)

const cureLeftovers: Write = async who => {
  const place = await ending(['kept'])
  await endByForce(place)
  return wrote(['namespace', place, '--override=ControllerUnknown,IncompleteRead', PATIENT], who)
}

const results = ({ steps }: Outcome): string[] => steps.map(({ action, result }: Step) => `${action} ${result}`)

const paths: readonly (readonly [name: string, write: Write, results: readonly string[]])[] = [
  ['remove of a custom resource', removeCustomResource, ['RemoveFinalizer done']],
  ['remove of a ConfigMap', removeFromConfigMap, ['RemoveFinalizer done']],
  ['remove of foregroundDeletion', releaseForegroundOwner, ['Delete done']],
  ['namespace, by /finalize', finalizeNamespace, ['FinalizeNamespace done']],
  ['namespace of one that is gone', cureLeftovers, ['Create done', 'RemoveFinalizer done', 'Delete done']],
]

for (const [name, write, expected] of paths) {
  test(`and reader.yaml are enough for ${name}`, async () => {
    await using who = await granted([...READER, ...REPAIRER])
    const outcome = await write(who)
    assert.equal([outcome.code, outcome.complete, ...results(outcome)], [0, true, ...expected], outcome.account)
  })
}

test('is enough for one namespace alone, bound there, and changes nothing elsewhere', async () => {
  const [here, there] = [await namespace(), await namespace()]
  const buckets = await crd({ kind: 'Bucket' })
  await stuckObject(buckets, here, 'one', { manager: ownManager(buckets) })
  const other = await stuckObject(buckets, there, 'one', { manager: ownManager(buckets) })
  await using who = await granted(READER, { inNamespace: { namespace: here, rules: REPAIRER } })
  assert.equal(results(await wrote(['remove', `${buckets.resource}/one`, '-n', here], who)), ['RemoveFinalizer done'])
  const refused = await wrote(['remove', `${buckets.resource}/one`, '-n', there], who)
  assert.equal([refused.code, refused.steps[0]!.guard], [3, 'WouldBeRejected'])
  assert.equal((await api.get(other))!.metadata.resourceVersion, other.metadata.resourceVersion)
})

/** The Event that `replay` leaves, as this somebody. */
async function leavesEvent({ as: [, user] }: Granted): Promise<boolean> {
  const event = {
    apiVersion: 'events.k8s.io/v1',
    kind: 'Event',
    metadata: { name: unique('replay'), namespace: 'default' },
    eventTime: new Date().toISOString().replace('Z', '000Z'),
    reportingController: 'kubectl-finalize',
    reportingInstance: 'kubectl-finalize',
    action: 'Replay',
    reason: 'BucketDeleteError',
    type: 'Warning',
    note: 'ordered deletion stopped in group 1',
    regarding: { apiVersion: 'v1', kind: 'ConfigMap', name: 'one', namespace: 'default' },
  }
  const path = '/apis/events.k8s.io/v1/namespaces/default/events'
  const { status } = await api.raw('POST', path, event, { 'impersonate-user': user })
  return status === 201
}

/** What is lost without each right alone: a right that is not in this list is not needed. */
const losses: Readonly<Record<string, (who: Granted) => Promise<boolean>>> = {
  'patch *': async who => (await removeCustomResource(who)).steps[0]!.guard === 'WouldBeRejected',
  'delete *': async who => (await releaseForegroundOwner(who)).steps[0]!.guard === 'WouldBeRejected',
  'update namespaces/finalize': async who => (await finalizeNamespace(who)).steps[0]!.guard === 'WouldBeRejected',
  'create namespaces': async who => (await cureLeftovers(who)).steps[0]!.result === 'failed',
  'create events': async who => !(await leavesEvent(who)),
}

test('has no right that nothing needs', async () => {
  const each = rightsOf(REPAIRER)
  assert.equal(each.map(({ right }) => right).toSorted(), Object.keys(losses).toSorted())
  for (const { right, others } of each) {
    await using who = await granted([...READER, ...others])
    assert.ok(await losses[right]!(who), `${right} is not needed`)
  }
  await using who = await granted([...READER, ...REPAIRER])
  assert.ok(await leavesEvent(who))
})

test('is not enough for restore, which restorer.yaml is', async () => {
  const place = await namespace()
  const buckets = await crd({ kind: 'Bucket' })
  const one = await stuckObject(buckets, place, 'one', { manager: ownManager(buckets) })
  await using repairer = await granted([...READER, ...REPAIRER])
  const { steps } = await wrote(['remove', `${buckets.resource}/one`, '-n', place], repairer)
  const { backup } = steps[0]!
  assert.is((await wrote(['restore', backup!], repairer)).steps[0]!.result, 'failed')
  await using restorer = await granted([...READER, ...RESTORER])
  assert.equal(results(await wrote(['restore', backup!], restorer)), ['Create done'])
  assert.is.not((await api.get(one))!.metadata.uid, one.metadata.uid)
})

test.run()
