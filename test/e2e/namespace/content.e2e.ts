import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../../control-plane/until.ts'
import { webhookConfiguration } from '../explain/admission.ts'
import { installOperator, orphanedObject, ownManager, stuckObject } from '../explain/operator.ts'
import { createNode, podDraft } from '../rig/node.ts'
import { api, crd, endByForce, namespace, run, setNamespaceFinalizers } from '../rig/rig.ts'
import { CTRL_C, ENTER, openTerminal } from '../rig/terminal.ts'
import {
  configMap,
  EVERY_OVERRIDE,
  emptied,
  ended,
  ending,
  HOLD,
  isRefused,
  letGo,
  PATIENT,
  reached,
  space,
  told,
} from './ended.ts'

const test = suite('namespace with something left in it')

/** Whoever works on it is waited for first. */
const SOON = '--timeout=2s'

test('a custom resource whose operator was uninstalled: it goes, and the namespace by itself, nothing forced', async () => {
  const place = await namespace()
  const buckets = await crd({ kind: 'Bucket' })
  const one = await stuckObject(buckets, place, 'one', { manager: ownManager(buckets) })
  await api.delete(space(place))
  await reached(place)

  for (const dryRun of ['client', 'server']) {
    const planned = await ended([place, `--dry-run=${dryRun}`])
    assert.equal([planned.code, ...told(planned)], [0, 'RemoveFinalizer one planned'])
  }
  assert.equal((await api.get(one))!.metadata.finalizers, one.metadata.finalizers)

  const answer = await ended([place, PATIENT])
  assert.equal(told(answer), ['RemoveFinalizer one done', `FinalizeNamespace ${place} gone`])
  assert.equal([answer.code, answer.complete], [0, true])
  assert.is(await api.get(one), undefined)
  assert.is(await api.get(space(place)), undefined)
})

test('right after its deletion: what its controller comes to only then, and is held, is removed in the same run', async () => {
  const place = await namespace()
  const buckets = await crd({ kind: 'Bucket' })
  const one = await orphanedObject(buckets, place, 'one', { manager: ownManager(buckets) })
  await api.delete(space(place))
  const answer = await ended([place, PATIENT])
  assert.equal([answer.code, answer.complete], [0, true], JSON.stringify(answer))
  assert.equal(told(answer), ['RemoveFinalizer one done', `FinalizeNamespace ${place} gone`])
  assert.is(await api.get(one), undefined)
  assert.is(await api.get(space(place)), undefined)
})

test('by a finalizer of nobody known: NamespaceNotEmpty, and overridden it is stranded and listed', async () => {
  const place = await ending(['kept', 'too'])
  const refused = await isRefused(place, 'NamespaceNotEmpty')
  for (const name of ['configmaps/kept', 'configmaps/too', HOLD, '--override NamespaceNotEmpty']) {
    assert.match(refused.steps[0]!.message!, name)
  }
  // --yes agrees, and passes no guard; without it nobody agrees.
  const nobody = await run(['namespace', place, '--override=NamespaceNotEmpty'])
  assert.equal([nobody.code, nobody.stdout.includes('confirmation required')], [3, true])
  assert.match(nobody.stderr, `/api/v1/namespaces/${place}/finalize`)
  for (const dryRun of ['client', 'server']) {
    const planned = await ended([place, '--override=NamespaceNotEmpty', `--dry-run=${dryRun}`])
    assert.equal([planned.code, ...told(planned)], [0, `FinalizeNamespace ${place} planned`])
    assert.ok(['kept', 'too'].every(name => planned.steps[0]!.stranded!.some(ref => ref.name === name)))
  }
  assert.equal((await api.get(space(place)))!.spec.finalizers, ['kubernetes'])

  const answer = await ended([place, '--override=NamespaceNotEmpty'])
  assert.equal([answer.code, ...told(answer)], [0, `FinalizeNamespace ${place} done`])
  assert.match(answer.steps[0]!.message!, /stranded without it: configmaps\/kept .*configmaps\/too/)
  assert.ok(answer.steps[0]!.backup)
  assert.match(answer.stderr, new RegExp(`list of what is left behind: .*_stranded_${place}\\.yaml\\n`))
  assert.ok(['kept', 'too'].every(name => answer.steps[0]!.stranded!.some(ref => ref.name === name)))
  assert.is(await api.get(space(place)), undefined)
  assert.equal((await api.get(configMap('kept', place)))!.metadata.finalizers, [HOLD])
})

test('and a finalizer of its own of nobody known, which would keep it: that is to be overridden before NamespaceNotEmpty can be', async () => {
  const place = await ending(['kept'], { metadata: { finalizers: ['example.com/own'] } })
  const refused = await isRefused(place, 'NamespaceNotEmpty', ['--override=NamespaceNotEmpty'])
  assert.match(refused.steps[0]!.message!, 'example.com/own')
  assert.not.match(refused.steps[0]!.message!, '--override NamespaceNotEmpty')
  await letGo(place, ['kept'])
})

