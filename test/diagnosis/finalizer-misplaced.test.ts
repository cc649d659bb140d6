import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { isMisplacedName } from '../../src/api/builtin-finalizers.ts'
import { customResource } from '../../src/sandbox/incidents/parts/custom-resource.ts'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { explained } from './explained.ts'
import { configMap, deleted } from './stuck-objects.ts'
import { clusterOfThings } from './things.ts'
import { GROUP } from './webhook-configuration.ts'

const test = suite("Kubernetes' own finalizers where they do not belong")

test('are known by the exact name and the type on which Kubernetes looks for it', () => {
  for (const [name, resource, misplaced] of [
    ['kubernetes', 'configmaps', true],
    ['kubernetes', 'namespaces', true],
    ['kubernetes.io/pvc-protection', 'pods', true],
    ['kubernetes.io/pvc-protection', 'persistentvolumeclaims', false],
    ['customresourcecleanup.apiextensions.k8s.io', 'things.example.com', true],
    ['foregroundDeletion', 'things.example.com', false],
    ['orphan', 'configmaps', false],
    ['foregrounddeletion', 'things.example.com', true],
    ['kubernetes.io/foregroundDeletion', 'configmaps', true],
    ['orphanDependents', 'things.example.com', true],
    ['example.com/orphan', 'configmaps', false],
    ['example.com/delete-protection', 'configmaps', false],
    ['delete-protection', 'things.example.com', false],
  ] as const) {
    assert.is(isMisplacedName(name, resource), misplaced, `${name} on ${resource}`)
  }
})

/** A ConfigMap that was deleted with this finalizer, written by `manager`. */
async function told(finalizer: string, manager: string) {
  const sandbox = createSandbox({ clock: manualClock() })
  namespace(sandbox, 'shop')
  const fieldsV1 = { 'f:metadata': { 'f:finalizers': { [`v:${JSON.stringify(finalizer)}`]: {} } } }
  const managedFields = [{ manager, operation: 'Update' as const, apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1 }]
  configMap(sandbox, 'shop', 'held', { ...deleted(sandbox, 600, finalizer), managedFields })
  return (await explained(sandbox)).causes
}

test('hold an object that nobody frees: FinalizerUnhandled, stuck, with the removal by name', async () => {
  const [cause, ...more] = await told('kubernetes', 'kubectl-create')
  assert.equal(
    [more.length, cause!.code, cause!.verdict, cause!.subject.name],
    [0, 'FinalizerUnhandled', 'stuck', 'held'],
  )
  const commands = cause!.remedies.flatMap(remedy => remedy.commands)
  assert.equal(commands, ['kubectl finalize remove configmaps/held -n shop --finalizer kubernetes'])
})

test('are left to a program that put them there by its own name', async () => {
  const causes = await told('kubernetes.io/pvc-protection', 'acme-storage-operator')
  assert.not.ok(causes.some(({ code }) => code === 'FinalizerUnhandled'))
  assert.ok(causes.length > 0)
})

test('are finalizers of an operator of their own where one that only looks alike is on a custom resource', async () => {
  for (const [manager, misplaced] of [
    ['manager', false],
    ['node-feature-discovery-operator', false],
    ['kubectl-create', true],
    ['unknown', true],
    ['node-fetch', true],
  ] as const) {
    const sandbox = clusterOfThings()
    const finalizers = ['foreground-deletion']
    const of = { apiVersion: `${GROUP}/v1`, kind: 'Thing', namespace: 'customers', name: 'a' }
    customResource(sandbox, { ...of, manager, finalizers, deleted: 600 })
    const { causes } = await explained(sandbox)
    assert.is(causes[0]!.code === 'FinalizerUnhandled', misplaced, manager)
  }
})

test('hold a Namespace by its spec, where Kubernetes looks for no other than `kubernetes`', async () => {
  const sandbox = createSandbox({ clock: manualClock() })
  const metadata = { name: 'shop', ...deleted(sandbox, 600), finalizers: [] }
  const [phase, conditions] = ['Terminating', []]
  const spec = { finalizers: ['foregroundDeletion'] }
  sandbox.put({ apiVersion: 'v1', kind: 'Namespace', metadata, spec, status: { phase, conditions } })
  const [cause, ...more] = (await explained(sandbox)).causes
  assert.equal([more.length, cause!.code, cause!.verdict], [0, 'FinalizerUnhandled', 'stuck'])
  assert.match(cause!.summary, 'spec.finalizers of a Namespace')
})

test.run()
