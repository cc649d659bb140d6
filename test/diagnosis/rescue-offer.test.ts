import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Cause, Remedy } from '../../src/diagnosis/explanation.ts'
import type { Facts } from '../../src/diagnosis/facts.ts'
import { withRescue } from '../../src/diagnosis/rescue-offer.ts'
import type { DirectlyHeld, StuckObject } from '../../src/diagnosis/stuck-object.ts'

const test = suite('the offer of a rescue')

const remedy = (kind: Remedy['kind']): Remedy => ({ kind, summary: kind, commands: [], risk: 'none', leaks: [] })

function held(resource: string, name: string, namespace?: string): DirectlyHeld {
  const ref = { apiVersion: 'v1', kind: 'Kind', resource, name, uid: name, ...(namespace && { namespace }) }
  const meta = { name, uid: name, deletionTimestamp: '2026-01-15T11:00:00Z' }
  const type = {
    group: '',
    version: 'v1',
    plural: resource,
    kind: 'Kind',
    singular: '',
    shortNames: [],
    categories: [],
  }
  return { ref, meta, type: { ...type, namespaced: namespace !== undefined, verbs: [] }, finalizers: [], owners: [] }
}

/** What is remembered is remembered by the facts of a look. */
const lookAt = (going: readonly StuckObject[]) => ({
  facts: {} as Facts,
  terminating: new Map(going.map(each => [each.ref.uid, each])),
})
const ALONE = lookAt([])
const STUCK = { code: 'VolumeInUse', verdict: 'stuck' } as const
const kinds = (remedies: readonly Remedy[]) => remedies.map(({ kind }) => kind)

test('stands after every repair and before the removal, with the plan of a rescue', () => {
  const all = [remedy('repair'), remedy('remove')]
  const offered = withRescue(all, [held('persistentvolumeclaims', 'data', 'shop')], STUCK, ALONE)
  assert.equal(kinds(offered), ['repair', 'inspect', 'remove'])
  assert.equal(offered[1]!.commands, ['kubectl finalize rescue persistentvolumeclaims/data -n shop --dry-run=client'])
  assert.equal(kinds(withRescue([remedy('repair')], [held('persistentvolumes', 'pv')], STUCK, ALONE)), [
    'repair',
    'inspect',
  ])
})

test('is not made of what holds no data, of what goes by itself, and where nothing could bind a claim again', () => {
  const all = [remedy('repair')]
  const claim = [held('persistentvolumeclaims', 'data', 'shop')]
  assert.equal(withRescue(all, [held('configmaps', 'x', 'shop')], STUCK, ALONE), all)
  const others: readonly Pick<Cause, 'code' | 'verdict'>[] = [
    { code: 'CleanupInProgress', verdict: 'progressing' },
    { code: 'ControllerManagerDown', verdict: 'stuck' },
  ]
  for (const cause of others) assert.equal(withRescue(all, claim, cause, ALONE), all)
  const { deletionTimestamp: _, ...meta } = claim[0]!.meta
  assert.equal(withRescue(all, [{ ...claim[0]!, meta }], STUCK, ALONE), all)
})

test('is made of a custom resource whose CRD goes with it, by the name of the CRD', () => {
  const instance = held('widgets.example.com', 'a', 'shop')
  const custom = { ...instance, type: { ...instance.type, group: 'example.com', plural: 'widgets' } }
  const going = lookAt([held('customresourcedefinitions.apiextensions.k8s.io', 'widgets.example.com')])
  const cause = { code: 'ControllerUnknown', verdict: 'unknown' } as const
  const [, offered] = withRescue([remedy('repair')], [custom], cause, going)
  assert.match(offered!.commands[0]!, 'customresourcedefinitions.apiextensions.k8s.io/widgets.example.com')
  assert.equal(kinds(withRescue([remedy('repair')], [custom], cause, lookAt([]))), ['repair'])
})

const leaking: Remedy = { ...remedy('remove'), leaks: ['b-17 (status.bucket)'] }
const commandsOf = (direct: readonly DirectlyHeld[], going: readonly StuckObject[] = [], remove = leaking) =>
  withRescue([remove], direct, STUCK, lookAt(going))
    .filter(({ kind }) => kind === 'inspect')
    .flatMap(({ commands }) => commands)

function custom(name: string, owners: readonly StuckObject[] = [], isController = false): DirectlyHeld {
  const each = held('buckets.acme.io', name, 'shop')
  const own = owners.map(({ ref }) => ({ ref, controller: isController, blockOwnerDeletion: false, exists: true }))
  return { ...each, type: { ...each.type, group: 'acme.io' }, owners: own }
}

test('of a custom resource is made where a removal of its finalizer leaks something, and of nothing else', () => {
  const command = 'kubectl finalize rescue buckets.acme.io/logs -n shop --dry-run=client'
  assert.equal(commandsOf([custom('logs')]), [command])
  assert.equal(commandsOf([custom('logs')], [], { ...remedy('remove'), risk: 'high' }), [command])
  assert.equal(commandsOf([custom('logs')], [], remedy('remove')), [])
  assert.equal(withRescue([leaking], [custom('logs')], { code: 'NamespaceMissing', verdict: 'stuck' }, ALONE), [
    leaking,
  ])
})

test('names what would take the object along: its namespace, or the topmost owner that is going', () => {
  const top = custom('top')
  const middle = custom('middle', [top], true)
  const bottom = custom('bottom', [middle], true)
  const of = (name: string) => [`kubectl finalize rescue buckets.acme.io/${name} -n shop --dry-run=client`]
  assert.equal(commandsOf([bottom], [top, middle]), of('top'))
  assert.equal(commandsOf([bottom, middle, top], [top, middle]), of('top'))
  const space = held('namespaces', 'shop')
  assert.equal(commandsOf([bottom], [space]), ['kubectl finalize rescue namespaces/shop --dry-run=client'])
})

test('is not made of what its controller makes again, or what goes with a Pod', () => {
  const owner = custom('owner')
  assert.equal(commandsOf([custom('made', [owner], true)]), [])
  const pod = held('pods', 'db-0', 'shop')
  const owners = [{ ref: pod.ref, controller: true, blockOwnerDeletion: true, exists: true }]
  const claim = { ...held('persistentvolumeclaims', 'scratch', 'shop'), owners }
  assert.equal(commandsOf([claim], [pod]), [])
  assert.is(commandsOf([claim]).length, 1)
})

test('is made of whatever is left in a namespace that is going, by the name of the namespace', () => {
  const going = [held('namespaces', 'shop')]
  const offered = withRescue([remedy('repair')], [held('configmaps', 'x', 'shop')], STUCK, lookAt(going))
  assert.equal(offered.at(-1)!.commands, ['kubectl finalize rescue namespaces/shop --dry-run=client'])
  const pod = [held('pods', 'x', 'shop')]
  assert.equal(kinds(withRescue([remedy('repair')], pod, STUCK, lookAt(going))), ['repair'])
  const failing = { code: 'CleanupFailing', verdict: 'unknown' } as const
  assert.equal(kinds(withRescue([remedy('repair')], going as DirectlyHeld[], failing, lookAt(going))).at(-1), 'inspect')
})

test.run()
