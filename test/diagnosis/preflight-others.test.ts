import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { customResource } from '../../src/sandbox/incidents/parts/custom-resource.ts'
import { operator } from '../../src/sandbox/incidents/parts/operator.ts'
import { deployment } from '../../src/sandbox/incidents/parts/workload.ts'
import type { Sandbox } from '../../src/sandbox/sandbox.ts'
import { preflown } from './preflown.ts'
import { clusterOfThings } from './things.ts'
import { GROUP } from './webhook-configuration.ts'

const test = suite('what a deletion comes to and belongs to others')

const CRD = `crd/things.${GROUP}`

interface Marks {
  readonly labels?: Readonly<Record<string, string>>
  readonly annotations?: Readonly<Record<string, string>>
}

/** A Thing that is not held, with these marks. */
function thingWith(sandbox: Sandbox, name: string, marks: Marks, namespace = 'customers'): void {
  const own = { apiVersion: `${GROUP}/v1`, kind: 'Thing', namespace, name, manager: 'tenancy', finalizers: [] }
  const made = customResource(sandbox, own)
  sandbox.put({ ...made, metadata: { ...made.metadata, ...marks } })
}

function markDefinition(sandbox: Sandbox, marks: Marks): void {
  const made = sandbox.get('apiextensions.k8s.io/v1', 'CustomResourceDefinition', `things.${GROUP}`)!
  sandbox.put({ ...made, metadata: { ...made.metadata, ...marks } })
}

const helm = (name: string, namespace: string) => ({
  annotations: { 'meta.helm.sh/release-name': name, 'meta.helm.sh/release-namespace': namespace },
})

async function othersFor(sandbox: Sandbox, targets: readonly string[], namespace?: string): Promise<readonly string[]> {
  const { others } = await preflown(sandbox, targets, { ...(namespace !== undefined && { namespace }) })
  return others
    .map(({ ref, of, by }) => `${ref.name} ${by.is === 'Install' ? 'Install' : by.text} of ${of.name}`)
    .toSorted()
}

test('an instance of another release or Kustomization goes with a CRD, unless its release or itself is named', async () => {
  const sandbox = clusterOfThings()
  markDefinition(sandbox, helm('tenancy', 'tenancy-system'))
  thingWith(sandbox, 'plain', {})
  thingWith(sandbox, 'own', helm('tenancy', 'tenancy-system'))
  thingWith(sandbox, 'shop', helm('shop', 'customers'))
  const flux = { 'kustomize.toolkit.fluxcd.io/name': 'apps', 'kustomize.toolkit.fluxcd.io/namespace': 'flux-system' }
  thingWith(sandbox, 'synced', { labels: flux })
  const team = { 'app.kubernetes.io/instance': 'blue', 'app.kubernetes.io/managed-by': 'blue-operator' }
  thingWith(sandbox, 'blue', { labels: team })
  const ofCrd = `of things.${GROUP}`
  assert.equal(await othersFor(sandbox, [CRD]), [
    `blue instance blue ${ofCrd}`,
    `shop Helm release customers/shop ${ofCrd}`,
    `synced Flux Kustomization flux-system/apps ${ofCrd}`,
  ])
  assert.equal(await othersFor(sandbox, [CRD, 'thing/shop', 'thing/blue', 'thing/synced']), [])
})

test('what is in a namespace goes with it, except of a release that is kept elsewhere', async () => {
  const sandbox = clusterOfThings()
  const make = (name: string, marks: Marks): unknown =>
    sandbox.put({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'customers', ...marks } })
  make('here', helm('shop', 'customers'))
  make('elsewhere', helm('platform', 'platform'))
  make('tracked', { annotations: { 'argocd.argoproj.io/tracking-id': 'shop:/ConfigMap:customers/tracked' } })
  make('app', { labels: { 'app.kubernetes.io/instance': 'x', 'app.kubernetes.io/managed-by': 'y' } })
  assert.equal(await othersFor(sandbox, ['ns/customers']), ['elsewhere Helm release platform/platform of customers'])
})

test('a CRD of another release than the rest is told, and one of the same release or without marks is not', async () => {
  const sandbox = clusterOfThings()
  operator(sandbox, { name: 'tenancy', group: GROUP, plural: 'things' })
  const role = 'clusterrole/tenancy-manager'
  assert.equal(await othersFor(sandbox, [CRD, role]), [])
  markDefinition(sandbox, helm('tenancy', 'tenancy-system'))
  assert.equal(await othersFor(sandbox, [CRD, role]), [])
  markDefinition(sandbox, helm('other', 'other-system'))
  const crd = `things.${GROUP}`
  assert.equal(await othersFor(sandbox, [CRD, role]), [`${crd} Helm release other-system/other of ${crd}`])
  assert.equal(await othersFor(sandbox, [CRD]), [])
})

test('a second install of the operator is told with the CRD, and not one that has no right to it', async () => {
  const sandbox = clusterOfThings()
  operator(sandbox, { name: 'tenancy', group: GROUP, plural: 'things' })
  operator(sandbox, { name: 'second', group: GROUP, plural: 'things' })
  const image = 'registry.example.com/tenancy:2.0.0'
  deployment(sandbox, 'second-system', 'second', { image, serviceAccount: 'second' })
  deployment(sandbox, 'customers', 'copy', { image })
  assert.equal(await othersFor(sandbox, [CRD, 'ns/tenancy-system']), [`second Install of things.${GROUP}`])
  assert.equal(await othersFor(sandbox, ['ns/tenancy-system']), [])
  assert.equal(await othersFor(sandbox, [CRD, 'ns/tenancy-system', 'ns/second-system']), [])
})

test.run()
