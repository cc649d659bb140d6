import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ownRemedies } from '../../diagnosis/own-remedies.ts'
import { api, endByForce, kubectlAvailable, namespace, setNamespaceFinalizers } from '../rig/rig.ts'
import { unique } from '../rig/unique.ts'
import { carryOut } from './carry-out.ts'
import { explained } from './explained-e2e.ts'

const test = suite('explain of another name in the spec of a Namespace')
// The printed commands are carried out with the stock kubectl.
const withKubectl = kubectlAvailable() ? test : test.skip

const space = (name: string) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })

/** What an uninstall leaves: a binding of a role that is gone, for a service account that is gone as well. */
async function uninstalled(name: string): Promise<AsyncDisposable> {
  const binding = await api.create({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name: `${name}-operator` },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: `${name}-operator` },
    subjects: [{ kind: 'ServiceAccount', name: `${name}-operator`, namespace: `${name}-system` }],
  })
  return { [Symbol.asyncDispose]: () => api.delete(binding).then(() => undefined) }
}

test('whose owner is not known: ControllerUnknown of that name, and not of kube-controller-manager', async () => {
  const place = await namespace()
  await setNamespaceFinalizers(place, ['openshift.io/origin', 'kubernetes'])
  await api.delete(space(place))
  await api.waitFor(space(place), ({ spec }) => !spec.finalizers.includes('kubernetes'))
  const answer = await explained(['-n', place])
  assert.equal(
    answer.causesOf('Namespace', place).map(({ code, finalizer }) => [code, finalizer]),
    [['ControllerUnknown', 'openshift.io/origin']],
  )
  await endByForce(place)
})

withKubectl('whose owner was uninstalled: ControllerMissing, and the printed removal ends it', async () => {
  const product = unique('tenancy').replaceAll('-', '')
  const finalizer = `${product}.example.com/teardown`
  await using _left = await uninstalled(product)
  const place = await namespace()
  await setNamespaceFinalizers(place, [finalizer, 'kubernetes'])
  await api.delete(space(place))
  await api.waitFor(space(place), ({ spec }) => !spec.finalizers.includes('kubernetes'))
  const answer = await explained(['-n', place])
  const cause = answer.causesOf('Namespace', place).find(({ code }) => code === 'ControllerMissing')!
  assert.is(cause.finalizer, finalizer)
  const removal = ownRemedies(cause).find(({ kind }) => kind === 'remove')!
  assert.equal(removal.commands, [`kubectl finalize remove namespaces/${place} --finalizer ${finalizer}`])
  await carryOut(`${removal.commands[0]} --yes`)
  await api.waitGone(space(place))
})

withKubectl(
  'whose owner was uninstalled, beside kubernetes: namespace takes it off, and the controller ends it',
  async () => {
    const product = unique('tenancy').replaceAll('-', '')
    const finalizer = `${product}.example.com/teardown`
    await using _left = await uninstalled(product)
    const place = await namespace()
    await setNamespaceFinalizers(place, [finalizer, 'kubernetes'])
    await api.delete(space(place))
    const { stdout } = await carryOut(`kubectl finalize namespace ${place} --yes --timeout 3m`)
    assert.match(stdout, finalizer)
    await api.waitGone(space(place))
  },
)

test.run()
