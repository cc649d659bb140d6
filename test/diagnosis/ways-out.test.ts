import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { isNamed, mentions, namedWorkloads } from '../../src/diagnosis/catalogue/named-workload.ts'
import { knownOutside, outsideOf } from '../../src/diagnosis/catalogue/outside.ts'
import { shippedCatalogue } from '../../src/diagnosis/catalogue/shipped.ts'
import { waysOut } from '../../src/diagnosis/catalogue/ways-out.ts'
import { FactBook } from '../../src/diagnosis/facts.ts'

const test = suite('what the catalogue knows of workloads, places and ways out')

const catalogue = shippedCatalogue()
const namesOf = (finalizer: string, resource: string) => namedWorkloads(catalogue.find(finalizer, resource), resource)

test('a workload is named only where the entry is of the kind and gives names, not words', () => {
  assert.equal(namesOf('ingress.k8s.aws/resources', 'ingresses.networking.k8s.io'), ['aws-load-balancer-controller'])
  assert.equal(namesOf('longhorn.io', 'volumes.longhorn.io'), ['longhorn-manager'])
  assert.equal(namesOf('finalizers.fluxcd.io', 'gitrepositories.source.toolkit.fluxcd.io'), ['source-controller'])
  assert.equal(namesOf('ingress.k8s.aws/resources', 'pods'), [])
  assert.equal(namesOf('kopf.zalando.org/KopfFinalizerMarker', 'namespaces'), [])
  assert.equal(namesOf('service.kubernetes.io/load-balancer-cleanup', 'services'), [])
  assert.equal(namesOf('nobody.example.com/knows', 'pods'), [])
})

test('a name counts alone or behind that of a release, and is mentioned anywhere between hyphens', () => {
  const known = ['source-controller']
  assert.equal(
    ['source-controller', 'flux-source-controller', 'source-controller-x7', 'resource-controller'].map(name => [
      isNamed(name, known),
      mentions(name, known),
    ]),
    [
      [true, true],
      [true, true],
      [false, true],
      [false, false],
    ],
  )
})

test('every way out that sets nothing has commands, none with a place to fill in, and each has its source', () => {
  const all = new Set(
    catalogue.all().flatMap(({ finalizer, kinds }) => kinds.flatMap(kind => waysOut(finalizer, kind))),
  )
  assert.ok(all.size > 5)
  for (const way of all) {
    assert.ok(way.set !== undefined || (way.commands ?? []).length > 0, way.project)
    assert.not(
      (way.commands ?? []).some(command => /[<{$]/.test(command)),
      way.project,
    )
    assert.ok(way.source !== '' && way.summary !== '')
  }
})

test('entries of the catalogue say where their controller runs, those of one provider only are asked of the cluster', () => {
  assert.is(catalogue.find('wrangler.cattle.io/on-helm-chart-remove')?.controller.outside?.runs, 'server')
  assert.is(catalogue.find('cert-manager.io/x')?.controller.outside, undefined)
  assert.is(knownOutside('karpenter.sh/termination', ['core/Node']), undefined)
  const facts = new FactBook({ now: new Date(), types: [], unknownGroups: new Set() }, new Map())
  assert.is(outsideOf('karpenter.sh/termination', 'nodes', facts), 'pending')
  assert.is(facts.missing.size, 1)
  const hidden = new FactBook({ now: new Date(), types: [], unknownGroups: new Set(['eks.amazonaws.com']) }, new Map())
  assert.is((outsideOf('karpenter.sh/termination', 'nodes', hidden) as { runs: string }).runs, 'elsewhere')
})

test.run()
