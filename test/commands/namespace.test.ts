import { readdirSync, readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { parse } from 'yaml'
import { ApiFailure } from '../../src/api/failure.ts'
import type { Outcome } from '../../src/render/words/outcome.ts'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { HOUR } from '../../src/sandbox/incidents/parts/time.ts'
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { temporaryFolder } from '../cluster/temporary-folder.ts'
import { configMap, deleted, lease } from '../diagnosis/stuck-objects.ts'
import { statusResponse } from '../sandbox/fault-answers.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { run, type Setup, space, told } from './namespace-run.ts'

const test = suite('namespace')

const FINALIZE = '/api/v1/namespaces/shop/finalize'

/** A namespace that nobody ends: kube-controller-manager has been dead for an hour. */
function deadManager(metadata: object = {}, specFinalizers: readonly string[] = ['kubernetes']): Setup {
  const clock = manualClock()
  const sandbox = createSandbox({ clock })
  namespace(sandbox, 'shop', { deleted: HOUR })
  const known = sandbox.get('v1', 'Namespace', 'shop')!
  sandbox.put({
    ...known,
    metadata: { ...known.metadata, ...metadata },
    spec: { finalizers: specFinalizers },
  })
  sandbox.controllers.length = 0
  lease(sandbox, HOUR)
  return { sandbox, clock }
}

const isWrite = ({
  method,
  path,
  query,
}: {
  method: string
  path: string
  query?: Record<string, string> | undefined
}): boolean => method === 'PUT' && path === FINALIZE && query?.dryRun === undefined

test('that changed in what decides nothing is finalized as it is by then: the whole of it, without its entry', async () => {
  // A garbage collector that is down leaves this one on it.
  const collected = { finalizers: ['foregroundDeletion'] }
  const setup = deadManager({ labels: { team: 'a' }, annotations: { note: 'b' }, ...collected })
  const { sandbox } = setup
  let writes = 0
  sandbox.onRequest = request => {
    if (isWrite(request) && ++writes < 3) {
      const known = space(setup)!
      sandbox.put({ ...known, metadata: { ...known.metadata, labels: { team: 'a', late: String(writes) } } })
    }
    return undefined
  }
  const answer = await run(setup, ['--override=RepairFirst'])
  assert.equal([answer.code, writes, ...told(answer)], [0, 3, 'FinalizeNamespace shop done'])
  const { metadata, spec } = space(setup)!
  assert.equal(metadata.labels, { team: 'a', late: '2', 'kubernetes.io/metadata.name': 'shop' })
  assert.equal(metadata.annotations, { note: 'b' })
  assert.equal(
    [(spec as { finalizers?: string[] }).finalizers ?? [], metadata.finalizers],
    [[], ['foregroundDeletion']],
  )
  assert.match(answer.steps[0]!.message!, 'held by foregroundDeletion')
})

test('with another name in its spec loses that first, under the guards of its own finalizers, and then goes', async () => {
  const setup = deadManager({}, ['example.com/late', 'kubernetes'])
  const refused = await run(setup, ['--override=RepairFirst'])
  assert.equal([refused.code, ...told(refused)], [3, 'FinalizeNamespace shop refused ControllerUnknown'])
  assert.match(refused.steps[0]!.message!, 'its own finalizer example.com/late would hold it')
  assert.equal(space(setup)!.spec, { finalizers: ['example.com/late', 'kubernetes'] })
  const sent: unknown[] = []
  setup.sandbox.onRequest = request => {
    if (isWrite(request)) sent.push(JSON.parse(String(request.body)).spec.finalizers)
    return undefined
  }
  const answer = await run(setup, ['--override=RepairFirst,ControllerUnknown'])
  assert.equal([answer.code, ...told(answer)], [0, 'RemoveFinalizer shop done', 'FinalizeNamespace shop done'])
  assert.equal(sent, [['kubernetes'], []])
  assert.is(space(setup), undefined)
})

test('that only another name in its spec holds is told how that is removed, and goes with it where it is overridden', async () => {
  const setup = deadManager({}, ['openshift.io/origin'])
  const refused = await run(setup, ['--override=RepairFirst'])
  assert.equal([refused.code, ...told(refused)], [3, 'FinalizeNamespace shop skipped'])
  assert.match(refused.steps[0]!.message!, 'kubectl finalize remove namespaces/shop')
  const answer = await run(setup, ['--override=RepairFirst,ControllerUnknown'])
  assert.equal([answer.code, ...told(answer)], [0, 'RemoveFinalizer shop done', 'FinalizeNamespace shop gone'])
  assert.is(space(setup), undefined)
})

test('that waits for its own finalizer alone: /finalize would change nothing, and what would is told', async () => {
  const setup = deadManager({ finalizers: ['example.com/own'] }, [])
  const answer = await run(setup, ['--override=RepairFirst'])
  assert.equal([answer.code, ...told(answer)], [3, 'FinalizeNamespace shop skipped'])
  assert.match(answer.steps[0]!.message!, 'kubectl finalize remove namespaces/shop')
})

test('of dozens of objects: message short, every one of them in the step and in a file that is there before it is finalized', async () => {
  using folder = temporaryFolder()
  const setup = deadManager()
  const { sandbox } = setup
  const names = Array.from({ length: 25 }, (_, index) => `held-${index}`)
  for (const name of names) configMap(sandbox, 'shop', name, { finalizers: ['example.com/hold'] })
  const stranded = ({ steps }: Outcome) =>
    steps
      .at(-1)!
      .stranded?.map(({ name }) => name)
      .toSorted()
  const refused = await run(setup, ['--override=RepairFirst'])
  assert.equal(
    [...told(refused), stranded(refused)],
    ['FinalizeNamespace shop refused NamespaceNotEmpty', names.toSorted()],
  )
  assert.match(refused.steps[0]!.message!, 'and 17 more')
  const overrides = ['--override=RepairFirst,NamespaceNotEmpty']
  for (const more of ['--dry-run=client', '--dry-run=server']) {
    const planned = await run(setup, [...overrides, more])
    assert.equal([...told(planned), stranded(planned)], ['FinalizeNamespace shop planned', names.toSorted()])
  }
  let listed: readonly string[] = []
  sandbox.onRequest = request => {
    if (isWrite(request))
      listed = readdirSync(`${folder.path}/backups`).filter(name => name.endsWith('_stranded_shop.yaml'))
    return undefined
  }
  const answer = await run(setup, overrides, { backups: folder.path })
  assert.equal([...told(answer), stranded(answer)], ['FinalizeNamespace shop done', names.toSorted()])
  assert.equal(listed.length, 1)
  const list = parse(readFileSync(`${folder.path}/backups/${listed[0]}`, 'utf8'))
  assert.equal(list.items.map(({ ref }: { ref: { name: string } }) => ref.name).toSorted(), names.toSorted())
  assert.match(answer.shown, `list of what is left behind: ${folder.path}/backups/${listed[0]}`)
})

test('of which kubernetes was taken off before goes with its last finalizer, and its controller is given no part in it', async () => {
  const setup = deadManager({ finalizers: ['example.com/own'] }, [])
  lease(setup.sandbox, 0)
  for (const [more, result] of [
    [['--dry-run=client'], 'planned'],
    [[], 'done'],
  ] as const) {
    const answer = await run(setup, ['--override=ControllerUnknown', ...more])
    assert.is(told(answer)[0], `RemoveFinalizer shop ${result}`)
    const said = [answer.shown, ...answer.steps.map(({ message }) => message)].join('\n')
    assert.match(said, 'its last finalizer')
    assert.not.match(said, /controller end|controller is done/)
  }
  assert.is(space(setup), undefined)
})

test('with a finalizer of its own that nobody knows is not finalized and left standing: ControllerUnknown', async () => {
  const setup = deadManager({ finalizers: ['third.example.com/p'] })
  const early = await run(setup, [])
  assert.match(early.steps[0]!.message!, '--override RepairFirst,ControllerUnknown')
  const refused = await run(setup, ['--override=RepairFirst'])
  assert.equal([refused.code, ...told(refused)], [3, 'FinalizeNamespace shop refused ControllerUnknown'])
  assert.match(refused.steps[0]!.message!, 'its own finalizer third.example.com/p would hold it')
  assert.equal(space(setup)!.spec, { finalizers: ['kubernetes'] })
})

test('with a finalizer of its own that cannot be asked about is not judged as one that has none', async () => {
  const setup = deadManager({ finalizers: ['third.example.com/p'] })
  let reads = 0
  setup.sandbox.onRequest = ({ method, path }) =>
    method === 'GET' && path === '/api/v1/namespaces/shop' && ++reads > 2
      ? statusResponse(403, { reason: 'Forbidden', message: 'may not be read now' })
      : undefined
  const { code, steps } = await run(setup, [])
  assert.equal([code, steps.length, steps[0]!.result], [1, 1, 'failed'])
  assert.match(steps[0]!.message!, 'may not be read now')
})

test('whose own finalizer is overridden, or agreed to on a terminal, loses that first and then goes', async () => {
  for (const [args, asked] of [
    [['--override=RepairFirst,ControllerUnknown'], {}],
    [['--override=RepairFirst'], { typed: () => 'shop' }],
  ] as const) {
    const setup = deadManager({ finalizers: ['third.example.com/p'] })
    const answer = await run(setup, args, asked)
    assert.equal([answer.code, ...told(answer)], [0, 'RemoveFinalizer shop done', 'FinalizeNamespace shop done'])
    assert.is(space(setup), undefined)
  }
})

test('with foregroundDeletion, which no DELETE takes off before: finalized, and the way to take that off is told then', async () => {
  const setup = deadManager({ finalizers: ['foregroundDeletion'] })
  const forced = await run(setup, ['--override=RepairFirst'])
  assert.equal([forced.code, ...told(forced)], [0, 'FinalizeNamespace shop done'])
  assert.match(forced.shown, 'stays    foregroundDeletion, which still holds the namespace')
  assert.match(forced.steps[0]!.message!, 'still exists: held by foregroundDeletion')
  const again = await run(setup, ['--override=RepairFirst'])
  assert.match(again.steps[0]!.message!, 'kubectl finalize remove namespaces/shop')
})

test('whose own finalizer cannot be taken off after all is not finalized', async () => {
  const setup = deadManager({ finalizers: ['third.example.com/p'] })
  setup.sandbox.onRequest = ({ method, query }) =>
    method === 'PATCH' && query?.dryRun === undefined
      ? statusResponse(500, { reason: 'InternalError', message: 'no' })
      : undefined
  const answer = await run(setup, ['--override=RepairFirst'], { typed: () => 'shop' })
  assert.equal(told(answer), ['RemoveFinalizer shop failed', 'FinalizeNamespace shop skipped'])
  assert.equal(space(setup)!.spec, { finalizers: ['kubernetes'] })
})

test('that is refused because of what is in it: how to take that off comes before the override', async () => {
  const setup = deadManager()
  configMap(setup.sandbox, 'shop', 'kept', deleted(setup.sandbox, HOUR, 'example.com/hold'))
  const answer = await run(setup, ['--override=RepairFirst'])
  assert.equal([answer.code, ...told(answer)], [3, 'FinalizeNamespace shop refused NamespaceNotEmpty'])
  assert.match(answer.steps[0]!.message!, 'kubectl finalize remove -n shop --finalizer example.com/hold; or --override')
})

test('that is refused because of what nobody deleted in it: no removal is advised, which would refuse that', async () => {
  const setup = deadManager()
  configMap(setup.sandbox, 'shop', 'alive', { finalizers: ['example.com/alive'] })
  const alone = await run(setup, ['--override=RepairFirst'])
  assert.is(alone.steps[0]!.guard, 'NamespaceNotEmpty')
  assert.not.match(alone.steps[0]!.message!, 'kubectl finalize remove')
  configMap(setup.sandbox, 'shop', 'kept', deleted(setup.sandbox, HOUR, 'example.com/hold'))
  const both = await run(setup, ['--override=RepairFirst'])
  assert.match(both.steps[0]!.message!, 'kubectl finalize remove -n shop --finalizer example.com/hold; or')
})

test('what nobody knows goes with it where --override says so, and only then', async () => {
  const clock = manualClock()
  const sandbox = createSandbox({ clock })
  namespace(sandbox, 'shop', { deleted: HOUR })
  configMap(sandbox, 'shop', 'one', deleted(sandbox, HOUR, 'example.com/hold'))
  const refused = await run({ sandbox, clock }, [])
  assert.equal([refused.code, ...told(refused)], [3, 'FinalizeNamespace shop refused NamespaceNotEmpty'])
  const ways = /--override ControllerUnknown, which also removes those .*; or --override NamespaceNotEmpty/
  assert.match(refused.steps[0]!.message!, ways)
  const answer = await run({ sandbox, clock }, ['--override=ControllerUnknown'])
  assert.equal([answer.code, ...told(answer)], [0, 'RemoveFinalizer one done', 'FinalizeNamespace shop gone'])
  assert.is(space({ sandbox, clock }), undefined)
})

test('what nobody knows goes where somebody on a terminal agrees to it, and is not asked about where it may be stranded', async () => {
  for (const [args, steps] of [
    [[], ['RemoveFinalizer one done', 'FinalizeNamespace shop gone']],
    [['--override=NamespaceNotEmpty'], ['FinalizeNamespace shop done']],
  ] as const) {
    const clock = manualClock()
    const sandbox = createSandbox({ clock })
    namespace(sandbox, 'shop', { deleted: HOUR })
    configMap(sandbox, 'shop', 'one', deleted(sandbox, HOUR, 'example.com/hold'))
    const answer = await run({ sandbox, clock }, args, { typed: () => 'shop' })
    assert.equal([answer.code, ...told(answer)], [0, ...steps])
  }
})

test('that somebody writes all the time is left alone: Changed', async () => {
  const setup = deadManager()
  let writes = 0
  setup.sandbox.onRequest = request => {
    if (!isWrite(request)) return undefined
    writes++
    return statusResponse(409, { reason: 'Conflict', message: 'the object has been modified' })
  }
  const answer = await run(setup, ['--override=RepairFirst'])
  assert.equal([answer.code, writes, ...told(answer)], [3, 5, 'FinalizeNamespace shop changed Changed'])
  assert.equal(space(setup)!.spec, { finalizers: ['kubernetes'] })
})

test('that somebody writes before each dry run can be looked at is left alone: Changed', async () => {
  const setup = deadManager()
  let asked = 0
  setup.sandbox.onRequest = ({ method, path }) => {
    if (method !== 'PUT' || path !== FINALIZE) return undefined
    const { metadata, ...rest } = space(setup)!
    setup.sandbox.put({ ...rest, metadata: { ...metadata, labels: { written: String(++asked) } } })
    return undefined
  }
  const answer = await run(setup, ['--override=RepairFirst'])
  assert.equal([answer.code, asked, ...told(answer)], [3, 5, 'FinalizeNamespace shop changed Changed'])
  assert.equal(space(setup)!.spec, { finalizers: ['kubernetes'] })
})

test('in which something appears between show and write is not finalized: Changed', async () => {
  const setup = deadManager()
  const typed = () => {
    configMap(setup.sandbox, 'shop', 'late')
    return 'shop'
  }
  const answer = await run(setup, ['--override=RepairFirst,NamespaceNotEmpty'], { typed })
  assert.equal([answer.code, ...told(answer)], [3, 'FinalizeNamespace shop changed Changed'])
  assert.match(answer.steps[0]!.message!, 'configmaps/late')
  assert.equal(space(setup)!.spec, { finalizers: ['kubernetes'] })
})

test('of which a list fails between show and write is not finalized: IncompleteRead', async () => {
  const setup = deadManager()
  let asked = false
  setup.sandbox.onRequest = ({ path }) =>
    asked && path.endsWith('/secrets') ? statusResponse(403, { reason: 'Forbidden', message: 'no' }) : undefined
  const typed = () => {
    asked = true
    return 'shop'
  }
  const answer = await run(setup, ['--override=RepairFirst'], { typed })
  assert.equal([answer.code, ...told(answer)], [3, 'FinalizeNamespace shop refused IncompleteRead'])
})

test('of which a type may not be listed: IncompleteRead, both ways', async () => {
  const setup = deadManager()
  setup.sandbox.authorize = (_user, _verb, resource) => resource !== 'secrets'
  const refused = await run(setup, ['--override=RepairFirst'])
  assert.equal([refused.code, ...told(refused)], [3, 'FinalizeNamespace shop refused IncompleteRead'])
  assert.match(refused.steps[0]!.message!, 'secrets (Forbidden)')
  const done = await run(setup, ['--override=RepairFirst,IncompleteRead'])
  assert.equal([done.code, ...told(done)], [0, 'FinalizeNamespace shop done'])
  assert.is(space(setup), undefined)
})

test('that is held by several things: all in the message, the first as guard', async () => {
  const setup = deadManager()
  configMap(setup.sandbox, 'shop', 'kept')
  setup.sandbox.authorize = (_user, _verb, resource) => resource !== 'secrets'
  const answer = await run(setup, [])
  assert.is(answer.steps[0]!.guard, 'RepairFirst')
  assert.match(answer.steps[0]!.message!, '--override RepairFirst,IncompleteRead,NamespaceNotEmpty')
})

test('whose end nobody heard of is looked at, and not ended twice', async () => {
  const setup = deadManager()
  const { sandbox } = setup
  let writes = 0
  const lose: NonNullable<Sandbox['onRequest']> = async request => {
    if (!isWrite(request)) return undefined
    writes++
    sandbox.onRequest = undefined
    await sandbox.handle(request)
    sandbox.onRequest = lose
    throw new ApiFailure({ kind: 'cut', message: 'the connection broke' })
  }
  sandbox.onRequest = lose
  const answer = await run(setup, ['--override=RepairFirst'])
  assert.equal([answer.code, writes, ...told(answer)], [0, 1, 'FinalizeNamespace shop done'])
})

test('is not finalized where no backup can be kept', async () => {
  using folder = temporaryFolder()
  const setup = deadManager()
  const backups = folder.write('file', 'no folder')
  const failed = await run(setup, ['--override=RepairFirst'], { backups })
  assert.is(failed.code, 1)
  assert.match(failed.shown, 'nothing is changed')
  assert.equal(space(setup)!.spec, { finalizers: ['kubernetes'] })
})

test('that was just deleted, and is at work: waited for, and not bypassed unless it is said', async () => {
  const young = (): Setup => {
    const clock = manualClock()
    const sandbox = createSandbox({ clock })
    namespace(sandbox, 'shop', { deleted: 1 })
    return { sandbox, clock }
  }
  const hurried = young()
  const refused = await run(hurried, ['--wait=false'])
  assert.equal([refused.code, ...told(refused)], [3, 'FinalizeNamespace shop refused ControllerAlive'])
  const forced = await run(hurried, ['--wait=false', '--override=ControllerAlive'])
  assert.equal([forced.code, ...told(forced)], [0, 'FinalizeNamespace shop done'])
  const patient = await run(young(), [])
  assert.equal([patient.code, ...told(patient)], [0, 'FinalizeNamespace shop gone'])
})

test('that was just deleted: what remains, or could not be read, decides before the controller that works', async () => {
  const young = (): Setup => {
    const clock = manualClock()
    const sandbox = createSandbox({ clock })
    namespace(sandbox, 'shop', { deleted: 1 })
    return { sandbox, clock }
  }
  const full = young()
  configMap(full.sandbox, 'shop', 'left')
  const left = await run(full, ['--wait=false'])
  assert.equal([left.code, ...told(left)], [3, 'FinalizeNamespace shop refused NamespaceNotEmpty'])
  // Its controller has still to delete it: to strand what the next run would remove is not offered.
  assert.match(left.steps[0]!.message!, 'kubectl finalize namespace shop')
  assert.not.match(left.steps[0]!.message!, '--override')
  const hidden = young()
  hidden.sandbox.authorize = (_user, _verb, resource) => resource !== 'secrets'
  const unread = await run(hidden, ['--wait=false'])
  assert.equal([unread.code, ...told(unread)], [3, 'FinalizeNamespace shop refused IncompleteRead'])
})

test('a wrong name cancels, and giving up is an interruption', async () => {
  for (const [word, code] of [
    ['shops', 3],
    ['', 3],
    [undefined, 130],
  ] as const) {
    const setup = deadManager()
    const answer = await run(setup, ['--override=RepairFirst'], { typed: () => word })
    assert.equal([answer.code, answer.complete], [code, false])
    assert.equal(space(setup)!.spec, { finalizers: ['kubernetes'] })
  }
})

test('of the same name that was created and deleted since the first look is another, and loses nothing', async () => {
  const clock = manualClock()
  const sandbox = createSandbox({ clock })
  namespace(sandbox, 'shop', { deleted: HOUR })
  const hold = (name: string) =>
    sandbox.put({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name, namespace: 'shop', uid: name, ...deleted(sandbox, HOUR, 'example.com/hold') },
    })
  hold('old')
  // What is held by it once it is deleted makes another look necessary.
  const { deletionTimestamp: _, ...live } = hold('late').metadata
  sandbox.put({ apiVersion: 'v1', kind: 'ConfigMap', metadata: live })
  let [isRemoved, isSwapped] = [false, false]
  sandbox.onRequest = ({ method, path, query }) => {
    isRemoved ||= method === 'PATCH' && query?.dryRun === undefined
    if (isRemoved && !isSwapped && path === '/apis') {
      isSwapped = true
      const { metadata, ...rest } = space({ sandbox, clock })!
      sandbox.put({ ...rest, metadata: { ...metadata, uid: 'another' } })
      hold('new')
    }
    return undefined
  }
  const answer = await run({ sandbox, clock }, ['--override=ControllerUnknown,RepairFirst', '--timeout=60s'])
  assert.ok(isSwapped)
  assert.equal(sandbox.get('v1', 'ConfigMap', 'new', 'shop')?.metadata.finalizers, ['example.com/hold'])
  assert.is(told(answer).at(-1), 'FinalizeNamespace shop gone')
})

test.run()
