import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { isTelling, programsThatWrote, writerOf, writerOfFinalizer } from '../../src/diagnosis/managers.ts'

const test = suite('managers')

function meta(...managedFields: object[]) {
  return { name: 'x', uid: 'u', managedFields }
}

const finalizer = { 'f:metadata': { 'f:finalizers': { '.': {}, 'v:"example.com/x"': {} } } }

test('the manager whose entry holds the finalizer wrote it', () => {
  const object = meta(
    { manager: 'kubectl', time: '2026-01-01T00:00:00Z', fieldsV1: { 'f:spec': {} } },
    { manager: 'bucket-operator', time: '2026-01-02T00:00:00Z', fieldsV1: finalizer },
  )
  const written = { manager: 'bucket-operator', time: '2026-01-02T00:00:00Z', applied: false }
  assert.equal(writerOfFinalizer(object, 'example.com/x'), written)
  assert.is(writerOfFinalizer(object, 'example.com/y'), undefined)
})

test('programs that wrote are told from people, pipelines and Kubernetes, and who reports in the status is known', () => {
  const time = '2026-01-03T00:00:00Z'
  const object = meta(
    { manager: 'bucket-operator', time, subresource: 'status', fieldsV1: {} },
    { manager: 'argocd-application-controller', time, fieldsV1: { 'f:status': {} } },
    { manager: 'argocd-controller', time, fieldsV1: { 'f:spec': {} } },
    { manager: 'kubectl-edit', time, fieldsV1: { 'f:status': {} } },
    { manager: 'oc', time, fieldsV1: { 'f:spec': {} } },
    { manager: 'kube-controller-manager', time, subresource: 'status', fieldsV1: {} },
    { manager: 'manager', time, fieldsV1: { 'f:spec': {} } },
    { manager: 'undated', fieldsV1: { 'f:spec': {} } },
  )
  assert.equal(
    programsThatWrote(object).map(({ manager, reports }) => [manager, reports]),
    [
      ['bucket-operator', true],
      ['argocd-application-controller', true],
      ['manager', false],
    ],
  )
})

test('who wrote a part of the status is found by its path, in a list with keys or as one whole', () => {
  const fields = { 'f:status': { 'f:conditions': { 'k:{"type":"Ready"}': {} } } }
  const object = meta({ manager: 'bucket-operator', subresource: 'status', fieldsV1: fields })
  const ofCondition = (type: string) => ['f:status', 'f:conditions', `k:${JSON.stringify({ type })}`]
  assert.is(writerOf(object, ofCondition('Ready'))!.manager, 'bucket-operator')
  assert.is(writerOf(object, ofCondition('Synced')), undefined)
  const atomic = meta({
    manager: 'lake',
    fieldsV1: { 'f:status': { 'f:conditions': {}, 'f:error': { 'f:message': {} } } },
  })
  assert.is(writerOf(atomic, ofCondition('Synced'))!.manager, 'lake')
  assert.is(writerOf(atomic, ['f:status', 'f:error'])!.manager, 'lake')
  assert.is(writerOf(atomic, ['f:status', 'f:phase']), undefined)
})

test('entries without fields, without metadata or of odd shape tell nothing and break nothing', () => {
  const object = meta(
    {},
    { manager: 'a' },
    { manager: 'b', fieldsV1: { 'f:metadata': 'x' } },
    { manager: 'c', fieldsV1: null },
  )
  assert.is(writerOfFinalizer(object as never, 'example.com/x'), undefined)
  assert.is(writerOfFinalizer({ name: 'x', uid: 'u' }, 'example.com/x'), undefined)
})

test('names of tools do not tell who it is', () => {
  for (const tool of ['kubectl', 'kubectl-edit', 'manager', 'Go-http-client', 'helm']) assert.not(isTelling(tool), tool)
  for (const tool of ['Terraform', 'terraform-provider-kubernetes_v2.38.0_x5', 'pulumi-kubernetes'])
    assert.not(isTelling(tool), tool)
  for (const program of ['bucket-operator', 'terraform-operator', 'pulumi-kubernetes-operator'])
    assert.ok(isTelling(program), program)
})

test.run()