test('a wrong name typed cancels; a namespace changed between show and write is not touched', async () => {
  const place = await ending(['kept'])
  const words = ['namespace', place, '--override=NamespaceNotEmpty']
  {
    await using terminal = openTerminal(words)
    await terminal.sees(`Type "${place}" to confirm`)
    assert.match(terminal.text, `configmaps/kept (${HOLD})`)
    terminal.type(`kept${ENTER}`)
    assert.is(await terminal.ended(), 3)
  }
  {
    await using terminal = openTerminal(words)
    await terminal.sees(`Type "${place}" to confirm`)
    await setNamespaceFinalizers(place, ['kubernetes', 'example.com/late'])
    terminal.type(`${place}${ENTER}`)
    assert.is(await terminal.ended(), 3)
    assert.match(terminal.said, 'its spec changed since it was shown')
  }
  const left = (await api.get(space(place)))!
  assert.equal(left.spec.finalizers, ['kubernetes', 'example.com/late'])
  await endByForce(place)
})

test('one of the same name that was created meanwhile is not touched', async () => {
  const place = await ending(['kept'])
  await using terminal = openTerminal(['namespace', place, '--override=NamespaceNotEmpty'])
  await terminal.sees(`Type "${place}" to confirm`)
  await endByForce(place)
  await api.create(space(place))
  terminal.type(`${place}${ENTER}`)
  assert.is(await terminal.ended(), 0)
  assert.match(terminal.said, 'it was already gone')
  assert.equal((await api.get(space(place)))!.status.phase, 'Active')
})

test('Ctrl-C at the prompt and during the wait: 130, and an account of what was done', async () => {
  const place = await ending(['kept'])
  {
    await using terminal = openTerminal(['namespace', place, '--override=NamespaceNotEmpty'])
    await terminal.sees(`Type "${place}" to confirm`)
    terminal.type(CTRL_C)
    assert.is(await terminal.ended(), 130)
    assert.match(terminal.text, 'nothing was changed')
  }
  assert.ok(await api.get(space(place)))
  await letGo(place, ['kept'])

  const [other, buckets, node] = [await namespace(), await crd({ kind: 'Bucket' }), await createNode('True')]
  try {
    const one = await stuckObject(buckets, other, 'one', { manager: ownManager(buckets) })
    // Its grace period keeps the namespace for ten minutes: the wait does not end before Ctrl-C.
    await api.delete(await api.create(podDraft('slow', other, { node })))
    await api.delete(space(other))
    await using terminal = openTerminal(['namespace', other])
    await terminal.sees(`Type "${other}" to confirm`)
    terminal.type(`${other}${ENTER}`)
    await terminal.sees('waiting for the namespace controller')
    terminal.type(CTRL_C)
    assert.is(await terminal.ended(), 130)
    assert.match(terminal.text, 'interrupted: 1 done')
    assert.is(await api.get(one), undefined)
  } finally {
    await api.delete(node)
  }
})

test('an operator that works on it: ControllerAlive, both ways', async () => {
  const [place, home, buckets] = [await namespace(), await namespace(), await crd({ kind: 'Bucket' })]
  await installOperator({ type: buckets, namespace: home, name: 'acme', state: 'running' })
  const one = await stuckObject(buckets, place, 'one')
  await api.delete(space(place))
  await emptied(place, [one.metadata.name])
  await isRefused(place, 'ControllerAlive', ['--override=NamespaceNotEmpty,RepairFirst', SOON])
  await isRefused(place, 'NamespaceNotEmpty', ['--override=ControllerAlive', SOON])
  const answer = await ended([place, '--override=ControllerAlive,NamespaceNotEmpty', SOON])
  assert.equal([answer.code, ...told(answer)], [0, `FinalizeNamespace ${place} done`])
  assert.equal((await api.get(one))!.metadata.finalizers, one.metadata.finalizers)
})

test('an operator that was scaled to zero: RepairFirst, with its repair', async () => {
  const [place, home, buckets] = [await namespace(), await namespace(), await crd({ kind: 'Bucket' })]
  await installOperator({ type: buckets, namespace: home, name: 'acme', state: 'scaledDown' })
  const one = await stuckObject(buckets, place, 'one')
  await api.delete(space(place))
  await emptied(place, [one.metadata.name])
  const refused = await isRefused(place, 'RepairFirst', ['--override=NamespaceNotEmpty'])
  assert.match(refused.steps[0]!.message!, `kubectl scale deployment/acme -n ${home} --replicas=1`)
  const answer = await ended([place, '--override=RepairFirst,NamespaceNotEmpty'])
  assert.equal([answer.code, ...told(answer)], [0, `FinalizeNamespace ${place} done`])
})

test('a webhook that rejects the /finalize itself: WouldBeRejected, which nothing passes', async () => {
  const place = await ending(['kept'])
  const rules = [{ apiGroups: [''], apiVersions: ['*'], resources: ['namespaces/finalize'], operations: ['UPDATE'] }]
  const namespaceSelector = { matchLabels: { 'kubernetes.io/metadata.name': place } }
  const clientConfig = { service: { namespace: 'default', name: 'nosuch' }, caBundle: undefined }
  await using hook = await webhookConfiguration('', { clientConfig, rest: { rules, namespaceSelector } })
  const rejected = async () => {
    const now = await api.get(space(place))
    const { status } = await api.raw('PUT', `/api/v1/namespaces/${place}/finalize?dryRun=All`, now)
    // A 409 is no answer of the webhook: the namespace controller wrote meanwhile.
    return status === 500 ? true : undefined
  }
  await until(rejected, { what: 'the webhook to be asked', deadlineSeconds: 60 })
  const unaided = EVERY_OVERRIDE.replace('ControllerUnknown,', '')
  const refused = await isRefused(place, 'WouldBeRejected', [unaided])
  assert.match(refused.steps[0]!.message!, hook.webhook)
  await letGo(place, ['kept'])
})

test.run()
