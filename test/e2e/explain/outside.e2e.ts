import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ownRemedies } from '../../diagnosis/own-remedies.ts'
import { isRefused, isRemoved } from '../remove/removed.ts'
import type { Thing } from '../rig/api.ts'
import { createNode } from '../rig/node.ts'
import { api, crd, kubectlAvailable, namespace, unique } from '../rig/rig.ts'
import { carryOut } from './carry-out.ts'
import { explained } from './explained-e2e.ts'
import { installOperator, leaveAccount, stuckObject, writtenBefore } from './operator.ts'

const test = suite('explain of controllers that are no Pods of the cluster')
// The printed commands are carried out with the stock kubectl.
const withKubectl = kubectlAvailable() ? test : test.skip

/** Shows that it is unknown, told where its controller runs, and refused to be removed; then its controller comes (fake). */
async function isElsewhere(thing: Thing, resource: string, finalizer: string, words: RegExp): Promise<void> {
  const { name, namespace: place, uid } = thing.metadata
  const where = place === undefined ? [] : ['-n', place]
  const answer = await explained(place === undefined ? [`${resource}/${name}`] : where)
  const causes = answer.causesOf(thing.kind, name).filter(each => each.finalizer === finalizer)
  assert.equal(
    causes.map(({ code, verdict }) => [code, verdict]),
    [['ControllerUnknown', 'unknown']],
  )
  const [cause] = causes
  assert.match(cause!.summary, words)
  assert.ok(cause!.blocks.some(each => each.uid === uid))
  assert.equal(
    ownRemedies(cause!).map(({ kind }) => kind),
    ['inspect', 'remove'],
  )
  assert.match(ownRemedies(cause!)[1]!.commands[0]!, '--override ControllerUnknown')
  await isRefused(thing, 'ControllerUnknown', [`${resource}/${name}`, ...where, '--finalizer', finalizer])
  await api.patch(thing, { metadata: { finalizers: null } })
  await api.waitGone(thing)
}

test('a chart of the helm-controller inside the k3s server, whatever role is left of it', async () => {
  const place = await namespace()
  const charts = await crd({ group: 'helm.cattle.io', kind: 'HelmChart' })
  const finalizer = 'wrangler.cattle.io/on-helm-chart-remove'
  const server = await createNode('True', { annotations: { 'k3s.io/node-args': '["server"]' } })
  const chart = await stuckObject(charts, place, 'traefik', { finalizer, manager: 'helm-controller' })
  await isElsewhere(chart, charts.resource, finalizer, /k3s or rke2 server/)
  await api.delete(server)
})

test('an object of a hosted control plane, with an account of this cluster that is used from there', async () => {
  const place = await namespace()
  const machines = await crd({ group: 'machine.sapcloud.io', kind: 'Machine' })
  await leaveAccount(machines, { manager: 'machine-controller-manager' })
  const finalizer = 'machine.sapcloud.io/machine-controller'
  const machine = await stuckObject(machines, place, 'node-1', { finalizer, manager: 'machine-controller' })
  await isElsewhere(machine, machines.resource, finalizer, /seed/)
})

test('a node interface of the control plane of EKS, beside a workload that may change it too', async () => {
  const interfaces = await crd({ group: 'vpcresources.k8s.aws', kind: 'CNINode' })
  const place = await namespace()
  // Fake: the DaemonSet of the network plugin, by one Pod that is ready.
  await installOperator({ type: interfaces, namespace: await namespace(), name: unique('aws-node'), state: 'running' })
  const finalizer = 'networking.k8s.aws/resource-cleanup'
  const node = await stuckObject(interfaces, place, 'ip-10-0-0-1', { finalizer })
  await isElsewhere(node, interfaces.resource, finalizer, /VPC resource controller/)
})

test('objects of the core that a managed control plane looks after', async () => {
  const place = await namespace()
  const finalizers: readonly [string, RegExp][] = [
    ['service.eks.amazonaws.com/resources', /EKS Auto Mode/],
    ['gke.networking.io/l4-netlb-v3', /GKE/],
  ]
  for (const [index, [finalizer, words]] of finalizers.entries()) {
    const metadata = { name: `web-${index}`, namespace: place, finalizers: [finalizer] }
    const service = await api.create({ apiVersion: 'v1', kind: 'Service', metadata, spec: { ports: [{ port: 80 }] } })
    await writtenBefore(service, 7200)
    await api.delete(service)
    await isElsewhere((await api.get(service))!, 'services', finalizer, words)
  }
})

withKubectl(
  'a downstream cluster whose agent is gone: nothing joins it, and whoever gives it up frees it',
  async () => {
    const place = await namespace()
    const finalizer = 'wrangler.cattle.io/auth-prov-v2-rb'
    const role = await api.create({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'RoleBinding',
      metadata: { name: 'project', namespace: place, finalizers: [finalizer] },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' },
      subjects: [],
    })
    await writtenBefore(role, 7200)
    await api.delete(role)
    const [cause] = (await explained(['-n', place])).causesOf('RoleBinding', 'project')
    assert.equal([cause!.code, cause!.verdict], ['ControllerUnknown', 'unknown'])
    assert.ok(cause!.evidence.some(({ fact }) => fact.includes('cattle-cluster-agent')))
    assert.equal(
      ownRemedies(cause!).map(({ kind }) => kind),
      ['repair', 'remove'],
    )
    await carryOut(`${ownRemedies(cause!)[1]!.commands[0]} --yes`)
    await api.waitGone(role)
  },
)

test('a product that nobody knows, whose controller has a kubeconfig of its own: unknown, and it is named', async () => {
  const place = await namespace()
  const lakes = await crd({ kind: 'Lake' })
  const user = unique('system:controller:lakes')
  const RBAC = 'rbac.authorization.k8s.io'
  const metadata = { name: unique('system:lakes') }
  const rules = [{ apiGroups: [lakes.group], resources: [lakes.plural, `${lakes.plural}/status`], verbs: ['*'] }]
  await api.create({ apiVersion: `${RBAC}/v1`, kind: 'ClusterRole', metadata, rules })
  const roleRef = { apiGroup: RBAC, kind: 'ClusterRole', name: metadata.name }
  const subjects = [{ apiGroup: RBAC, kind: 'User', name: user }]
  await api.create({ apiVersion: `${RBAC}/v1`, kind: 'ClusterRoleBinding', metadata, roleRef, subjects })
  const lake = await stuckObject(lakes, place, 'main')
  const [cause] = (await explained(['-n', place])).causesOf('Lake', 'main')
  assert.equal([cause!.code, cause!.verdict], ['ControllerUnknown', 'unknown'])
  assert.ok(cause!.evidence.some(({ fact }) => fact.includes(user)))
  await isRefused(lake, 'ControllerUnknown', [`${lakes.resource}/main`, '-n', place])
  await isRemoved(lake, [`${lakes.resource}/main`, '-n', place, '--override=ControllerUnknown'])
})

test.run()
