import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { isOfServer } from '../../src/diagnosis/controller/holders.ts'

const test = suite("roles of the server's own parts")

const role = (name: string, groups: readonly string[], labels?: Readonly<Record<string, string>>) =>
  isOfServer({
    ...{ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole' },
    metadata: { name, uid: name, ...(labels && { labels }) },
    rules: [{ apiGroups: [...groups], resources: ['*'], verbs: ['*'] }],
  })

test("are called system:, and name no types of a product, which are then its controller's (kubeovn/kube-ovn#4898)", () => {
  assert.is(role('system:ovn', ['', 'kubeovn.io']), false)
  assert.is(role('system:controller:glbc', ['', 'networking.k8s.io']), true)
  assert.is(role('system:all', ['*']), true)
  assert.is(role('ovn', ['']), false)
})

test('include those that the server makes itself, whatever they name', () => {
  const labels = { 'kubernetes.io/bootstrapping': 'rbac-defaults' }
  assert.is(role('system:controller:horizontal-pod-autoscaler', ['custom.metrics.k8s.io'], labels), true)
})

test.run()
