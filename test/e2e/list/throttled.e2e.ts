import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ownControlPlane, ownControlPlaneAvailable } from '../rig/own-control-plane.ts'
import { run } from '../rig/rig.ts'

const test = suite('a server that takes two requests at once and refuses the others')
// The sandbox takes as many as there come.
const realTest = ownControlPlaneAvailable() ? test : test.skip

/** Those that a scan begins with, halved by each refusal until it sends one at a time; then one more each second. */
const MAX_REFUSED = 16 + 8 + 4 + 2 + 1

realTest('is asked less at once, and everything is read all the same', async () => {
  // Without fair queuing what is too much is refused at once, by 429 with Retry-After.
  const flags = ['--enable-priority-and-fairness=false', '--max-requests-inflight=2']
  await using plane = await ownControlPlane({ apiserver: flags })
  const { api } = plane
  await api.create({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name: 'tenant-reads-everything' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
    // An administrator by the group system:masters is never refused.
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'tenant' }],
  })
  const held = await api.create({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'held', namespace: 'default', finalizers: ['example.com/hold'] },
  })
  await api.delete(held)
  for (const verb of ['list', 'explain']) {
    const words = [verb, '-o', 'json', '--kubeconfig', plane.kubeconfig, '--context', 'tenant', '-v=8']
    const begun = performance.now()
    const { code, stdout, stderr } = await run(words)
    const seconds = (performance.now() - begun) / 1000
    const { complete, items, objects = items } = JSON.parse(stdout)
    assert.equal([code, complete, objects.map((each: { ref: { name: string } }) => each.ref.name)], [0, true, ['held']])
    const refused = stderr.match(/^Response Status: 429/gm)?.length ?? 0
    const answered = stderr.match(/^Response Status: 200/gm)?.length ?? 0
    assert.ok(refused > 0 && refused <= MAX_REFUSED + seconds, `${verb}: ${refused} refused, ${answered} answered`)
    assert.ok(answered > MAX_REFUSED)
  }
})

test.run()
